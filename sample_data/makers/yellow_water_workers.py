"""How the two workers of the first round of the yellow-water case were kept apart.

The runtime published it to the desk, so it stands in the bundle; git was asked a day later. The story:
Hydraulics models the mains in its worktree, installs a library for everybody on the machine, and uses more
memory than it may; its commit waits to be merged. Records exports pressures, wants to clear the common folder
of exports and is refused, and leaves a worktree that could not be removed, because two of its files are not
committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sample_data.makers.case_file import CaseFile, Fields
from sample_data.makers.moments import before_end, spelled
from sample_data.makers.workspaces import Look

RUNTIME = "local-agent"
RUN = "yellow-water-7"
REPOSITORY = "/srv/demo/north-water"
FLOW, RECORDS = f"jarvis/{RUN}/flow", f"jarvis/{RUN}/records"
_TASK_OF = {"flow": "t-plant", "records": "t-pressure"}


def publish(case: CaseFile) -> None:
    """Add to the case what the runtime published of its workers."""
    _requests(case)
    _results(case)
    _operations(case)
    _samples(case)


def looks() -> Iterator[Fields]:
    """Yield what git said of the repository later, the main directory first."""
    look = Look(REPOSITORY, before_end(minutes=15))
    yield look.main(before_end(days=6), "王敏 Wang Min", "Meters of the north district 北区水表")
    yield look.linked(FLOW, _noon(34), "flow", "水力模型：水厂到西门的流程时间 Travel times", commits=1)
    yield look.linked(
        RECORDS, before_end(days=6), "王敏 Wang Min", "Meters of the north district 北区水表", tip_of="main",
        active_at=spelled(_noon(43)),
        dirty={"files": 2, "unstaged": 1, "untracked": 1, "names": ["exports/pressures.csv", "笔记.md"]},
    )  # fmt: skip


def _requests(case: CaseFile) -> None:
    _record(
        case, "isolation_request", "flow", _noon(14), of_task="t-plant",
        goal="用水力模型核对水厂出水。Check the outlet of the plant with a hydraulic model.",
        isolation_mode="worktree", workspace_strategy="persistent", allow_merge_back=True,
        cleanup_policy="never",
    )  # fmt: skip
    _record(
        case, "isolation_request", "records", _noon(36), of_task="t-pressure",
        goal="导出北区压力，查找爆管。Export the pressures and look for a burst.",
        isolation_mode="worktree", workspace_strategy="ephemeral", allow_merge_back=False,
        cleanup_policy="on_success",
    )  # fmt: skip


def _results(case: CaseFile) -> None:
    _record(
        case, "isolation_result", "flow", _noon(35, 40), of_task="t-plant", status="completed",
        isolation_mode="worktree", workspace_path=f".worktrees/{FLOW}", branch=FLOW, cleanup_status="kept",
        evidence=["tool-01", "tool-04"], summary="The plant sent out clear water 水厂出水清澈",
        modified_files=["model/north.inp", "model/travel_time.py"],
        git_diff_summary="2 files changed, 164 insertions(+)", task_result={"turbidity_ntu": 0.1},
        verification_evidence=["E-3"],
    )  # fmt: skip
    _record(
        case, "isolation_result", "records", _noon(43, 30), of_task="t-pressure", status="completed",
        isolation_mode="worktree", workspace_path=f".worktrees/{RECORDS}", branch=RECORDS,
        cleanup_status="failed", evidence=["tool-08", "tool-09"],
        summary="No drop in the exported rows 导出的行中没有压降", modified_files=["exports/pressures.csv"],
        git_diff_summary="1 file changed, 1000 insertions(+)", task_result={"rows": 1000},
        verification_evidence=["E-4"],
    )  # fmt: skip


def _operations(case: CaseFile) -> None:
    _did(case, "flow", _noon(16), "install", "pip install --user wntr", "auto", "success")
    _did(
        case, "flow", _noon(18), "download", "https://historian.north-water.example/north.inp", "user",
        "success", checksum="sha256:0f3a5b7c9d1e2f405162738495a6b7c8d9eafb0c1d2e3f405162738495a6b7c8",
    )  # fmt: skip
    _did(case, "flow", _noon(22), "write", "model/travel_time.py", "auto", "success")
    _did(case, "flow", _noon(26, 30), "execute", "python model/travel_time.py", "user", "success")
    _did(case, "flow", _noon(34), "execute", "git commit -am 'Travel times 流程时间'", "auto", "success")
    _did(
        case, "records", _noon(40, 30), "execute", "rm -rf /srv/demo/north-water/exports", "policy", "denied"
    )
    _did(case, "records", _noon(41), "execute", "export-pressures 00:00-03:00", "user", "success")
    _did(case, "records", _noon(43), "write", "exports/pressures.csv", "auto", "success")


def _samples(case: CaseFile) -> None:
    """Memory passes 2 GB once; what was not measured is left out."""
    megabytes = ((27, 640, 24), (29, 2_310, 146), (31, 1_450, 268))
    for minutes, memory, seconds in megabytes:
        _record(
            case, "resource_sample", "flow", _noon(minutes), sampled_at=_noon(minutes),
            memory_bytes=memory * 1_000_000, command_seconds=float(seconds), disk_bytes=48_000_000,
        )  # fmt: skip
    _record(
        case, "resource_sample", "records", _noon(42), sampled_at=_noon(42), command_seconds=58.0,
        network_bytes_per_second=2_400_000,
    )  # fmt: skip


def _did(
    case: CaseFile,
    agent: str,
    at: datetime,
    operation: str,
    target: str,
    approved_by: str,
    result: str,
    **more: Any,
) -> None:
    own = f"{REPOSITORY}/.worktrees/jarvis/{RUN}/{agent}"
    _record(
        case, "agent_operation", agent, at, of_task=_TASK_OF[agent], occurred_at=at, operation=operation,
        target=target, approved_by=approved_by, result=result, working_directory=own, workspace=own, **more,
    )  # fmt: skip


def _record(case: CaseFile, record: str, agent: str, at: datetime, **told: Any) -> None:
    number = case.number(record)
    case.add(
        record, conversation=RUN, agent_id=agent, recorded_at=at + timedelta(seconds=1),
        principal_id=RUNTIME, request_id=f"{RUN}-{record}-{number}", **told,
    )  # fmt: skip


def _noon(minutes: int, seconds: int = 0) -> datetime:
    """Return a moment of the first round, which began ten minutes past noon of the day before."""
    return before_end(days=1) + timedelta(minutes=minutes, seconds=seconds)
