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
