-- Isolation and operations: what runtimes publish of the work they keep apart. Rows are added and never changed; of
-- several requests or results of one task the one recorded last holds. `record_hash` stands for all that a row says
-- (rules.recorded_work): it shows a change, and is the same on every desk that a bundle takes the record to.

CREATE SEQUENCE isolation_record_sequence;
CREATE TABLE isolation_request (
    record_id BIGINT PRIMARY KEY DEFAULT nextval('isolation_record_sequence'),
    conversation VARCHAR NOT NULL,       -- native id or key, as it was told; it may not be imported yet
    task_id VARCHAR NOT NULL, agent_id VARCHAR, goal VARCHAR NOT NULL,
    isolation_mode VARCHAR NOT NULL,     -- none, session, worktree, sandbox
    workspace_strategy VARCHAR NOT NULL, allow_merge_back BOOLEAN NOT NULL, cleanup_policy VARCHAR NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
    extra JSON, record_hash VARCHAR NOT NULL
);
CREATE TABLE isolation_result (
    record_id BIGINT PRIMARY KEY DEFAULT nextval('isolation_record_sequence'),
    conversation VARCHAR NOT NULL, task_id VARCHAR NOT NULL, agent_id VARCHAR, status VARCHAR NOT NULL,
    isolation_mode VARCHAR NOT NULL, workspace_path VARCHAR, branch VARCHAR,
    cleanup_status VARCHAR,              -- pending, done, failed, kept
    evidence JSON NOT NULL, summary VARCHAR,
    modified_files JSON,                 -- null where the runtime does not say, [] where there are none
    git_diff_summary VARCHAR, task_result JSON, verification_evidence JSON NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
    extra JSON, record_hash VARCHAR NOT NULL
);
CREATE TABLE agent_operation (
    record_id BIGINT PRIMARY KEY DEFAULT nextval('isolation_record_sequence'),
    conversation VARCHAR NOT NULL, occurred_at TIMESTAMPTZ NOT NULL,
    operation VARCHAR NOT NULL,          -- install, execute, download, write
    target VARCHAR NOT NULL,
    approved_by VARCHAR NOT NULL,        -- auto, user, policy
    result VARCHAR NOT NULL,             -- success, failed, denied
    agent_id VARCHAR, task_id VARCHAR, working_directory VARCHAR, workspace VARCHAR, checksum VARCHAR,
    recorded_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
    extra JSON, record_hash VARCHAR NOT NULL
);
CREATE TABLE resource_sample (           -- null is "not measured"
    record_id BIGINT PRIMARY KEY DEFAULT nextval('isolation_record_sequence'),
    conversation VARCHAR NOT NULL, sampled_at TIMESTAMPTZ NOT NULL, agent_id VARCHAR,
    disk_bytes BIGINT, command_seconds DOUBLE, memory_bytes BIGINT, network_bytes_per_second BIGINT,
    recorded_at TIMESTAMPTZ NOT NULL, principal_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
    extra JSON, record_hash VARCHAR NOT NULL
);
CREATE TABLE restored_record (           -- which of these came with a case out of a bundle, and which looks of git
    task_id VARCHAR NOT NULL,            -- the case
    table_name VARCHAR NOT NULL,
    record_hash VARCHAR NOT NULL,        -- of a look of git its observation_id
    was_here BOOLEAN NOT NULL            -- the desk had it of its own already: it does not leave with the case
);
CREATE TABLE resource_sample_observation (   -- samples that a file brought; the key is that of the session as they name it
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, conversation VARCHAR NOT NULL,
    sampled_at TIMESTAMPTZ NOT NULL, time_is_naive BOOLEAN NOT NULL, agent_id VARCHAR,
    disk_bytes BIGINT, command_seconds DOUBLE, memory_bytes BIGINT, network_bytes_per_second BIGINT, extra JSON,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);

-- Kept beside the records and worked out anew from them: what every operation of the desk is, what the policy says of
-- it, what it left behind. `run` is the key of a run, or `told:` and what was told where no run, or no single one,
-- goes by it. `examined_by` names the policy with the rules that read it.
CREATE TABLE examined_run (
    run VARCHAR PRIMARY KEY, examined_by VARCHAR NOT NULL,
    mark VARCHAR NOT NULL                -- how the run stood when it was examined
);
CREATE TABLE examined_source (           -- a record or a tool call, of which none, one or several operations come
    run VARCHAR NOT NULL, source_id VARCHAR NOT NULL, examined_by VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL         -- of all that the policy went by
);
CREATE TABLE examined_operation (
    run VARCHAR NOT NULL, conversation_key VARCHAR, conversation_id VARCHAR, source_id VARCHAR NOT NULL,
    operation_id VARCHAR NOT NULL, examined_by VARCHAR NOT NULL, origin VARCHAR NOT NULL, duration_ms DOUBLE,
    is_derived BOOLEAN NOT NULL, agent_id VARCHAR, task_id VARCHAR, occurred_at TIMESTAMPTZ,
    operation VARCHAR NOT NULL, target VARCHAR NOT NULL, tool VARCHAR, working_directory VARCHAR, workspace VARCHAR,
    approved_by VARCHAR, result VARCHAR, verdict VARCHAR NOT NULL, rule VARCHAR NOT NULL, why VARCHAR NOT NULL, zone VARCHAR,
    capability VARCHAR NOT NULL, is_dangerous BOOLEAN NOT NULL, level_called_for VARCHAR,
    is_denied_but_done BOOLEAN NOT NULL, is_unapproved BOOLEAN NOT NULL, is_outside_zone BOOLEAN NOT NULL,
    is_approval_unknown BOOLEAN NOT NULL, event_id VARCHAR
);
CREATE TABLE operation_addition (        -- what an operation left behind that was not denied and did not fail
    run VARCHAR NOT NULL, conversation_key VARCHAR, conversation_id VARCHAR, source_id VARCHAR NOT NULL,
    operation_id VARCHAR NOT NULL, examined_by VARCHAR NOT NULL, origin VARCHAR NOT NULL, agent_id VARCHAR, occurred_at TIMESTAMPTZ,
    kind VARCHAR NOT NULL,               -- package, download, file
    target VARCHAR NOT NULL, zone VARCHAR, verdict VARCHAR NOT NULL, is_derived BOOLEAN NOT NULL, event_id VARCHAR
);
