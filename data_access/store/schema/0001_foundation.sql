-- The foundation: ledger, runtime observations, usage, prices, principals, receipts, audit, change counters.
-- No foreign keys (parents of indexed rows could not be updated); `verify` checks the references instead.
-- Keys of foreign records are (conversation_key, native id); uniqueness is held by the anti-join on load.

CREATE TABLE setting (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL, changed_at TIMESTAMPTZ NOT NULL);

CREATE TABLE principal (
    principal_id VARCHAR PRIMARY KEY,
    kind VARCHAR NOT NULL,            -- person, agent, desk, import
    name VARCHAR NOT NULL,
    scopes VARCHAR NOT NULL,          -- comma separated: read, publish, decide, operate
    is_verified BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE token (                   -- how a principal shows who it is; the token itself is never kept
    token_id VARCHAR PRIMARY KEY,      -- also the id of the principal
    token_hash VARCHAR NOT NULL,       -- SHA-256 of 256 random bits
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ
);
CREATE TABLE viewer (                  -- a browser without sign-in; nobody checked who types a name there
    viewer_id VARCHAR PRIMARY KEY,     -- from the hash of its cookie; also the id of the principal
    name VARCHAR NOT NULL,
    first_seen_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL  -- to the hour
);

CREATE TABLE sign_in (                 -- one sign-in of a person, from the provider's word to its end
    sign_in_id VARCHAR PRIMARY KEY,
    principal_id VARCHAR NOT NULL,
    signed_in_at TIMESTAMPTZ NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL,
    signed_out_at TIMESTAMPTZ          -- from then on it is worth nothing, in any tab
);

CREATE SEQUENCE audit_id_sequence;
CREATE TABLE audit (
    audit_id BIGINT PRIMARY KEY DEFAULT nextval('audit_id_sequence'),
    recorded_at TIMESTAMPTZ NOT NULL,
    principal_kind VARCHAR NOT NULL,
    principal_id VARCHAR NOT NULL,
    principal_name VARCHAR NOT NULL,  -- as they were called then
    is_verified BOOLEAN NOT NULL,     -- whether the desk had checked who that was
    face VARCHAR NOT NULL,            -- page, command line, rest, mcp, desk
    action VARCHAR NOT NULL,
    subject_kind VARCHAR NOT NULL,
    subject_id VARCHAR,
    old_value JSON,
    new_value JSON
);
CREATE TABLE receipt (
    principal_id VARCHAR NOT NULL,
    call VARCHAR NOT NULL,
    request_id VARCHAR NOT NULL,
    payload_hash VARCHAR NOT NULL,
    receipt JSON NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (principal_id, call, request_id)
);
CREATE TABLE change_counter (scope VARCHAR PRIMARY KEY, value BIGINT NOT NULL, changed_at TIMESTAMPTZ NOT NULL);

-- The ledger -------------------------------------------------------------------------------------------
CREATE SEQUENCE batch_id_sequence;
CREATE TABLE import_batch (
    batch_id BIGINT PRIMARY KEY,
    source VARCHAR NOT NULL,
    source_format VARCHAR NOT NULL,
    origin VARCHAR NOT NULL,
    principal_id VARCHAR NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ NOT NULL,
    counts JSON NOT NULL
);
CREATE SEQUENCE file_id_sequence;
CREATE TABLE import_file (             -- one version of one file; a grown file continues an earlier one
    file_id INTEGER PRIMARY KEY,
    source_format VARCHAR NOT NULL,
    location VARCHAR NOT NULL,         -- absolute path, or upload:<name>
    shown_path VARCHAR NOT NULL,       -- relative to the source, as reports show it
    size_bytes BIGINT NOT NULL,        -- of the whole file at that time
    content_hash VARCHAR NOT NULL,     -- of the whole file at that time
    start_offset BIGINT NOT NULL,      -- where this version began to read
    start_line INTEGER NOT NULL,
    resume_offset BIGINT NOT NULL,     -- where a continuation begins: after the last complete line
    resume_line INTEGER NOT NULL,
    resume_hash VARCHAR NOT NULL,      -- of the bytes before resume_offset
    continues_file_id INTEGER,
    records BIGINT NOT NULL,           -- records = stored + duplicates + others + rejected
    stored BIGINT NOT NULL,
    duplicates BIGINT NOT NULL,
    others BIGINT NOT NULL,
    rejected BIGINT NOT NULL,
    counts JSON NOT NULL,
    loaded_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE batch_file (batch_id BIGINT NOT NULL, file_id INTEGER NOT NULL);
CREATE TABLE import_reject (file_id INTEGER NOT NULL, line INTEGER NOT NULL, reason VARCHAR NOT NULL, raw_text VARCHAR);
CREATE TABLE import_other (file_id INTEGER NOT NULL, line INTEGER NOT NULL, record_type VARCHAR NOT NULL, raw JSON);
CREATE TABLE also_in (                 -- a stored row that further files also brought
    table_name VARCHAR NOT NULL,
    conversation_key VARCHAR NOT NULL,
    row_id VARCHAR NOT NULL,
    file_id INTEGER NOT NULL,
    line INTEGER NOT NULL
);

-- Runtime observations: appended, never changed; views merge them ---------------------------------------
CREATE TABLE conversation_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, conversation_id VARCHAR NOT NULL,
    source_format VARCHAR NOT NULL, observed_at TIMESTAMPTZ, purpose VARCHAR, title VARCHAR, title_rank INTEGER NOT NULL,
    project VARCHAR, parent_conversation_id VARCHAR, machine VARCHAR, person VARCHAR, extra JSON,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE snapshot (
    conversation_key VARCHAR NOT NULL, snapshot_id VARCHAR NOT NULL, captured_at TIMESTAMPTZ NOT NULL,
    execution_mode VARCHAR, phase VARCHAR, checkpoint VARCHAR, thread_id VARCHAR, agent_id VARCHAR, root_agent_id VARCHAR,
    isolation_mode VARCHAR, isolation_id VARCHAR, isolation_parent_conversation_id VARCHAR,
    isolation_workspace_path VARCHAR, isolation_metadata JSON, extra JSON,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE agent_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, agent_id VARCHAR NOT NULL, name VARCHAR, role VARCHAR,
    parent_agent_id VARCHAR, parent_rank INTEGER NOT NULL, spawned_by_tool_call_id VARCHAR, workspace_path VARCHAR,
    observed_at TIMESTAMPTZ, extra JSON, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE event (
    conversation_key VARCHAR NOT NULL, event_id VARCHAR NOT NULL, agent_id VARCHAR, thread_id VARCHAR, task_id VARCHAR,
    event_type VARCHAR NOT NULL, phase VARCHAR, severity VARCHAR, occurred_at TIMESTAMPTZ, recorded_at TIMESTAMPTZ,
    time_is_naive BOOLEAN NOT NULL, summary VARCHAR, payload JSON USING COMPRESSION zstd, extra JSON, sequence BIGINT NOT NULL,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE content_part (
    conversation_key VARCHAR NOT NULL, part_id VARCHAR NOT NULL, event_id VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    media_type VARCHAR, size_bytes BIGINT NOT NULL, content VARCHAR NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE message (
    conversation_key VARCHAR NOT NULL, message_id VARCHAR NOT NULL, thread_id VARCHAR, sender VARCHAR, recipient VARCHAR,
    role VARCHAR, content VARCHAR, occurred_at TIMESTAMPTZ, reply_to VARCHAR, event_id VARCHAR, extra JSON,
    sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE task_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, task_id VARCHAR NOT NULL, title VARCHAR, agent_id VARCHAR,
    parent_task_id VARCHAR, status VARCHAR, phase VARCHAR, started_at TIMESTAMPTZ, ended_at TIMESTAMPTZ, observed_at TIMESTAMPTZ,
    listed BOOLEAN NOT NULL, extra JSON, sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL,
    isolation_request JSON
);
CREATE TABLE task_result_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, task_id VARCHAR NOT NULL, status VARCHAR, summary VARCHAR,
    output VARCHAR, evidence JSON, modified_files JSON, git_diff_summary VARCHAR, isolation JSON, observed_at TIMESTAMPTZ, extra JSON,
    sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE todo (
    conversation_key VARCHAR NOT NULL, todo_id VARCHAR NOT NULL, agent_id VARCHAR, list_id VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    content VARCHAR, status VARCHAR, observed_at TIMESTAMPTZ, sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE tool_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, tool_call_id VARCHAR NOT NULL, part VARCHAR NOT NULL,
    tool VARCHAR, agent_id VARCHAR, task_id VARCHAR, status VARCHAR, started_at TIMESTAMPTZ, ended_at TIMESTAMPTZ,
    input VARCHAR, output VARCHAR, error VARCHAR, event_id VARCHAR, extra JSON, sequence BIGINT NOT NULL,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE verification_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, status VARCHAR, summary VARCHAR, evidence JSON,
    observed_at TIMESTAMPTZ, sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE permission_observation (  -- requests for permission as each record states them, in the words of the source
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, permission_id VARCHAR NOT NULL, agent_id VARCHAR,
    task_id VARCHAR, tool_call_id VARCHAR, tool VARCHAR, operation VARCHAR, target VARCHAR NOT NULL, reason VARCHAR,
    options JSON, state VARCHAR, outcome VARCHAR, chosen VARCHAR, answered_by VARCHAR, answer VARCHAR, asked_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ, answered_at TIMESTAMPTZ, observed_at TIMESTAMPTZ, event_id VARCHAR, extra JSON,
    sequence BIGINT NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE reported_total (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, agent_id VARCHAR, scope VARCHAR NOT NULL,
    total_usd DECIMAL(38, 12), total_tokens BIGINT, observed_at TIMESTAMPTZ, extra JSON,
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE span (                    -- statements of spans; what is settled over the whole trace is kept with each
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, conversation_id VARCHAR NOT NULL, span_id VARCHAR NOT NULL,
    parent_span_id VARCHAR, name VARCHAR, kind VARCHAR NOT NULL, status VARCHAR, started_at TIMESTAMPTZ, ended_at TIMESTAMPTZ,
    told_agent_id VARCHAR, told_agent_name VARCHAR, told_phase VARCHAR, response_id VARCHAR, scope VARCHAR, tool VARCHAR,
    told_tool_call_id VARCHAR, model VARCHAR, service VARCHAR, input_tokens BIGINT, fresh_input BIGINT, cache_read BIGINT,
    cache_write BIGINT, output_tokens BIGINT, reasoning BIGINT, total_tokens BIGINT, reported_cost_usd DECIMAL(38, 12),
    agent_id VARCHAR, phase VARCHAR, counts VARCHAR, call_key VARCHAR, tool_call_id VARCHAR,
    payload JSON,                      -- only where several statements of the span are kept; else its event has it
    file_id INTEGER NOT NULL, line INTEGER NOT NULL
);

CREATE TABLE workspace_observation (   -- worktrees and branches as git knew them; the key is that of the repository
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, machine VARCHAR NOT NULL, repository VARCHAR NOT NULL,
    observed_at TIMESTAMPTZ NOT NULL, told JSON NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);
CREATE TABLE operation_observation (   -- entries of audit logs; the key is that of the session within such logs
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL,
    conversation VARCHAR,              -- the session as the log names it; null where it names none
    occurred_at TIMESTAMPTZ NOT NULL, time_is_naive BOOLEAN NOT NULL,
    operation VARCHAR, target VARCHAR, -- of a row that says what was done
    tool VARCHAR, given VARCHAR,       -- of one that says which tool was run
    approved_by VARCHAR, result VARCHAR, duration_ms DOUBLE, agent_id VARCHAR, task_id VARCHAR,
    working_directory VARCHAR, workspace VARCHAR, checksum VARCHAR, extra JSON, file_id INTEGER NOT NULL, line INTEGER NOT NULL
);

-- Usage: observations appended, calls merged from them, costs apart ---------------------------------------
CREATE TABLE usage_observation (
    conversation_key VARCHAR NOT NULL, observation_id VARCHAR NOT NULL, call_key VARCHAR NOT NULL, call_id VARCHAR,
    conversation_id VARCHAR NOT NULL, agent_id VARCHAR, task_id VARCHAR, phase VARCHAR, model VARCHAR, occurred_at TIMESTAMPTZ,
    is_fork_copy BOOLEAN NOT NULL, is_finished BOOLEAN, fresh_input BIGINT, cache_read BIGINT, cache_write_5m BIGINT,
    cache_write_1h BIGINT, cache_write_unspecified BIGINT, output BIGINT, reasoning BIGINT, web_searches BIGINT NOT NULL,
    service VARCHAR, reported_cost_usd DECIMAL(38, 12), event_id VARCHAR, file_id INTEGER NOT NULL, line INTEGER NOT NULL,
    replay_id VARCHAR, forked_from VARCHAR, forked_at TIMESTAMPTZ, is_running_total BOOLEAN NOT NULL
);
CREATE TABLE usage_call (
    call_key VARCHAR NOT NULL, call_id VARCHAR, conversation_key VARCHAR NOT NULL, agent_id VARCHAR, task_id VARCHAR, phase VARCHAR,
    model VARCHAR, occurred_at TIMESTAMPTZ, is_finished BOOLEAN, fresh_input BIGINT, cache_read BIGINT, cache_write_5m BIGINT,
    cache_write_1h BIGINT, cache_write_unspecified BIGINT, output BIGINT, reasoning BIGINT, web_searches BIGINT NOT NULL,
    service VARCHAR, reported_cost_usd DECIMAL(38, 12), event_id VARCHAR, observations BIGINT NOT NULL
);
CREATE TABLE price_version (
    price_version VARCHAR PRIMARY KEY, -- for example genai-prices 0.2.3, or file:<hash>
    source VARCHAR NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL,
    ordinal BIGINT NOT NULL            -- order of first use
);
-- Rates in US dollars for ONE token or search, so that money is multiplied and never divided. A model has one
-- row for each span of time and size of prompt with rates of its own; a null bound is open, a null rate unknown.
CREATE TABLE price (
    price_key VARCHAR PRIMARY KEY, price_version VARCHAR NOT NULL, model VARCHAR NOT NULL, priced_as VARCHAR NOT NULL, provider VARCHAR,
    service VARCHAR,                                  -- null: the standard one
    since_at TIMESTAMPTZ, before_at TIMESTAMPTZ,      -- calls from `since_at` on, before `before_at`
    daily_from TIME, daily_before TIME,               -- calls at this time of the day in UTC
    input_over BIGINT, input_up_to BIGINT,   -- calls whose whole input is over the one, up to the other
    fresh_input DECIMAL(18, 12), cache_read DECIMAL(18, 12), cache_write_5m DECIMAL(18, 12), cache_write_1h DECIMAL(18, 12),
    output DECIMAL(18, 12), web_search DECIMAL(18, 12), note VARCHAR
);
CREATE TABLE usage_cost (
    call_key VARCHAR NOT NULL, price_version VARCHAR NOT NULL, price_key VARCHAR NOT NULL, cost_usd DECIMAL(38, 12) NOT NULL,
    is_assumed BOOLEAN NOT NULL,       -- a cache class of unspecified life was priced as five minutes
    is_current BOOLEAN NOT NULL,       -- true for exactly one row of a call; re-pricing keeps the others
    computed_at TIMESTAMPTZ NOT NULL
);

-- Kept per conversation and recomputed in the importing transaction ---------------------------------------
CREATE TABLE conversation (
    conversation_key VARCHAR PRIMARY KEY, conversation_id VARCHAR NOT NULL, source_format VARCHAR NOT NULL, basis VARCHAR NOT NULL,
    origin VARCHAR NOT NULL, purpose VARCHAR NOT NULL, title VARCHAR, project VARCHAR, parent_conversation_id VARCHAR,
    parent_conversation_key VARCHAR, machine VARCHAR, person VARCHAR, first_at TIMESTAMPTZ, last_at TIMESTAMPTZ,
    agents BIGINT NOT NULL, events BIGINT NOT NULL, messages BIGINT NOT NULL, tool_calls BIGINT NOT NULL, errors BIGINT NOT NULL
);
CREATE TABLE conversation_usage (      -- own usage by agent, task, phase and model
    conversation_key VARCHAR NOT NULL, agent_id VARCHAR, task_id VARCHAR, phase VARCHAR, model VARCHAR,
    usage_calls BIGINT NOT NULL, duplicates_ignored BIGINT NOT NULL, fresh_input BIGINT NOT NULL, cache_read BIGINT NOT NULL,
    cache_write_5m BIGINT NOT NULL, cache_write_1h BIGINT NOT NULL, cache_write_unspecified BIGINT NOT NULL, output BIGINT NOT NULL,
    reasoning BIGINT NOT NULL, cost_usd DECIMAL(38, 12), unpriced_calls BIGINT NOT NULL, at_least_calls BIGINT NOT NULL,
    assumed_calls BIGINT NOT NULL
);
CREATE TABLE project (project VARCHAR PRIMARY KEY, label VARCHAR NOT NULL, first_seen_at TIMESTAMPTZ NOT NULL);
