"""The yellow-water case: twelve households complain, two rounds, three reports, a person's measurement.

Round 1 is a runtime with continuity snapshots, round 2 a session of Claude Code; the bundle is what both
published to the desk. Each record of the case carries the moment at which its run wrote it, so that cost
joins rounds and reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from sample_data.makers.case_file import CaseFile, Fields
from sample_data.makers.claude_code import Tool, Transcript, named_uuid
from sample_data.makers.continuity import Runtime
from sample_data.makers.moments import before_end, spelled
from sample_data.makers.yellow_water_workers import publish

OPUS, SONNET, HAIKU = "claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"
PLANNING: Fields = {"fresh_input": 2_000, "cache_read": 0, "cache_write_5m": 8_000, "output": 600}
READING: Fields = {"fresh_input": 500, "cache_read": 8_000, "cache_write_5m": 1_000, "output": 200}
WRITING: Fields = {"fresh_input": 1_000, "cache_read": 20_000, "cache_write_5m": 2_000, "output": 1_500}
CHECKING: Fields = {"fresh_input": 4_000, "cache_read": 6_000, "output": 500}
AGENT, PERSON, NAME = "local-agent", "local-owner", "王敏 Wang Min"
SECOND_PERSON, SECOND_NAME = "reviewer-li", "李强 Li Qiang"
FOLDER = "/srv/demo/north-water"
TASK, TITLE = "T-yellow-water", "黄水投诉：北区 12 户 / Yellow water in twelve households"
ROUND_1, ROUND_2 = "yellow-water-7", named_uuid("session", "yellow water, round 2")
STREETS = (("槐树巷 Huaishu Lane", 7), ("西门街 Ximen Street", 4), ("仓库路 Cangku Road", 1))
FIRST_DAY = before_end(days=2)
OBJECTION = (
    "Revision 2 says that no main burst. E-4, on which it rests, was cut after 1,000 of 4,320 rows: that the "
    "rest shows no drop is not known. 截断的导出不能证明没有爆管。"
)


def case_and_runs() -> tuple[list[Fields], list[Fields], dict[str, list[Fields]]]:
    """Return the lines of the bundle, the snapshots of round 1, and the files of round 2 by path."""
    case = CaseFile(TASK, TITLE)
    created_at = before_end(days=1)
    case.move("queued", "create_task", created_at, PERSON)
    snapshots = list(_round_1(case))
    _people(case, before_end(hours=19))
    files = _round_2(case)
    _sign_offs(case)
    publish(case)
    lines = case.bundle(
        description="自清晨起，北区 12 户反映自来水发黄。Find out why, and what to do about it.",
        project=FOLDER,
        origin="real",
        created_at=created_at,
        created_by=PERSON,
    )
    return lines, snapshots, files


# Round 1 ------------------------------------------------------------------------------------------------
def _round_1(case: CaseFile) -> Iterator[Fields]:
    run = Runtime(
        ROUND_1,
        before_end(hours=23, minutes=50),
        {
            "purpose": "task_execution", "title": "黄水调查 第一轮 / Yellow water, round 1",
            "project": FOLDER, "execution_mode": "parallel", "isolation_mode": "session",
        },
    )  # fmt: skip
    case.claim(run.clock, AGENT, "Investigator", ROUND_1)
    _spread_out(run, case)
    _look_at_the_plant(run, case)
    _first_report(run, case)
    yield run.snapshot("revision-1", verification_status="pending")
    _lean_on_the_cut_export(run, case)
    yield run.snapshot("revision-2", verification_status="pending")
    _object(run)
    _ask_for_a_measurement(run, case)
    yield run.snapshot(
        "objected",
        verification_status="failed",
        verification_summary=OBJECTION,
        verification_evidence=[
            {"summary": "E-4 ends at 06:00; the complaints begin at 06:20.", "task_id": "t-pressure"},
            {"summary": "The desk refused the same claim as an absence; it was published as an observation."},
        ],
    )


def _spread_out(run: Runtime, case: CaseFile) -> None:
    run.add_agent("lead", "Investigator", "orchestrator")
    run.say("user", "lead", "北区 12 户水发黄，请查明原因。Find the cause.", role="user")
    run.begin("t-yellow", "Why is the water yellow?", "lead")
    for _ in range(2):
        run.call("lead", OPUS, PLANNING, task_id="t-yellow")
    run.add_agent("flow", "Hydraulics", "analyst", "lead")
    run.add_agent("records", "Records", "explorer", "lead")
    run.add_agent("judge", "Verifier", "verifier", "lead")
    _complaints(run, case)
    case.progress(
        run.clock,
        "三条可能的路线 / Three routes to look at.",
        [
            _node("complaints", "12 户投诉 Twelve complaints", "recorded", ["E-1"]),
            _node("plant", "水厂出水 Source plant", "reference"),
            _node("burst", "主管爆裂 Burst main", "reference"),
            _node("iron", "老铸铁管 Old iron main", "reference"),
        ],
        ("complaints", "plant", "if all districts"),
        ("complaints", "burst", "if pressure fell"),
        ("complaints", "iron", "if only the north"),
    )
    _plan(run.clock, case, "Agreed at the start.", "running", "pending", [])


def _complaints(run: Runtime, case: CaseFile) -> None:
    rows = [
        [street, number, spelled(FIRST_DAY - timedelta(hours=5, minutes=40))] for street, number in STREETS
    ]
    case.evidence(
        run.clock,
        "投诉登记 Register of complaints",
        source_kind="document",
        source="hotline register",
        query="district = north and colour = yellow",
        scope="all calls of that morning",
        window_from=FIRST_DAY - timedelta(hours=12),
        window_until=FIRST_DAY,
        summary="12 households in three streets, the first call at 06:20.",
        data={
            "kind": "table",
            "columns": [{"name": "street"}, {"name": "households"}, {"name": "first call (UTC)"}],
            "rows": rows,
        },
    )
    case.evidence(
        run.clock,
        "余氯样板 Residual chlorine, sample values",
        source_kind="attached_sample",
        source="training set of the hydraulic model",
        origin="synthetic",
        window_from=FIRST_DAY - timedelta(hours=12),
        window_until=FIRST_DAY - timedelta(hours=6),
        summary="Made-up values that came with the model; no reading of the west gate.",
        data=_series("residual chlorine", "mg/L", "西门 West gate", (0.31, 0.30, 0.31, 0.29, 0.30, 0.31), 12),
    )


def _look_at_the_plant(run: Runtime, case: CaseFile) -> None:
    run.phase = "look"
    run.begin("t-plant", "Did the plant send out turbid water?", "flow", "t-yellow")
    for hour in ("00:00", "02:00", "04:00", "06:00"):
        run.call("flow", SONNET, READING, task_id="t-plant")
        run.use("flow", "t-plant", "historian_query", f"turbidity of plant outlet at {hour}", "0.10 NTU")
        run.wait(4)
    case.evidence(
        run.clock,
        "水厂出水浊度 Turbidity at the plant outlet",
        source_kind="live_query",
        source="historian",
        query="plant.outlet.turbidity",
        scope="plant outlet, one value an hour",
        window_from=FIRST_DAY - timedelta(hours=12),
        window_until=FIRST_DAY - timedelta(hours=6),
        observed_at=FIRST_DAY - timedelta(hours=6),
        summary="0.09 to 0.11 NTU through the whole night, the limit is 0.50.",
        data=_series(
            "turbidity", "NTU", "水厂 Plant outlet", (0.10, 0.11, 0.10, 0.09, 0.10, 0.10), 12, upper_limit=0.5
        ),
    )
    run.end("t-plant", "completed", "The plant sent out clear water", evidence=["tool-01", "tool-04"])
    run.begin("t-pressure", "Did a main burst?", "records", "t-yellow")
    for place in ("duty log", "crew calls", "road works"):
        run.call("records", HAIKU, READING, task_id="t-pressure")
        run.use("records", "t-pressure", "read_file", place, "nothing about a burst")
    case.progress(
        run.clock,
        "水厂路线不成立 The plant is not the source.",
        [
            _node("plant", None, "failed", ["E-3"], "出水浊度整夜正常 The outlet was clear all night."),
            _node(
                "burst", None, "not_taken", None, "No call of a crew; not followed before pressures are read."
            ),
        ],
    )


def _first_report(run: Runtime, case: CaseFile) -> None:
    run.call("lead", OPUS, WRITING, task_id="t-yellow")
    gap = _gap()
    case.add("gap", **gap, ordinal=1, opened_at=run.clock, opened_revision=1)
    case.report(
        run.clock,
        stage="interim",
        outcome="undetermined",
        title="黄水投诉：初步情况 / First look",
        summary="The plant is not the source. 原因尚未确定。",
        body="# 初步情况\n\n12 户分布在三条街 [E-1]。水厂出水整夜清澈 [E-3]，因此不是水源问题。\n\n"
        "Residual chlorine at the west gate is only known from made-up sample values [E-2].",
        reason="First report of the case.",
        findings=[
            {"statement": "The outlet of the plant was clear all night.", "kind": "observation",
             "evidence_ids": ["E-3"]},
        ],
        data_gaps=[gap],
        evidence_ids=["E-1", "E-3", "E-2"],
    )  # fmt: skip


def _gap() -> Fields:
    return {
        "gap_id": "G-1",
        "missing": "西门余氯实测值 Measured residual chlorine at the west gate",
        "why_it_matters": "A fall between plant and gate would point at the old iron main.",
        "tried": ["The historian has no sensor there."],
        "is_open": True,
        "closed_by": None,
    }


def _lean_on_the_cut_export(run: Runtime, case: CaseFile) -> None:
    for part in ("00:00 to 03:00", "03:00 to 06:00"):
        run.call("records", HAIKU, READING, task_id="t-pressure")
        run.use("records", "t-pressure", "export_pressures", part, "500 rows, no drop")
    case.evidence(
        run.clock,
        "压力导出 Pressures of the north district",
        source_kind="live_query",
        source="historian export",
        query="north.*.pressure",
        scope="six sensors, one value a minute",
        window_from=FIRST_DAY - timedelta(hours=12),
        window_until=FIRST_DAY,
        is_truncated=True,
        truncation="first 1,000 of 4,320 rows; the last one is of 06:00",
        summary="No drop below 0.28 MPa in the rows that came.",
        data=_series("pressure", "MPa", "北区 North district", (0.31, 0.30, 0.31, 0.31, 0.30, 0.31), 12),
    )
    run.end("t-pressure", "completed", "No drop in the exported rows")
    run.call("lead", OPUS, WRITING, task_id="t-yellow")
    run.use(
        "lead", "t-yellow", "publish_task_report", "finding: absence of a burst, resting on E-4", "",
        error="absence_on_truncated_evidence: E-4 was cut: the rest may hold what is absent",
    )  # fmt: skip
    run.call("lead", OPUS, WRITING, task_id="t-yellow")
    _second_report(run, case)


def _second_report(run: Runtime, case: CaseFile) -> None:
    gap = _gap()
    case.report(
        run.clock,
        stage="interim",
        outcome="probable",
        title="黄水投诉：未见爆管 / No burst seen",
        summary="导出的压力未见下降，可能是管道内沉积物。Probably deposits; no burst is seen.",
        body="# 未见爆管\n\n压力导出 [E-4] 中没有低于 0.28 MPa 的数值，所以没有主管爆裂。\n\n"
        "What is left are deposits in the pipes of the three streets [E-1].",
        reason="The pressures were exported. / 已导出压力数据。",
        findings=[
            {"statement": "In the rows of the pressure export no drop shows.", "kind": "observation",
             "evidence_ids": ["E-4"]},
        ],
        data_gaps=[gap],
        evidence_ids=["E-1", "E-4"],
    )  # fmt: skip


def _object(run: Runtime) -> None:
    run.phase = "check"
    for _ in range(2):
        run.call("judge", SONNET, CHECKING, task_id="t-yellow")
    run.event("verification_failed", "judge", "E-4 was cut; revision 2 leans on it", severity="warning")
    run.say("judge", "lead", OBJECTION)


def _ask_for_a_measurement(run: Runtime, case: CaseFile) -> None:
    run.call("lead", OPUS, READING, task_id="t-yellow")
    case.progress(
        run.clock,
        "需要实测余氯 A measurement is needed.",
        [
            _node("whole", "完整压力导出 Whole export of the pressures", "reference", None,
                  "E-4 was cut; nothing is said about the rest."),
            _node("gate", "西门余氯实测 Measure chlorine at the west gate", "needs_input"),
        ],
        ("burst", "whole", "before it is ruled out"),
        ("iron", "gate", "a fall points at the pipe"),
    )  # fmt: skip
    case.publish(
        "question", "Q", "question_id",
        prompt="请实测水厂出口和西门的余氯（mg/L）。Please measure residual chlorine at both places.",
        why="A fall between the two would point at the old iron main.",
        fields=[
            {"name": "plant", "label": "水厂出口 Plant outlet", "kind": "number", "unit": "mg/L"},
            {"name": "gate", "label": "西门 West gate", "kind": "number", "unit": "mg/L"},
        ],
        is_required=True, assignee=NAME, asked_at=run.clock, state="pending", state_at=run.clock,
    )  # fmt: skip
    run.wait(1)
    case.finish("waiting_human", run.clock, AGENT)


# People -------------------------------------------------------------------------------------------------
def _people(case: CaseFile, at: datetime) -> None:
    """A person measures at two places, answers, and so queues the case again."""
    for point, value in (("水厂出口 Plant outlet", 0.31), ("西门 West gate", 0.13)):
        number = case.number("human_evidence")
        case.add(
            "human_evidence", evidence_id=f"H-{number}", ordinal=number, stated_as="measurement",
            known_by="seen", point=point, parameter="residual chlorine", value=value, unit="mg/L",
            method="DPD, portable photometer", observed_at=at - timedelta(minutes=50 - 20 * number),
            person=NAME, principal_id=PERSON, is_relayed=False, confirmed_at=at, confirmed_by=PERSON,
            recorded_at=at, state="valid", state_at=at,
        )  # fmt: skip
    question = next(one for one in case.records if one["record"] == "question")
    question |= {"state": "answered", "state_at": spelled(at), "settled_at": spelled(at)}
    case.add(
        "answer", answer_id="Q-1.1", question_id="Q-1", ordinal=1, principal_id=PERSON, person=NAME,
        text="0.31 → 0.13 mg/L，两处均用便携式光度计。", field_values={"plant": 0.31, "gate": 0.13},
        is_refusal=False, is_late=False, is_dissent=False, answered_at=at,
    )  # fmt: skip
    case.generation = 2
    case.move("queued", "question_settled", at, PERSON)


# Round 2 ------------------------------------------------------------------------------------------------
def _round_2(case: CaseFile) -> dict[str, list[Fields]]:
    main = Transcript(ROUND_2, FOLDER, before_end(hours=2, minutes=45), OPUS)
    main.ask("案件 T-yellow-water 已重新排队，请接手。Take it up again.")
    main.answer("I claim the case.", _desk("claim_task", {"task_id": TASK}, "round R-2, generation 2"))
    case.claim(_moment(main), AGENT, "Claude Code", ROUND_2)
    main.answer("先读案情。", _desk("get_task_context", {"task_id": TASK}, "Q-1.1: 0.31 → 0.13 mg/L"))
    _delivered(case, _moment(main))
    reader = _whole_export(main)
    main.answer("The whole export replaces the cut one.", _desk("publish_task_evidence", {}, "E-5"))
    _replace(case, _moment(main), *_pressures(), "E-4", "The whole window instead of its beginning.")
    main.answer("真实测量替换样板。", _desk("publish_task_evidence", {}, "E-6"))
    _replace(case, _moment(main), *_chlorine(), "E-2", "Measured values instead of made-up ones.")
    main.answer("The map.", _desk("publish_task_progress", {}, "7 nodes"))
    _second_map(case, _moment(main))
    main.answer("修订版 3。", _desk("publish_task_report", {"stage": "concluded"}, "revision 3"))
    _third_report(case, _moment(main))
    main.answer("A work order.", _desk("propose_task_action", {"kind": "work_order"}, "A-1, pending"))
    _work_order(case, _moment(main))
    main.answer("再问一件事。", _desk("ask_task_user", {"is_required": True}, "Q-2, pending"))
    _last_question(case, _moment(main))
    main.answer("This round ends.", _desk("finish_task_run", {}, "waiting_human"))
    case.finish("waiting_human", _moment(main), AGENT)
    main.answer("修订版 3 已发布，工单待批准，另有一个问题等您回答。")
    main.summary("黄水调查 第二轮 / Yellow water, round 2")
    folder = f"{FOLDER.replace('/', '-')}/{ROUND_2}"
    side = f"{folder}/subagents/agent-{reader.agent}"
    meta = {"agentType": "Explore", "description": "Export all pressures of the night"}
    return {f"{folder}.jsonl": main.rows, f"{side}.jsonl": reader.rows, f"{side}.meta.json": [meta]}


def _desk(call: str, given: Fields, got: str) -> Tool:
    return Tool(f"mcp__caseboard__{call}", given, got)


def _moment(main: Transcript) -> datetime:
    """Return when the desk kept the call that the agent made last: a little before its answer came."""
    return main.clock - timedelta(seconds=20)


def _delivered(case: CaseFile, at: datetime) -> None:
    for record in case.records:
        if record["record"] in ("question", "answer"):
            record["delivered_at"] = spelled(at)


def _whole_export(main: Transcript) -> Transcript:
    reader = Transcript(
        main.session, main.cwd, main.clock + timedelta(seconds=10), HAIKU, agent="f7a20c19", base=12_000,
        step=1_000,
    )  # fmt: skip
    reader.ask("Export all pressures of the north district, in parts, and say when the lowest was.")
    for part in ("00:00-06:00", "06:00-12:00"):
        reader.answer(
            f"Exporting {part}.", Tool("Bash", {"command": f"export-pressures {part}"}, "2,160 rows")
        )
        reader.rest(2)
    reader.answer("4,320 of 4,320 rows. The lowest is 0.29 MPa at 06:10; no burst.")
    task = {
        "subagent_type": "Explore",
        "description": "Export all pressures of the night",
        "prompt": "All rows.",
    }
    main.answer(
        "让子代理完整导出。", Tool("Task", task, "4,320 rows", agent=reader.agent, until=reader.clock)
    )
    return reader


def _replace(case: CaseFile, at: datetime, title: str, fields: Fields, wrong: str, why: str) -> None:
    right = case.evidence(at, title, **fields, corrects=wrong)
    case.correct(wrong, right, at, why)


def _pressures() -> tuple[str, Fields]:
    return "完整压力导出 Pressures of the north district, whole", {
        "source_kind": "live_query", "source": "historian export", "query": "north.*.pressure",
        "scope": "six sensors, one value a minute, 4,320 of 4,320 rows",
        "window_from": FIRST_DAY - timedelta(hours=12), "window_until": FIRST_DAY,
        "summary": "The lowest value is 0.29 MPa at 06:10; a burst would fall below 0.20.",
        "data": _series("pressure", "MPa", "北区 North district",
                        (0.31, 0.30, 0.31, 0.31, 0.30, 0.31, 0.29, 0.30, 0.31, 0.31, 0.30, 0.31), 12,
                        lower_limit=0.2),
    }  # fmt: skip


def _chlorine() -> tuple[str, Fields]:
    return "余氯实测 Residual chlorine, measured on site", {
        "source_kind": "manual", "source": "measurement of Wang Min, H-1 and H-2",
        "observed_at": before_end(hours=19, minutes=10),
        "summary": "0.31 mg/L at the plant outlet, 0.13 mg/L at the west gate.",
        "data": {
            "kind": "geo", "parameter": "residual chlorine", "unit": "mg/L",
            "features": [
                {"name": "水厂出口 Plant outlet", "geometry": "point", "coordinates": [[117.142, 34.281]],
                 "value": 0.31},
                {"name": "西门 West gate", "geometry": "point", "coordinates": [[117.118, 34.276]],
                 "value": 0.13},
                {"name": "老铸铁管 Old iron main", "geometry": "line",
                 "coordinates": [[117.142, 34.281], [117.131, 34.279], [117.118, 34.276]]},
            ],
        },
    }  # fmt: skip


def _second_map(case: CaseFile, at: datetime) -> None:
    case.progress(
        at,
        "余氯沿老管下降 Chlorine falls along the old main.",
        [
            _node("whole", None, "recorded", ["E-5"], "整夜压力正常 No drop in all 4,320 rows."),
            _node("gate", None, "recorded", ["H-1", "H-2", "E-6"], "0.31 → 0.13 mg/L", ["Q-1.1"]),
            _node("iron", None, "recorded", ["E-6"], "The fall lies between plant and gate."),
            _node("flush", "冲洗并检查老管 Flush and inspect the main", "reference"),
        ],
        ("iron", "flush", "if approved"),
    )
    for record in case.records:
        if record["record"] == "answer" or record.get("question_id") == "Q-1":
            record["applied_at"] = spelled(at)
    _plan(at, case, "The person measured; the work on site follows.", "completed", "completed", ["E-6"])
    case.publish(
        "presentation", "P", "presentation_id", shown_as="map", title="老铸铁管 The old iron main",
        command={"chart_kind": None, "longitude": 117.13, "latitude": 34.28, "zoom": 14}, recorded_at=at,
    )  # fmt: skip


def _third_report(case: CaseFile, at: datetime) -> None:
    gap = case.records[[one["record"] for one in case.records].index("gap")]
    gap |= {"is_open": False, "closed_by": "H-2", "closed_at": spelled(at)}
    gap["tried"] = [*gap["tried"], "A person measured at both places."]
    shown = ("gap_id", "missing", "why_it_matters", "tried", "is_open", "closed_by")
    case.report(
        at,
        stage="concluded",
        outcome="probable",
        title="黄水投诉：老铸铁管 / The old iron main",
        summary="很可能来自老铸铁管内的锈垢。Rust of the old iron main is the probable cause.",
        body="# 结论\n\n余氯从水厂出口的 0.31 mg/L 降到西门的 **0.13 mg/L** [H-1] [H-2] [Q-1.1]，"
        "下降发生在老铸铁管一段 [E-6]。\n\n"
        "The whole night shows no drop in pressure [E-5]: revision 2 said so on an export that was cut.\n\n"
        "| 路线 Route | 结果 Result |\n|---|---|\n| 水厂 Plant | 不成立 failed [E-3] |\n"
        "| 爆管 Burst | 未见 none seen [E-5] |\n| 老管 Iron main | 很可能 probable [E-6] |",
        reason="复核意见成立：换用完整导出与实测值。The verifier was right; both weak records are replaced.",
        findings=[
            {"statement": "Rust of the old iron main colours the water.", "kind": "cause",
             "evidence_ids": ["E-6", "H-1", "H-2"]},
            {"statement": "No main of the district burst that night.", "kind": "absence",
             "evidence_ids": ["E-5"]},
            {"statement": "冲洗老管后复测西门余氯。", "kind": "recommendation", "evidence_ids": ["E-6"]},
        ],
        data_gaps=[{name: gap[name] for name in shown}],
        evidence_ids=["E-6", "H-1", "H-2", "E-5", "E-3"],
        answer_ids=["Q-1.1"],
        corrects_revision=2,
        diagram='flowchart LR\n  p["水厂 0.31"] -->|"iron main"| g["西门 0.13"]\n  g --> h["12 户 homes"]',
        node_refs=[{"node_id": "g", "evidence_ids": ["E-6"]}],
    )  # fmt: skip


def _work_order(case: CaseFile, at: datetime) -> None:
    case.publish(
        "action", "A", "action_id", proposes="work_order", title="冲洗老铸铁管 Flush the old iron main",
        description="夜间 01:00-04:00 由西门冲洗，三条街提前通知。Flush at night through the west gate.",
        target="iron main, plant to west gate", reason="Its rust is the probable cause.",
        risk="Twelve households have no water for three hours.", parameters={"hours": 3, "from": "01:00"},
        evidence_ids=["E-6"], proposed_at=at, state="pending", state_at=at,
    )  # fmt: skip


def _last_question(case: CaseFile, at: datetime) -> None:
    case.publish(
        "question", "Q", "question_id",
        prompt="槐树巷的水管是哪一年换的？In which year was the pipe in Huaishu Lane replaced?",
        why="It decides whether the flushing has to include the lane.",
        options=["1998 年以前 before 1998", "1998 年以后 after 1998", "没有换过 never"],
        is_required=True, assignee=NAME, asked_at=at, state="pending", state_at=at,
    )  # fmt: skip


def _sign_offs(case: CaseFile) -> None:
    """One person has revision 2 as it was; another has read revision 3, which inherits nothing from it."""
    case.add(
        "sign_off", sign_off_id="S-1", ordinal=1, revision=2, verdict="needs_work",
        note="E-4 只导出了前 1,000 行，不能据此说没有爆管。Bring the whole night, or leave the sentence out.",
        principal_id=SECOND_PERSON, person=SECOND_NAME, made_at=before_end(hours=20),
    )  # fmt: skip
    case.add(
        "sign_off", sign_off_id="S-2", ordinal=2, revision=3, verdict="reviewed", principal_id=PERSON,
        person=NAME, made_at=before_end(hours=1, minutes=30),
    )  # fmt: skip


# Both rounds --------------------------------------------------------------------------------------------
def _node(
    node_id: str,
    title: str | None,
    status: str,
    evidence: list[str] | None = None,
    detail: str | None = None,
    answers: list[str] | None = None,
) -> Fields:
    told = {"title": title, "detail": detail, "evidence_ids": evidence, "answer_ids": answers}
    return {"node_id": node_id, **{name: value for name, value in told.items() if value}, "status": status}


def _series(
    parameter: str, unit: str, place: str, values: tuple[float, ...], hours_before: int, **limits: float
) -> Fields:
    begin = FIRST_DAY - timedelta(hours=hours_before)
    points = [
        {"at": spelled(begin + timedelta(hours=number)), "value": value}
        for number, value in enumerate(values)
    ]
    return {
        "kind": "series",
        "parameter": parameter,
        "unit": unit,
        "place": place,
        "points": points,
        **limits,
    }


def _plan(at: datetime, case: CaseFile, reason: str, look: str, measure: str, evidence: list[str]) -> None:
    """Publish the plan: what agents look at, what a person measures, what is done in the end."""
    nodes = [
        {"id": "look", "title": "查三条路线 Look at three routes", "actor": "agent", "status": look,
         "evidence_ids": evidence},
        {"id": "measure", "title": "实测余氯 Measure chlorine", "actor": "human", "status": measure,
         "answer_ids": ["Q-1.1"] if evidence else []},
        {"id": "flush", "title": "冲洗 Flush", "actor": "human", "status": "pending"},
    ]  # fmt: skip
    edges = [{"from": "look", "to": "measure"}, {"from": "measure", "to": "flush", "label": "if approved"}]
    case.add(
        "plan", revision=case.number("plan"), round_id=case.round_id, generation=case.generation,
        schema_version="execution-plan@1", title="黄水调查计划 Plan", reason=reason, nodes=nodes, edges=edges,
        updated_at=at,
    )  # fmt: skip
