-- Cases: what agents publish while they investigate, and the questions, facts and decisions of people beside it.
-- Every id but the task's is the desk's own count within its task (R-1, E-1, Q-1 ...), so a key is (task_id, id).
-- Lists are JSON: an update of a row with a LIST column would be a delete and an insert that meets its own key.

CREATE TABLE investigation_task (
    task_id VARCHAR PRIMARY KEY,
    title VARCHAR NOT NULL,
    description VARCHAR,
    project VARCHAR,
    origin VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    status_at TIMESTAMPTZ NOT NULL,      -- since when
    status_reason VARCHAR,
    generation INTEGER NOT NULL,
    round_id VARCHAR,                    -- the session that holds the lease; null while none does
    lease_expires_at TIMESTAMPTZ,
    wait_until TIMESTAMPTZ,              -- of waiting_calculation; null: until somebody resumes it
    created_at TIMESTAMPTZ NOT NULL,
    created_by VARCHAR NOT NULL,         -- principal
    updated_at TIMESTAMPTZ NOT NULL,
    extra JSON
);
CREATE TABLE task_relation (
    task_id VARCHAR NOT NULL, related_task_id VARCHAR NOT NULL, relation VARCHAR NOT NULL, extra JSON,
    PRIMARY KEY (task_id, related_task_id)
);
CREATE TABLE task_transition (           -- every move of the state table, in order; `task_queued` is a move to queued
    task_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, from_status VARCHAR, to_status VARCHAR NOT NULL,
    moved_by VARCHAR NOT NULL,           -- the call, or what expired
    generation INTEGER NOT NULL, round_id VARCHAR, reason VARCHAR,
    occurred_at TIMESTAMPTZ NOT NULL, recorded_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL,
    extra JSON,
    PRIMARY KEY (task_id, ordinal)
);
CREATE TABLE investigation_round (       -- one claim each: attempts counted per generation
    task_id VARCHAR NOT NULL, round_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, generation INTEGER NOT NULL,
    attempt INTEGER NOT NULL, agent VARCHAR, principal_id VARCHAR NOT NULL,
    lease_hash VARCHAR NOT NULL,         -- SHA-256 of the lease token
    lease_seconds INTEGER NOT NULL,
    started_at TIMESTAMPTZ NOT NULL, ended_at TIMESTAMPTZ,
    end_reason VARCHAR,                  -- finished, waiting_calculation, lease_expired, cancelled
    end_note VARCHAR, extra JSON,
    PRIMARY KEY (task_id, round_id)
);
CREATE TABLE round_conversation (
    task_id VARCHAR NOT NULL, round_id VARCHAR NOT NULL,
    conversation VARCHAR NOT NULL,       -- native id or key, as it was told; it may not be imported yet
    linked_by VARCHAR NOT NULL,          -- claim, snapshot, hand; what is recognised in logs is a view
    linked_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL, extra JSON,
    PRIMARY KEY (task_id, round_id, conversation)
);
CREATE TABLE desk_call_in_log (          -- calls of this desk that stand in imported logs; found anew with each import
    conversation_key VARCHAR NOT NULL, agent_id VARCHAR, event_id VARCHAR, sequence BIGINT NOT NULL,
    occurred_at TIMESTAMPTZ NOT NULL, call VARCHAR NOT NULL, request_id VARCHAR NOT NULL, task_id VARCHAR NOT NULL
);
CREATE TABLE agent_look (                -- when a principal last looked for queued tasks
    principal_id VARCHAR PRIMARY KEY, looked_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE evidence (
    task_id VARCHAR NOT NULL, evidence_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round_id VARCHAR, generation INTEGER NOT NULL,
    title VARCHAR NOT NULL, source_kind VARCHAR NOT NULL, source VARCHAR NOT NULL, query VARCHAR, scope VARCHAR,
    window_from TIMESTAMPTZ, window_until TIMESTAMPTZ, observed_at TIMESTAMPTZ, recorded_at TIMESTAMPTZ NOT NULL,
    content_reference VARCHAR, content_hash VARCHAR, data JSON, data_hash VARCHAR, summary VARCHAR,
    origin VARCHAR NOT NULL, is_truncated BOOLEAN NOT NULL, truncation VARCHAR,
    state VARCHAR NOT NULL,              -- valid, corrected, withdrawn
    state_at TIMESTAMPTZ NOT NULL, state_reason VARCHAR, corrects VARCHAR, corrected_by VARCHAR, extra JSON,
    PRIMARY KEY (task_id, evidence_id)
);
CREATE TABLE data_gap (
    task_id VARCHAR NOT NULL, gap_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, missing VARCHAR NOT NULL,
    why_it_matters VARCHAR NOT NULL, tried JSON NOT NULL, is_open BOOLEAN NOT NULL,
    opened_at TIMESTAMPTZ NOT NULL, opened_revision INTEGER, closed_at TIMESTAMPTZ, closed_by VARCHAR,
    extra JSON,
    PRIMARY KEY (task_id, gap_id)
);
CREATE TABLE progress_update (           -- what each publish_task_progress told; replayed in order they make the map
    task_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round_id VARCHAR, generation INTEGER NOT NULL, summary VARCHAR,
    graph_update JSON, recorded_at TIMESTAMPTZ NOT NULL, extra JSON,
    PRIMARY KEY (task_id, ordinal)
);
CREATE TABLE progress_graph (            -- the cumulative map as it stands after the newest update
    task_id VARCHAR PRIMARY KEY, updates INTEGER NOT NULL, summary VARCHAR, graph JSON NOT NULL,
    legacy_source VARCHAR,               -- the text of a map from before there were updates; kept and shown
    updated_at TIMESTAMPTZ NOT NULL, extra JSON
);
CREATE TABLE report_revision (
    task_id VARCHAR NOT NULL, revision INTEGER NOT NULL, generation INTEGER NOT NULL, round_id VARCHAR,
    stage VARCHAR NOT NULL, outcome VARCHAR NOT NULL, title VARCHAR NOT NULL, summary VARCHAR NOT NULL, body VARCHAR NOT NULL,
    reason VARCHAR NOT NULL, findings JSON NOT NULL, data_gaps JSON NOT NULL, evidence_ids JSON NOT NULL,
    answer_ids JSON NOT NULL, action_ids JSON NOT NULL, corrects_revision INTEGER, diagram VARCHAR, node_refs JSON,
    graph JSON,                          -- the map as it stood
    graph_updates INTEGER NOT NULL,      -- after how many updates it stood so
    published_at TIMESTAMPTZ NOT NULL,
    kept_in VARCHAR,                     -- of an imported one: where it was kept, under whose rules
    extra JSON,
    PRIMARY KEY (task_id, revision)
);
CREATE TABLE revision_change (           -- what each revision changed, worked out once out of two texts; never told by anybody
    task_id VARCHAR NOT NULL, revision INTEGER NOT NULL,
    previous_revision INTEGER,           -- the one before it that there is; null of the first, and then nothing changed
    change_class VARCHAR, outcome_before VARCHAR, outcome_after VARCHAR,
    findings_added INTEGER, findings_removed INTEGER, findings_changed INTEGER, gaps_opened INTEGER, gaps_closed INTEGER,
    evidence_added INTEGER, evidence_removed INTEGER, figures_changed INTEGER, changed_share DOUBLE,
    open_gaps INTEGER NOT NULL,          -- that this revision states
    rules INTEGER NOT NULL,              -- which rules of comparing said so; other rules work it out anew
    PRIMARY KEY (task_id, revision)
);
CREATE TABLE execution_plan (
    task_id VARCHAR NOT NULL, revision INTEGER NOT NULL, round_id VARCHAR, generation INTEGER NOT NULL,
    schema_version VARCHAR NOT NULL, title VARCHAR NOT NULL, reason VARCHAR NOT NULL, nodes JSON NOT NULL, edges JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL, kept_in VARCHAR, extra JSON,
    PRIMARY KEY (task_id, revision)
);
CREATE TABLE presentation (              -- recorded, which does not say that anybody saw it
    task_id VARCHAR NOT NULL, presentation_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round_id VARCHAR,
    generation INTEGER NOT NULL, kind VARCHAR NOT NULL, title VARCHAR NOT NULL, command JSON NOT NULL,
    data JSON, recorded_at TIMESTAMPTZ NOT NULL, extra JSON,
    PRIMARY KEY (task_id, presentation_id)
);

-- People -----------------------------------------------------------------------------------------------
CREATE TABLE question (
    task_id VARCHAR NOT NULL, question_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round_id VARCHAR, generation INTEGER NOT NULL,
    prompt VARCHAR NOT NULL, why VARCHAR NOT NULL, fields JSON NOT NULL, options JSON NOT NULL, is_required BOOLEAN NOT NULL,
    assignee VARCHAR, asked_at TIMESTAMPTZ NOT NULL, due_at TIMESTAMPTZ, expires_at TIMESTAMPTZ,
    state VARCHAR NOT NULL,              -- pending, answered, declined, expired, cancelled, superseded
    state_at TIMESTAMPTZ NOT NULL, settled_at TIMESTAMPTZ, delivered_at TIMESTAMPTZ, applied_at TIMESTAMPTZ,
    supersedes VARCHAR, supersede_reason VARCHAR, superseded_by VARCHAR,
    claimed_by VARCHAR, claimed_by_name VARCHAR, claimed_until TIMESTAMPTZ,      -- a notice that somebody answers; it holds nobody off
    extra JSON,
    PRIMARY KEY (task_id, question_id)
);
CREATE TABLE answer (                    -- an edit is a new answer; withdrawing marks one and moves nothing
    task_id VARCHAR NOT NULL, answer_id VARCHAR NOT NULL, question_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    principal_id VARCHAR NOT NULL, viewer_id VARCHAR, person VARCHAR, text VARCHAR, field_values JSON, is_refusal BOOLEAN NOT NULL,
    is_late BOOLEAN NOT NULL, is_dissent BOOLEAN NOT NULL, corrects VARCHAR, reason VARCHAR, client_request_id VARCHAR, answered_at TIMESTAMPTZ NOT NULL,
    delivered_at TIMESTAMPTZ, applied_at TIMESTAMPTZ,
    withdrawn_at TIMESTAMPTZ, withdrawn_reason VARCHAR, withdrawn_by VARCHAR, withdrawn_by_name VARCHAR, extra JSON,
    PRIMARY KEY (task_id, answer_id)
);
CREATE TABLE human_evidence (
    task_id VARCHAR NOT NULL, evidence_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, kind VARCHAR NOT NULL,
    known_by VARCHAR NOT NULL,           -- seen, told
    told_by VARCHAR, statement VARCHAR, point VARCHAR, parameter VARCHAR, value DOUBLE, unit VARCHAR, method VARCHAR,
    observed_at TIMESTAMPTZ, place VARCHAR, attachment_hash VARCHAR, attachment_name VARCHAR,
    person VARCHAR NOT NULL, principal_id VARCHAR NOT NULL, viewer_id VARCHAR,
    quote VARCHAR, message_id VARCHAR, conversation VARCHAR,      -- of a relayed one
    is_relayed BOOLEAN NOT NULL, confirmed_at TIMESTAMPTZ, confirmed_by VARCHAR, confirmed_by_name VARCHAR,
    action_id VARCHAR, done_by VARCHAR, reference VARCHAR,        -- of a report that an approved action was carried out
    recorded_at TIMESTAMPTZ NOT NULL,
    state VARCHAR NOT NULL, state_at TIMESTAMPTZ NOT NULL, state_reason VARCHAR, corrects VARCHAR, corrected_by VARCHAR, extra JSON,
    PRIMARY KEY (task_id, evidence_id)
);
CREATE TABLE attachment (                -- a file given with a fact; its content lies beside the database under its hash
    task_id VARCHAR NOT NULL, attachment_hash VARCHAR NOT NULL, name VARCHAR NOT NULL, media_type VARCHAR NOT NULL,
    size_bytes BIGINT NOT NULL,
    given_hash VARCHAR NOT NULL, given_bytes BIGINT NOT NULL,     -- as it was given: a photo is kept written anew
    width INTEGER, height INTEGER, thumbnail_hash VARCHAR,        -- of a picture
    person VARCHAR NOT NULL, principal_id VARCHAR NOT NULL, added_at TIMESTAMPTZ NOT NULL, extra JSON,
    PRIMARY KEY (task_id, attachment_hash)
);
CREATE TABLE proposed_action (
    task_id VARCHAR NOT NULL, action_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, round_id VARCHAR, generation INTEGER NOT NULL,
    kind VARCHAR NOT NULL, title VARCHAR NOT NULL, description VARCHAR NOT NULL, target VARCHAR, reason VARCHAR NOT NULL,
    risk VARCHAR, parameters JSON, evidence_ids JSON NOT NULL, proposed_at TIMESTAMPTZ NOT NULL, expires_at TIMESTAMPTZ,
    state VARCHAR NOT NULL,              -- pending, approved, rejected, expired, cancelled
    state_at TIMESTAMPTZ NOT NULL, decided_by VARCHAR, decided_by_name VARCHAR, decision_reason VARCHAR, extra JSON,
    PRIMARY KEY (task_id, action_id)
);
CREATE TABLE discussion_message (        -- about a revision of the report; it moves nothing
    task_id VARCHAR NOT NULL, message_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, revision INTEGER, generation INTEGER NOT NULL,
    author_kind VARCHAR NOT NULL, author VARCHAR NOT NULL, principal_id VARCHAR NOT NULL,
    is_verified BOOLEAN,                 -- null of a restored one: another desk knew
    text VARCHAR NOT NULL, reply_to VARCHAR,
    checked_generation INTEGER, checked_revision INTEGER,       -- of an agent's reply: what it had read
    posted_at TIMESTAMPTZ NOT NULL, extra JSON,
    PRIMARY KEY (task_id, message_id)
);
CREATE TABLE report_sign_off (           -- what one person thinks of one revision; changed by a new row, never overwritten
    task_id VARCHAR NOT NULL, sign_off_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, revision INTEGER NOT NULL,
    verdict VARCHAR NOT NULL,            -- reviewed, needs_work
    note VARCHAR, principal_id VARCHAR NOT NULL, person VARCHAR NOT NULL,
    is_verified BOOLEAN,                 -- null of a restored one: another desk knew
    corrects VARCHAR,                    -- the earlier one of the same person that this one takes the place of
    made_at TIMESTAMPTZ NOT NULL, withdrawn_at TIMESTAMPTZ, withdrawn_reason VARCHAR, extra JSON,
    PRIMARY KEY (task_id, sign_off_id)
);
CREATE TABLE draft (                     -- what a person has begun to write and not sent; nobody else is shown it
    owner_id VARCHAR NOT NULL,           -- whoever signed in, else the browser
    form VARCHAR NOT NULL,
    request_id VARCHAR NOT NULL,         -- of the write that it becomes
    task_id VARCHAR,
    field_values JSON NOT NULL, begun_at TIMESTAMPTZ NOT NULL, kept_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (owner_id, form)
);
CREATE TABLE report_look (               -- which revision of a case's report somebody opened last; nobody else is shown it
    owner_id VARCHAR NOT NULL, task_id VARCHAR NOT NULL,      -- an owner as of a draft
    revision INTEGER NOT NULL,
    before INTEGER,                      -- what they knew before this visit; null: nothing
    newest INTEGER NOT NULL,             -- the newest revision that there was then
    looked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (owner_id, task_id)
);

-- Notices ----------------------------------------------------------------------------------------------
CREATE SEQUENCE notice_ordinal_sequence;
CREATE TABLE notice (                    -- what others are told of, written with what happened; never changed
    notice_id VARCHAR PRIMARY KEY,       -- random; the same in every attempt to send it
    ordinal BIGINT NOT NULL DEFAULT nextval('notice_ordinal_sequence'),
    kind VARCHAR NOT NULL,               -- question_asked, task_queued, task_failed, action_proposed, ...
    task_id VARCHAR NOT NULL, case_title VARCHAR NOT NULL, origin VARCHAR NOT NULL, generation INTEGER NOT NULL,
    subject_id VARCHAR,                  -- the question, action or message
    detail VARCHAR,                      -- one word: required, optional, approved, rejected, person, agent
    occurred_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE notice_delivery (           -- how sending goes; no row yet: it has not been tried
    notice_id VARCHAR PRIMARY KEY,
    state VARCHAR NOT NULL,              -- waiting, delivered, given_up, dropped
    attempts INTEGER NOT NULL, first_tried_at TIMESTAMPTZ, last_tried_at TIMESTAMPTZ, next_try_at TIMESTAMPTZ,
    is_asked_for BOOLEAN NOT NULL,       -- somebody wants it tried now, whatever was to be waited for
    last_status INTEGER, last_error VARCHAR, settled_at TIMESTAMPTZ
);

-- Import -----------------------------------------------------------------------------------------------
CREATE TABLE restored_case (             -- which file of which import brought a case
    task_id VARCHAR PRIMARY KEY, file_id BIGINT NOT NULL,
    audit_id BIGINT NOT NULL             -- whatever the change log has of the case behind it was written here
);
