-- The one definition of each measure and of each merged record. Recreated at every start; no data lives here.

-- Was a row known at a moment? It was when it happened by then, or when a snapshot that was there brought it:
-- `places` are the lines of those snapshots, as reading.run_as_of gives them. A null moment is now.
CREATE OR REPLACE MACRO known_as_of(own_time, file_id, line, moment, places) AS (
    moment IS NULL OR coalesce(own_time <= moment, FALSE) OR list_contains(places, file_id::BIGINT * 4294967296 + line)
);

-- An agent, merged from everything that was said of it: the best-founded parent wins, then the latest word.
CREATE OR REPLACE MACRO agent_as_of(moment, places) AS TABLE
SELECT
    conversation_key, agent_id,
    arg_max(name, (coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id)) FILTER (name IS NOT NULL) AS name,
    arg_max(role, (coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id)) FILTER (role IS NOT NULL) AS role,
    arg_max(parent_agent_id, (parent_rank, coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id))
        FILTER (parent_agent_id IS NOT NULL) AS parent_agent_id,
    arg_max(spawned_by_tool_call_id, (parent_rank, coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id))
        FILTER (spawned_by_tool_call_id IS NOT NULL) AS spawned_by_tool_call_id,
    arg_max(workspace_path, (coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id))
        FILTER (workspace_path IS NOT NULL) AS workspace_path
FROM agent_observation
WHERE known_as_of(observed_at, file_id, line, moment, places)
GROUP BY conversation_key, agent_id;

CREATE OR REPLACE VIEW agent AS SELECT * FROM agent_as_of(NULL::TIMESTAMPTZ, NULL::BIGINT[]);

-- What each call of `calls` counts for, at the costs of `costs`, by what `agents` says of its agent: names of tables with
-- the columns of usage_call, usage_cost and agent_observation. Apart from call_measure for calls that are counted on arrival.
CREATE OR REPLACE MACRO call_measure_of(calls, costs, agents := 'agent_observation') AS TABLE
WITH spawned AS (
    SELECT
        conversation_key, agent_id,
        arg_max(
            spawned_by_tool_call_id, (parent_rank, coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id)
        ) AS task_id
    FROM query_table(agents)
    WHERE spawned_by_tool_call_id IS NOT NULL
    GROUP BY conversation_key, agent_id
)
SELECT
    u.call_key, u.call_id, u.conversation_key, u.agent_id,
    coalesce(u.task_id, s.task_id) AS task_id,
    u.phase, u.model, u.occurred_at, u.event_id,
    1 AS usage_calls,
    u.observations - 1 AS duplicates_ignored,
    u.fresh_input, u.cache_read, u.cache_write_5m, u.cache_write_1h, u.cache_write_unspecified, u.output, u.reasoning, u.web_searches, u.service,
    coalesce(u.reported_cost_usd, k.cost_usd) AS cost_usd,
    CASE WHEN u.reported_cost_usd IS NOT NULL THEN 'reported' WHEN k.cost_usd IS NOT NULL THEN 'computed' ELSE 'unknown' END AS cost_state,
    k.price_key, k.price_version,
    (u.reported_cost_usd IS NULL AND k.cost_usd IS NULL)::INTEGER AS unpriced_calls,
    (u.is_finished IS FALSE)::INTEGER AS at_least_calls,
    (u.reported_cost_usd IS NULL AND coalesce(k.is_assumed, FALSE))::INTEGER AS assumed_calls
FROM query_table(calls) u
LEFT JOIN query_table(costs) k ON k.call_key = u.call_key AND k.is_current
LEFT JOIN spawned s ON s.conversation_key = u.conversation_key AND s.agent_id = u.agent_id;

-- What a billed call counts for. Every sum of usage or money in the product is a sum over this view. A source
-- that states only a total has rows of its own without calls (`cost_state` is `reported_total`): the newest
-- total of a conversation in which nobody speaks of a call and which has no child runs.
CREATE OR REPLACE VIEW call_measure AS
WITH newest_total AS (
    SELECT conversation_key, agent_id, scope, total_usd, observed_at
    FROM reported_total
    WHERE total_usd IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY conversation_key, scope, agent_id ORDER BY observed_at DESC NULLS LAST, observation_id DESC
    ) = 1
), lone_total AS (
    SELECT *
    FROM newest_total t
    WHERE NOT EXISTS (SELECT 1 FROM usage_observation o WHERE o.conversation_key = t.conversation_key)
        AND NOT EXISTS (SELECT 1 FROM conversation c WHERE c.parent_conversation_key = t.conversation_key)
        AND (
            scope = 'conversation'
            OR NOT EXISTS (
                SELECT 1 FROM newest_total w
                WHERE w.conversation_key = t.conversation_key AND w.scope = 'conversation'
            )
        )
)
SELECT * FROM call_measure_of('usage_call', 'usage_cost')
UNION ALL BY NAME
SELECT
    conversation_key, agent_id, observed_at AS occurred_at, 0 AS usage_calls, 0 AS duplicates_ignored, 0 AS web_searches,
    total_usd AS cost_usd, 'reported_total' AS cost_state, 0 AS unpriced_calls, 0 AS at_least_calls, 0 AS assumed_calls
FROM lone_total;

-- What usage adds up to, over the rows of anything shaped like `call_measure`: the one definition of each sum, asked
-- for as `usage_sum(COLUMNS(usage_counts())), sum(cost_usd) AS cost_usd, unpriced_models_in(model, unpriced_calls)`.
-- Money stays null when not one row has any; the models of calls without a price stand apart. Names of columns, not
-- rows: a macro over whole rows, or a DISTINCT within an aggregate, takes as long to plan as all of the sums to add up.
CREATE OR REPLACE MACRO usage_counts() AS [
    'usage_calls', 'duplicates_ignored', 'fresh_input', 'cache_read', 'cache_write_5m', 'cache_write_1h',
    'cache_write_unspecified', 'output', 'reasoning', 'unpriced_calls', 'at_least_calls', 'assumed_calls'
];

CREATE OR REPLACE MACRO usage_sum(counted) AS coalesce(sum(counted), 0)::BIGINT;

CREATE OR REPLACE MACRO unpriced_models_in(model, unpriced_calls) AS
    coalesce(list_sort(list_distinct(list(model) FILTER (unpriced_calls > 0 AND model IS NOT NULL))), []);

-- What a conversation spent itself.
CREATE OR REPLACE VIEW conversation_own_usage AS
SELECT conversation_key, usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd, unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM conversation_usage u
GROUP BY conversation_key;

-- What each conversation named and its child runs, to any depth, spent. A circle of parents ends where it closes.
-- Asked for by key, because a recursion over all runs is what no page needs.
CREATE OR REPLACE MACRO conversation_inclusive_usage(conversation_keys) AS TABLE
WITH RECURSIVE kin (conversation_key, member_key) AS (
    SELECT conversation_key, conversation_key FROM conversation WHERE list_contains(conversation_keys, conversation_key)
    UNION
    SELECT k.conversation_key, c.conversation_key
    FROM kin k
    JOIN conversation c ON c.parent_conversation_key = k.member_key
)
SELECT k.conversation_key, usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd, unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM kin k
JOIN conversation_usage u ON u.conversation_key = k.member_key
GROUP BY k.conversation_key;

-- What an agent spent itself; usage that the source ties to no agent has a row with a null `agent_id`.
CREATE OR REPLACE VIEW agent_own_usage AS
SELECT conversation_key, agent_id, usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd, unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM conversation_usage u
GROUP BY conversation_key, agent_id;

-- What a conversation had used itself by a moment, to be summed; a null moment is now, where the kept sums answer.
CREATE OR REPLACE MACRO usage_until(run_key, moment) AS TABLE
SELECT * FROM conversation_usage WHERE moment IS NULL AND conversation_key = run_key
UNION ALL BY NAME
SELECT
    conversation_key, agent_id, task_id, phase, model, usage_calls, duplicates_ignored, fresh_input, cache_read, cache_write_5m,
    cache_write_1h, cache_write_unspecified, output, reasoning, cost_usd, unpriced_calls, at_least_calls, assumed_calls
FROM call_measure
WHERE moment IS NOT NULL AND conversation_key = run_key AND occurred_at <= moment;

-- A tool call with its outcome: the two halves joined; a call without a result is unfinished.
CREATE OR REPLACE MACRO tool_outcome_as_of(moment, places) AS TABLE
SELECT
    conversation_key, tool_call_id,
    arg_min(tool, (sequence, observation_id)) FILTER (tool IS NOT NULL) AS tool,
    arg_min(agent_id, (part = 'result', sequence, observation_id)) FILTER (agent_id IS NOT NULL) AS agent_id,
    arg_min(task_id, (sequence, observation_id)) FILTER (task_id IS NOT NULL) AS task_id,
    coalesce(arg_max(status, (sequence, observation_id)) FILTER (status IS NOT NULL), 'unfinished') AS status,
    min(started_at) AS started_at,
    max(ended_at) AS ended_at,
    arg_min(input, (sequence, observation_id)) FILTER (input IS NOT NULL) AS input,
    arg_max(output, (sequence, observation_id)) FILTER (output IS NOT NULL) AS output,
    arg_max(error, (sequence, observation_id)) FILTER (error IS NOT NULL) AS error,
    arg_min(event_id, (part = 'result', sequence, observation_id)) FILTER (event_id IS NOT NULL) AS event_id,
    min(sequence) AS sequence
FROM tool_observation
WHERE known_as_of(coalesce(ended_at, started_at), file_id, line, moment, places)
GROUP BY conversation_key, tool_call_id;

CREATE OR REPLACE VIEW tool_outcome AS SELECT * FROM tool_outcome_as_of(NULL::TIMESTAMPTZ, NULL::BIGINT[]);

-- A runtime task: the newest word on each field; `listed` says whether the newest snapshot still lists it.
CREATE OR REPLACE MACRO task_as_of(moment, places) AS TABLE
WITH newest AS (
    SELECT conversation_key, max(captured_at) AS captured_at
    FROM snapshot
    WHERE moment IS NULL OR captured_at <= moment
    GROUP BY conversation_key
)
SELECT
    t.conversation_key, t.task_id,
    arg_max(t.title, (coalesce(t.observed_at, TIMESTAMPTZ '1970-01-01'), t.sequence)) FILTER (t.title IS NOT NULL) AS title,
    arg_max(t.agent_id, (coalesce(t.observed_at, TIMESTAMPTZ '1970-01-01'), t.sequence)) FILTER (t.agent_id IS NOT NULL) AS agent_id,
    arg_max(t.parent_task_id, (coalesce(t.observed_at, TIMESTAMPTZ '1970-01-01'), t.sequence))
        FILTER (t.parent_task_id IS NOT NULL) AS parent_task_id,
    arg_max(t.status, (coalesce(t.observed_at, TIMESTAMPTZ '1970-01-01'), t.sequence)) FILTER (t.status IS NOT NULL) AS status,
    arg_max(t.phase, (coalesce(t.observed_at, TIMESTAMPTZ '1970-01-01'), t.sequence)) FILTER (t.phase IS NOT NULL) AS phase,
    min(t.started_at) AS started_at,
    max(t.ended_at) AS ended_at,
    max(t.observed_at) AS observed_at,
    coalesce(bool_or(t.listed AND t.observed_at = n.captured_at), FALSE) AS is_listed,
    bool_or(t.listed) AS was_listed
FROM task_observation t LEFT JOIN newest n USING (conversation_key)
WHERE known_as_of(t.observed_at, t.file_id, t.line, moment, places)
GROUP BY t.conversation_key, t.task_id;

CREATE OR REPLACE VIEW task AS SELECT * FROM task_as_of(NULL::TIMESTAMPTZ, NULL::BIGINT[]);

-- The tasks of one run with their places: where a source states no parent, the task of a sub-agent is a part of the task
-- on which the agent that started it was at work.
CREATE OR REPLACE MACRO placed_task_as_of(run_key, moment, places) AS TABLE
WITH stated AS (
    SELECT * FROM task_as_of(moment, places) WHERE conversation_key = run_key
), described AS (
    SELECT * FROM agent_as_of(moment, places) WHERE conversation_key = run_key
)
SELECT s.* REPLACE (coalesce(s.parent_task_id, above.task_id) AS parent_task_id)
FROM stated s
LEFT JOIN described own ON own.agent_id = s.agent_id AND own.spawned_by_tool_call_id = s.task_id
LEFT JOIN described starter ON starter.agent_id = own.parent_agent_id
LEFT JOIN stated above ON above.task_id = starter.spawned_by_tool_call_id AND above.task_id <> s.task_id;

-- A request for permission: the newest word on each field; `asked_at` is the earliest.
CREATE OR REPLACE VIEW permission_request AS
WITH placed AS (
    SELECT *, (coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), sequence, observation_id) AS place FROM permission_observation
)
SELECT
    conversation_key, permission_id, arg_max(agent_id, place) AS agent_id, arg_max(task_id, place) AS task_id,
    arg_max(tool_call_id, place) AS tool_call_id, arg_max(tool, place) AS tool, arg_max(operation, place) AS operation,
    arg_max(target, place) AS target, arg_max(reason, place) AS reason, arg_max(options, place) AS options,
    arg_max(state, place) AS state, arg_max(outcome, place) AS outcome, arg_max(chosen, place) AS chosen,
    arg_max(answered_by, place) AS answered_by, arg_max(answer, place) AS answer, min(asked_at) AS asked_at,
    arg_max(expires_at, place) AS expires_at, arg_max(answered_at, place) AS answered_at,
    arg_max(event_id, place) AS event_id
FROM placed
GROUP BY conversation_key, permission_id;

-- Every row that a file brought, whatever its table, by its identity.
CREATE OR REPLACE VIEW brought_row AS
SELECT 'conversation_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM conversation_observation
UNION ALL
SELECT 'snapshot' AS table_name, conversation_key, snapshot_id AS row_id, file_id FROM snapshot
UNION ALL
SELECT 'agent_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM agent_observation
UNION ALL
SELECT 'event' AS table_name, conversation_key, event_id AS row_id, file_id FROM event
UNION ALL
SELECT 'content_part' AS table_name, conversation_key, part_id AS row_id, file_id FROM content_part
UNION ALL
SELECT 'message' AS table_name, conversation_key, message_id AS row_id, file_id FROM message
UNION ALL
SELECT 'task_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM task_observation
UNION ALL
SELECT 'task_result_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM task_result_observation
UNION ALL
SELECT 'todo' AS table_name, conversation_key, todo_id AS row_id, file_id FROM todo
UNION ALL
SELECT 'tool_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM tool_observation
UNION ALL
SELECT 'verification_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM verification_observation
UNION ALL
SELECT 'permission_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM permission_observation
UNION ALL
SELECT 'usage_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM usage_observation
UNION ALL
SELECT 'reported_total' AS table_name, conversation_key, observation_id AS row_id, file_id FROM reported_total
UNION ALL
SELECT 'span' AS table_name, conversation_key, observation_id AS row_id, file_id FROM span
UNION ALL
SELECT 'workspace_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM workspace_observation
UNION ALL
SELECT 'operation_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM operation_observation
UNION ALL
SELECT 'resource_sample_observation' AS table_name, conversation_key, observation_id AS row_id, file_id FROM resource_sample_observation;

-- Operations of agents that somebody recorded: published by a runtime, or in its audit log. `operation` is null where
-- the log says only which tool was run. The session named need not be imported.
CREATE OR REPLACE VIEW recorded_operation AS
WITH held AS (
    SELECT m.file_id, CASE WHEN bool_or(b.origin = 'real') THEN 'real' ELSE min(b.origin) END AS origin
    FROM batch_file m
    JOIN import_batch b USING (batch_id)
    GROUP BY m.file_id
)
SELECT
    'record:' || record_id AS operation_id, conversation, occurred_at, FALSE AS time_is_naive, operation, target, NULL::VARCHAR AS tool,
    NULL::VARCHAR AS given, approved_by, result, NULL::DOUBLE AS duration_ms, agent_id, task_id, working_directory,
    workspace, checksum, NULL::VARCHAR AS origin, record_id AS sequence
FROM agent_operation
UNION ALL
SELECT
    'audit:' || o.observation_id, o.conversation, o.occurred_at, o.time_is_naive, o.operation, o.target, o.tool, o.given, o.approved_by,
    o.result, o.duration_ms, o.agent_id, o.task_id, o.working_directory, o.workspace, o.checksum,
    coalesce(h.origin, 'real'), 0
FROM operation_observation o
LEFT JOIN held h USING (file_id);

-- A recorded operation with the run it belongs to: the one whose key was told, else the only one of that native id.
CREATE OR REPLACE VIEW placed_operation AS
WITH named AS (
    SELECT conversation_id, any_value(conversation_key) AS conversation_key
    FROM conversation
    GROUP BY conversation_id
    HAVING count(*) = 1
)
SELECT
    o.*, coalesce(k.conversation_key, n.conversation_key) AS conversation_key,
    coalesce(k.conversation_key, n.conversation_key, 'told:' || coalesce(o.conversation, '')) AS run
FROM recorded_operation o
LEFT JOIN conversation k ON k.conversation_key = o.conversation
LEFT JOIN named n ON n.conversation_id = o.conversation;

-- Whose operations there are: every run, and what was told where no run, or no single one, goes by it. `mark` is another
-- text whenever something changed.
CREATE OR REPLACE VIEW operating_run AS
WITH recorded AS (
    SELECT
        run, any_value(conversation) AS conversation, max(occurred_at) AS last_at, count(*) AS records,
        bit_xor(hash(operation_id)) AS told
    FROM placed_operation
    GROUP BY run
), each_run AS (
    SELECT conversation_key AS run, conversation_key, conversation_id, last_at, tool_calls FROM conversation
    UNION ALL
    SELECT run, NULL, conversation, last_at, 0 FROM recorded WHERE starts_with(run, 'told:')
)
SELECT e.*, e.tool_calls + coalesce(r.records, 0) AS sources, concat_ws(' ', coalesce(k.value, 0) + coalesce(n.value, 0), coalesce(r.told, 0)) AS mark
FROM each_run e
LEFT JOIN change_counter k ON k.scope = 'conversation:' || e.conversation_key
LEFT JOIN change_counter n ON n.scope = 'conversation:' || e.conversation_id
LEFT JOIN recorded r ON r.run = e.run;

-- What agents of some runs did: operations that were recorded, and calls of `tools`, which may be some. A log tells the
-- folder on the row of the call, else on its run.
CREATE OR REPLACE MACRO operation_source(runs, tools) AS TABLE
WITH directory AS (
    SELECT
        conversation_key,
        arg_min(extra ->> '$.cwd', (observed_at, line)) FILTER (extra ->> '$.cwd' IS NOT NULL) AS directory
    FROM conversation_observation
    WHERE list_contains(runs, conversation_key)
    GROUP BY conversation_key
), called AS (
    SELECT * FROM tool_outcome
    WHERE list_contains(runs, conversation_key) AND list_contains(tools, regexp_extract(lower(tool), '[^.]*$'))
), told_folder AS (
    SELECT e.conversation_key, e.event_id, e.payload ->> '$.cwd' AS folder
    FROM event e
    JOIN conversation c ON c.conversation_key = e.conversation_key AND c.source_format = 'claude_code'
    WHERE list_contains(runs, e.conversation_key) AND e.event_type IN ('tool_call', 'tool_result')
), told AS (
    SELECT
        t.conversation_key AS run, t.conversation_key, 'call:' || t.tool_call_id AS operation_id, TRUE AS is_derived, t.agent_id,
        t.task_id, coalesce(t.started_at, t.ended_at) AS occurred_at, NULL AS operation, t.input AS target, t.tool,
        e.folder AS working_directory, NULL AS workspace, NULL AS approved_by, t.status AS result, NULL AS checksum,
        NULL AS duration_ms, NULL AS origin, t.event_id, t.sequence
    FROM called t
    LEFT JOIN told_folder e ON e.conversation_key = t.conversation_key AND e.event_id = t.event_id
    UNION ALL
    SELECT
        o.run, o.conversation_key, o.operation_id, o.operation IS NULL, o.agent_id, o.task_id, o.occurred_at, o.operation,
        coalesce(o.target, o.given), o.tool, o.working_directory, o.workspace, o.approved_by, o.result, o.checksum,
        o.duration_ms, o.origin, NULL, o.sequence
    FROM placed_operation o
    WHERE list_contains(runs, o.run)
)
SELECT
    t.* REPLACE (coalesce(t.origin, c.origin, 'real') AS origin),
    coalesce(c.conversation_id, nullif(substr(t.run, 6), '')) AS conversation_id, a.workspace_path AS agent_workspace,
    coalesce(d.directory, c.project) AS run_directory
FROM told t
LEFT JOIN conversation c ON c.conversation_key = t.conversation_key
LEFT JOIN directory d ON d.conversation_key = t.conversation_key
LEFT JOIN (SELECT * FROM agent WHERE list_contains(runs, conversation_key)) a
    ON a.conversation_key = t.conversation_key AND a.agent_id = t.agent_id;

-- Operations as they were examined last, of runs that are still there. Null values ask for everything.
CREATE OR REPLACE MACRO examined_operation_in(judge, runs, doer, format, since_at, until_at) AS TABLE
SELECT
    o.*, c.title AS run_title, c.source_format, c.basis,
    is_denied_but_done OR is_unapproved OR is_outside_zone AS is_breach
FROM examined_operation o
LEFT JOIN conversation c ON c.conversation_key = o.conversation_key
WHERE o.examined_by = judge AND (o.conversation_key IS NULL OR c.conversation_key IS NOT NULL)
    AND (runs IS NULL OR list_contains(runs, o.run))
    AND (doer IS NULL OR o.agent_id = doer)
    AND (format IS NULL OR c.source_format = format)
    AND (since_at IS NULL OR o.occurred_at >= since_at)
    AND (until_at IS NULL OR o.occurred_at < until_at);

-- What such operations left behind.
CREATE OR REPLACE MACRO operation_addition_in(judge, runs, doer, format, since_at, until_at) AS TABLE
SELECT a.*, c.title AS run_title, c.source_format, c.basis
FROM operation_addition a
LEFT JOIN conversation c ON c.conversation_key = a.conversation_key
WHERE a.examined_by = judge AND (a.conversation_key IS NULL OR c.conversation_key IS NOT NULL)
    AND (runs IS NULL OR list_contains(runs, a.run))
    AND (doer IS NULL OR a.agent_id = doer)
    AND (format IS NULL OR c.source_format = format)
    AND (since_at IS NULL OR a.occurred_at >= since_at)
    AND (until_at IS NULL OR a.occurred_at < until_at);

-- What was refused in some runs: calls of tools that a person or a rule did not let happen, and operations that were
-- recorded as denied.
CREATE OR REPLACE MACRO refusal_in(runs) AS TABLE
SELECT
    conversation_key AS run, conversation_key, conversation_id, 'call:' || tool_call_id AS source_id, TRUE AS is_derived, agent_id,
    started_at AS begun_at, coalesce(ended_at, started_at) AS refused_at, tool, input AS target,
    coalesce(error, output) AS told, NULL AS approved_by, origin, event_id
FROM tool_outcome
JOIN conversation USING (conversation_key)
WHERE status = 'denied' AND list_contains(runs, conversation_key)
UNION ALL
SELECT
    o.run, o.conversation_key, coalesce(c.conversation_id, o.conversation), o.operation_id, FALSE, o.agent_id, o.occurred_at,
    o.occurred_at, o.tool, coalesce(o.target, o.given), NULL, o.approved_by, coalesce(o.origin, c.origin, 'real'), NULL
FROM placed_operation o
LEFT JOIN conversation c ON c.conversation_key = o.conversation_key
WHERE o.result = 'denied' AND list_contains(runs, o.run);

-- Every move of the agents of some runs that succeeded or was refused, with when the model call was made that asked for
-- it: the last one before its end. A log of Codex books a call after what it asked for: there the first one from its begin.
CREATE OR REPLACE MACRO asked_move_in(runs) AS TABLE
WITH move AS (
    SELECT
        conversation_key AS run, coalesce(agent_id, '') AS doer, 'call:' || tool_call_id AS source_id,
        if(status = 'ok', 'success', 'refusal') AS kind, coalesce(started_at, ended_at) AS begun_at,
        coalesce(ended_at, started_at) AS ended_at
    FROM tool_outcome
    WHERE status IN ('ok', 'denied') AND list_contains(runs, conversation_key)
    UNION ALL
    SELECT run, coalesce(agent_id, ''), operation_id, if(result = 'success', 'success', 'refusal'), occurred_at, occurred_at
    FROM placed_operation
    WHERE result IN ('success', 'denied') AND list_contains(runs, run)
), called AS (
    SELECT DISTINCT u.conversation_key AS run, coalesce(u.agent_id, '') AS doer, u.occurred_at AS called_at, c.source_format
    FROM usage_call u
    JOIN conversation c ON c.conversation_key = u.conversation_key
    WHERE u.occurred_at IS NOT NULL AND list_contains(runs, u.conversation_key)
)
SELECT m.run, m.doer, m.source_id, m.kind, m.ended_at, coalesce(f.called_at, b.called_at) AS asked_at
FROM move m
ASOF LEFT JOIN called b ON b.run = m.run AND b.doer = m.doer AND b.called_at <= m.ended_at
ASOF LEFT JOIN (SELECT * FROM called WHERE source_format = 'codex') f
    ON f.run = m.run AND f.doer = m.doer AND f.called_at >= m.begun_at;

-- What each refusal of some runs cost: the calls of its agent that came to nothing. From the call on that asked for what
-- was refused, up to the one that asked for the agent's next move that succeeded, or was refused and counts by itself, or
-- up to the next word of a person. A call that also asked for a move that succeeded is left out. No call counts twice.
-- `is_known` is false where the refusal has no time, or the source does not say of every call of the agent when it was
-- made, or speaks of none before it.
CREATE OR REPLACE MACRO refusal_cost_in(runs) AS TABLE
WITH asked AS MATERIALIZED (
    SELECT * FROM asked_move_in(runs)
), stretch AS (
    SELECT run, doer, asked_at AS begin_at, max(source_id) AS source_id
    FROM asked
    WHERE kind = 'refusal' AND asked_at IS NOT NULL
    GROUP BY run, doer, asked_at
), turn AS (
    SELECT run, doer, asked_at AS turn_at, kind AS turned_by FROM asked WHERE asked_at IS NOT NULL
    UNION ALL
    SELECT conversation_key, coalesce(recipient, ''), occurred_at, 'word'
    FROM message
    WHERE role = 'user' AND occurred_at IS NOT NULL AND list_contains(runs, conversation_key)
), first_turn AS (
    SELECT run, doer, turn_at, max(turned_by) AS turned_by FROM turn GROUP BY run, doer, turn_at
), bounded AS (
    SELECT s.*, t.turn_at AS end_at, coalesce(t.turned_by, 'end') AS ended_by
    FROM stretch s
    ASOF LEFT JOIN first_turn t ON t.run = s.run AND t.doer = s.doer AND t.turn_at > s.begin_at
), called AS MATERIALIZED (
    SELECT *, coalesce(agent_id, '') AS doer
    FROM call_measure_of('usage_call', 'usage_cost')
    WHERE list_contains(runs, conversation_key)
), spent AS (
    SELECT
        b.run, b.source_id, usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
        unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
    FROM called u
    ASOF JOIN bounded b ON b.run = u.conversation_key AND b.doer = u.doer AND b.begin_at <= u.occurred_at
    WHERE (b.end_at IS NULL OR u.occurred_at < b.end_at)
        AND NOT EXISTS (
            SELECT 1 FROM asked a
            WHERE a.kind = 'success' AND a.run = u.conversation_key AND a.doer = u.doer AND a.asked_at = u.occurred_at
        )
    GROUP BY b.run, b.source_id
), timed AS (
    SELECT conversation_key, doer, bool_and(occurred_at IS NOT NULL) AS is_timed FROM called GROUP BY conversation_key, doer
)
SELECT
    r.*, coalesce(t.is_timed AND a.asked_at IS NOT NULL, FALSE) AS is_known,
    -- Of several that one call asked for, the last one bears it.
    if(a.asked_at IS NULL OR b.source_id IS NOT NULL, b.ended_by, 'refusal') AS ended_by,
    s.* EXCLUDE (run, source_id)
FROM refusal_in(runs) r
JOIN asked a ON a.kind = 'refusal' AND a.run = r.run AND a.source_id = r.source_id
LEFT JOIN timed t ON t.conversation_key = r.run AND t.doer = a.doer
LEFT JOIN bounded b ON b.run = r.run AND b.source_id = r.source_id
LEFT JOIN spent s ON s.run = r.run AND s.source_id = r.source_id;

-- The dialogue of a run item by item: messages, tool calls where they were made, thinking, and errors that stand in
-- neither. `is_error` is the one definition of an error that next_error and the trace go by. `searched` is what a
-- search looks at. Items without a time come last (`sort_at`).
CREATE OR REPLACE MACRO transcript_item_as_of(moment, places) AS TABLE
WITH failed AS (
    SELECT conversation_key, event_id FROM event WHERE severity = 'error'
), called AS (
    SELECT
        conversation_key, tool_call_id,
        min(observation_id) AS first_observation,
        arg_min(agent_id, (part = 'result', sequence, observation_id)) FILTER (agent_id IS NOT NULL) AS agent_id,
        arg_min(event_id, (part = 'result', sequence, observation_id)) FILTER (event_id IS NOT NULL) AS event_id,
        coalesce(arg_max(status, (sequence, observation_id)) FILTER (status IS NOT NULL), 'unfinished') AS status,
        coalesce(min(started_at), max(ended_at)) AS occurred_at,
        min(sequence) AS sequence,
        string_agg(concat_ws(' ', tool, input, output, error), ' ') AS searched
    FROM tool_observation
    WHERE known_as_of(coalesce(ended_at, started_at), file_id, line, moment, places)
    GROUP BY conversation_key, tool_call_id
), item AS (
    SELECT
        m.conversation_key, 'message' AS kind, m.message_id AS item_id, m.event_id,
        CASE WHEN m.role IN ('assistant', 'agent') THEN m.sender ELSE coalesce(m.recipient, m.sender) END AS agent_id,
        CASE WHEN m.role IN ('assistant', 'agent') THEN m.recipient ELSE m.sender END AS other_agent_id,
        m.thread_id, m.occurred_at, m.sequence, 1 AS rank, m.message_id AS place, f.event_id IS NOT NULL AS is_error,
        m.content AS searched
    FROM message m
    LEFT JOIN failed f ON f.conversation_key = m.conversation_key AND f.event_id = m.event_id
    WHERE known_as_of(m.occurred_at, m.file_id, m.line, moment, places)
    UNION ALL
    SELECT
        c.conversation_key, 'tool_call' AS kind, c.tool_call_id AS item_id, c.event_id, c.agent_id, NULL, e.thread_id,
        c.occurred_at, c.sequence, 2 AS rank, concat_ws(' ', c.first_observation, c.tool_call_id) AS place, c.status = 'error' AS is_error,
        c.searched
    FROM called c
    LEFT JOIN event e ON e.conversation_key = c.conversation_key AND e.event_id = c.event_id
    UNION ALL
    SELECT
        e.conversation_key, 'thinking' AS kind, p.event_id AS item_id, p.event_id, e.agent_id, NULL, e.thread_id, e.occurred_at,
        e.sequence, 0 AS rank, p.event_id AS place, FALSE AS is_error, NULL AS searched
    FROM (SELECT DISTINCT conversation_key, event_id FROM content_part WHERE kind = 'thinking') p
    JOIN event e ON e.conversation_key = p.conversation_key AND e.event_id = p.event_id
    WHERE known_as_of(e.occurred_at, e.file_id, e.line, moment, places)
    UNION ALL
    SELECT
        e.conversation_key, 'event' AS kind, e.event_id AS item_id, e.event_id, e.agent_id, NULL, e.thread_id, e.occurred_at,
        e.sequence, 3 AS rank, e.event_id AS place, TRUE AS is_error, e.summary AS searched
    FROM event e
    WHERE e.severity = 'error'
        AND known_as_of(e.occurred_at, e.file_id, e.line, moment, places)
        AND NOT EXISTS (
            SELECT 1 FROM tool_observation t WHERE t.conversation_key = e.conversation_key AND t.event_id = e.event_id
        )
        AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation_key = e.conversation_key AND m.event_id = e.event_id)
        AND NOT (
            starts_with(e.event_type, 'tool_')
            AND EXISTS (SELECT 1 FROM tool_observation t WHERE t.conversation_key = e.conversation_key)
        )
)
SELECT
    *, coalesce(occurred_at, TIMESTAMPTZ '9999-12-31 00:00:00+00') AS sort_at,
    -- Whose dialogues it stands in: the partner's too, unless the thread is the one of its agent alone.
    if(thread_id IS NOT DISTINCT FROM agent_id, [agent_id], [agent_id, other_agent_id]) AS agent_ids
FROM item;

-- When a model call was asked for and when it was answered, where the source allows to say so: the row right before
-- the first row of the call is what it answers (a message, a result of a tool), else `asked_at` is unknown. A span of a
-- trace says both itself. A null `run_key` is every run.
CREATE OR REPLACE MACRO model_call_time_in(run_key) AS TABLE
WITH dialogue AS (
    SELECT
        conversation_key, agent_id, occurred_at,
        event_type IN ('user_message', 'tool_result', 'compact_summary') AS is_prompt
    FROM event
    WHERE (run_key IS NULL OR conversation_key = run_key)
        AND event_type IN (
            'user_message', 'tool_result', 'compact_summary', 'assistant_message', 'thinking', 'tool_call', 'api_error'
        )
), answered AS (
    SELECT conversation_key, call_key, max(occurred_at) AS answered_at
    FROM usage_observation
    WHERE run_key IS NULL OR conversation_key = run_key
    GROUP BY conversation_key, call_key
), traced AS (
    SELECT conversation_key, call_key, min(started_at) AS started_at, max(ended_at) AS ended_at
    FROM span
    WHERE call_key IS NOT NULL AND (run_key IS NULL OR conversation_key = run_key)
    GROUP BY conversation_key, call_key
    HAVING max(ended_at) >= min(started_at)
), asked AS (
    SELECT
        u.conversation_key, u.call_key, u.agent_id, u.model, u.occurred_at, u.is_finished, u.event_id,
        if(d.is_prompt, d.occurred_at, NULL) AS dialogue_at
    FROM (SELECT * FROM usage_call WHERE run_key IS NULL OR conversation_key = run_key) u
    ASOF LEFT JOIN dialogue d
        ON d.conversation_key = u.conversation_key AND d.agent_id = u.agent_id AND d.occurred_at < u.occurred_at
)
SELECT
    k.* EXCLUDE (dialogue_at), coalesce(s.started_at, k.dialogue_at) AS asked_at, coalesce(s.ended_at, a.answered_at) AS answered_at
FROM asked k
LEFT JOIN answered a ON a.conversation_key = k.conversation_key AND a.call_key = k.call_key
LEFT JOIN traced s ON s.conversation_key = k.conversation_key AND s.call_key = k.call_key;

-- Which import brought a case, and until when was what stands in it done on another desk? Ids of its principals are
-- those of that desk: `local-owner` there is not the owner of this one.
CREATE OR REPLACE VIEW case_restore AS
SELECT r.task_id, a.recorded_at AS restored_at, min(b.batch_id) AS batch_id
FROM restored_case r
JOIN audit a ON a.audit_id = r.audit_id
LEFT JOIN batch_file b ON b.file_id = r.file_id
GROUP BY r.task_id, a.recorded_at;

-- A case as it stands at a moment: what has expired by then counts, also before the desk has written it down.
CREATE OR REPLACE MACRO case_as_of(moment) AS TABLE
WITH waits AS (
    SELECT
        t.task_id,
        t.status = 'running' AND coalesce(t.lease_expires_at <= moment, FALSE) AS is_lease_over,
        count(q.question_id) FILTER (coalesce(q.expires_at > moment, TRUE)) AS required,
        count(q.question_id) FILTER (coalesce(q.expires_at > t.lease_expires_at, TRUE)) AS required_at_lease_end,
        max(q.expires_at) FILTER (q.expires_at <= moment) AS question_expired_at
    FROM investigation_task t
    LEFT JOIN question q ON q.task_id = t.task_id AND q.is_required AND q.state = 'pending'
    GROUP BY ALL
), reviews AS (
    SELECT
        task_id,
        count(*) FILTER (coalesce(expires_at > moment, TRUE)) AS actions,
        max(expires_at) FILTER (expires_at <= moment) AS action_expired_at
    FROM proposed_action
    WHERE state = 'pending'
    GROUP BY task_id
), moved AS (
    SELECT
        t.*, coalesce(r.actions, 0) AS pending_actions, w.required AS pending_required_questions,
        CASE
            WHEN w.is_lease_over AND w.required_at_lease_end = 0 THEN 'lease_over'
            WHEN w.is_lease_over AND w.required > 0 THEN 'lease_over_waiting'
            WHEN w.is_lease_over OR t.status = 'waiting_human' AND w.required = 0 THEN 'settled'
            WHEN t.status = 'waiting_calculation' AND t.wait_until <= moment THEN 'calculated'
            WHEN t.status = 'waiting_review' AND coalesce(r.actions, 0) = 0 THEN 'reviewed'
        END AS moved_by,
        w.question_expired_at, r.action_expired_at
    FROM investigation_task t
    JOIN waits w USING (task_id)
    LEFT JOIN reviews r USING (task_id)
)
SELECT
    * EXCLUDE (moved_by, question_expired_at, action_expired_at) REPLACE (
        CASE
            WHEN moved_by IN ('lease_over', 'settled', 'calculated') THEN 'queued'
            WHEN moved_by = 'lease_over_waiting' THEN 'waiting_human'
            WHEN moved_by = 'reviewed' THEN 'completed'
            ELSE status
        END AS status,
        CASE
            WHEN moved_by IN ('lease_over', 'lease_over_waiting') THEN lease_expires_at
            WHEN moved_by = 'settled' THEN question_expired_at
            WHEN moved_by = 'calculated' THEN wait_until
            WHEN moved_by = 'reviewed' THEN action_expired_at
            ELSE status_at
        END AS status_at,
        if(moved_by IS NULL, status_reason, NULL) AS status_reason,
        generation + (moved_by IS NOT DISTINCT FROM 'settled')::INTEGER AS generation,
        if(moved_by IS NULL, round_id, NULL) AS round_id,
        if(moved_by IS NULL, lease_expires_at, NULL) AS lease_expires_at,
        if(moved_by IS NULL, wait_until, NULL) AS wait_until
    )
FROM moved;

-- How long cases stood at each status up to a moment: a row for every move, until the next one.
CREATE OR REPLACE MACRO case_status_span(moment) AS TABLE
SELECT
    m.task_id, m.ordinal, m.to_status AS status, m.occurred_at AS begin_at,
    coalesce(
        lead(m.occurred_at) OVER (PARTITION BY m.task_id ORDER BY m.ordinal),
        if(c.status = m.to_status, moment, c.status_at)
    ) AS end_at
FROM task_transition m
JOIN case_as_of(moment) c ON c.task_id = m.task_id;

-- Questions of cases as they stand at a moment.
CREATE OR REPLACE MACRO question_as_of(moment) AS TABLE
SELECT
    q.* REPLACE (
        CASE
            WHEN q.state = 'pending' AND q.expires_at <= moment THEN 'expired'
            WHEN q.state = 'pending' AND c.status = 'completed' THEN 'cancelled'
            ELSE q.state
        END AS state,
        CASE
            WHEN q.state = 'pending' AND q.expires_at <= moment THEN q.expires_at
            WHEN q.state = 'pending' AND c.status = 'completed' THEN c.status_at
            ELSE q.state_at
        END AS state_at,
        if(q.state = 'pending' AND q.expires_at <= moment, q.expires_at, q.settled_at) AS settled_at
    )
FROM question q
JOIN case_as_of(moment) c USING (task_id);

-- Proposed actions as they stand at a moment.
CREATE OR REPLACE MACRO action_as_of(moment) AS TABLE
SELECT
    * REPLACE (
        if(state = 'pending' AND coalesce(expires_at <= moment, FALSE), 'expired', state) AS state,
        if(state = 'pending' AND coalesce(expires_at <= moment, FALSE), expires_at, state_at) AS state_at
    )
FROM proposed_action;

-- Nodes of maps that need input now, each since the update from which on it has needed it without a break.
CREATE OR REPLACE VIEW node_in_need AS
WITH stands AS (
    SELECT
        task_id, updated_at,
        unnest(from_json(
            graph, '{"nodes": [{"node_id": "VARCHAR", "title": "VARCHAR", "detail": "VARCHAR", "status": "VARCHAR"}]}'
        ).nodes) AS node
    FROM progress_graph
    WHERE contains(graph::VARCHAR, '"needs_input"')
), in_need AS (
    SELECT task_id, node.node_id, node.title, node.detail, updated_at
    FROM stands
    WHERE node.status = 'needs_input'
), updated AS (
    SELECT
        task_id, ordinal, recorded_at,
        from_json(graph_update, '{"nodes": [{"node_id": "VARCHAR", "status": "VARCHAR"}]}').nodes AS nodes
    FROM progress_update
    WHERE task_id IN (SELECT task_id FROM in_need) AND contains(graph_update::VARCHAR, '"status"')
), told AS (
    SELECT
        task_id, recorded_at, nodes[place].node_id AS node_id, (ordinal, place) AS told_at,
        nodes[place].status IN ('needs_input', 'waiting', 'waiting_human') AS is_in_need
    FROM (SELECT *, unnest(range(1, len(nodes) + 1)) AS place FROM updated)
    WHERE nodes[place].status IS NOT NULL
), last_other AS (
    SELECT task_id, node_id, max(told_at) FILTER (NOT is_in_need) AS told_at
    FROM told
    SEMI JOIN in_need USING (task_id, node_id)
    GROUP BY task_id, node_id
), began AS (
    SELECT t.task_id, t.node_id, min(t.recorded_at) AS since_at
    FROM told t
    JOIN last_other o ON o.task_id = t.task_id AND o.node_id = t.node_id
    WHERE o.told_at IS NULL OR t.told_at > o.told_at
    GROUP BY t.task_id, t.node_id
)
SELECT n.task_id, n.node_id, n.title, n.detail, coalesce(b.since_at, n.updated_at) AS since_at
FROM in_need n
LEFT JOIN began b ON b.task_id = n.task_id AND b.node_id = n.node_id;

-- Steps of plans that people do and that wait now, each since the revision from which on it has waited without a break.
CREATE OR REPLACE VIEW step_in_wait AS
WITH told AS (
    SELECT task_id, revision, updated_at, unnest(nodes::JSON[]) AS step
    FROM execution_plan
    WHERE contains(nodes::VARCHAR, '"human"')
), steps AS (
    SELECT
        task_id, revision, updated_at, step ->> '$.id' AS step_id, step ->> '$.title' AS title, step ->> '$.reason' AS reason,
        step ->> '$.actor' = 'human' AND step ->> '$.status' = 'waiting' AS is_waiting
    FROM told
), last_other AS (
    SELECT task_id, step_id, max(revision) FILTER (NOT is_waiting) AS revision
    FROM steps
    GROUP BY task_id, step_id
)
SELECT
    s.task_id, s.step_id, arg_max(s.title, s.revision) AS title, arg_max(s.reason, s.revision) AS reason, min(s.updated_at) AS since_at
FROM steps s
JOIN last_other o ON o.task_id = s.task_id AND o.step_id = s.step_id
WHERE o.revision IS NULL OR s.revision > o.revision
GROUP BY s.task_id, s.step_id
HAVING max(s.revision) = (SELECT max(p.revision) FROM execution_plan p WHERE p.task_id = s.task_id);

-- What people owe at a moment, one row each: questions and proposals that are open, nodes and steps that wait for them,
-- what was approved and nobody reported as done, facts passed on that nobody confirmed. Nothing is owed to a case
-- that was cancelled, and no node or step of one that is completed.
CREATE OR REPLACE MACRO owed_as_of(moment) AS TABLE
WITH stands AS MATERIALIZED (
    SELECT task_id, status FROM case_as_of(moment) WHERE status <> 'cancelled'
), owed AS (
    SELECT
        'question' AS kind, task_id, question_id AS item_id, asked_at AS since_at, is_required, due_at, expires_at, assignee,
        if(claimed_until > moment, claimed_by, NULL) AS claimed_by,
        if(claimed_until > moment, claimed_by_name, NULL) AS claimed_by_name,
        if(claimed_until > moment, claimed_until, NULL) AS claimed_until,
        prompt AS title, why
    FROM question_as_of(moment)
    WHERE state = 'pending'
    UNION ALL BY NAME
    SELECT 'approval' AS kind, task_id, action_id AS item_id, proposed_at AS since_at, expires_at, title, reason AS why
    FROM action_as_of(moment)
    WHERE state = 'pending'
    UNION ALL BY NAME
    SELECT 'action_done' AS kind, a.task_id, a.action_id AS item_id, a.state_at AS since_at, a.title, a.decision_reason AS why
    FROM proposed_action a
    WHERE a.state = 'approved' AND NOT EXISTS (
        SELECT 1 FROM human_evidence h WHERE h.task_id = a.task_id AND h.action_id = a.action_id AND h.state = 'valid'
    )
    UNION ALL BY NAME
    SELECT
        'relayed_fact' AS kind, task_id, evidence_id AS item_id, recorded_at AS since_at,
        coalesce(statement, concat_ws(' ', concat_ws(', ', point, parameter) || ':', value, unit)) AS title, quote AS why
    FROM human_evidence
    WHERE is_relayed AND confirmed_at IS NULL AND state = 'valid'
    UNION ALL BY NAME
    SELECT 'map_node' AS kind, n.task_id, node_id AS item_id, since_at, coalesce(title, node_id) AS title, detail AS why
    FROM node_in_need n
    JOIN stands s ON s.task_id = n.task_id AND s.status <> 'completed'
    UNION ALL BY NAME
    SELECT 'plan_step' AS kind, w.task_id, step_id AS item_id, since_at, title, reason AS why
    FROM step_in_wait w
    JOIN stands s ON s.task_id = w.task_id AND s.status <> 'completed'
)
SELECT owed.*
FROM owed
SEMI JOIN stands USING (task_id);

-- What people said of revisions of reports, each as it stands: it holds (`valid`), its author put another in its place,
-- or took it back. A restored one was given on another desk: whoever has its author's id here is somebody else.
CREATE OR REPLACE VIEW sign_off AS
SELECT
    s.task_id, s.sign_off_id, s.ordinal, s.revision, s.verdict, s.note, s.person, s.is_verified, s.made_at,
    if(t.origin = 'demo' AND s.is_verified IS NULL, 'demo', 'human') AS origin,
    CASE WHEN s.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN c.sign_off_id IS NOT NULL THEN 'corrected' ELSE 'valid' END AS state,
    s.corrects, c.sign_off_id AS corrected_by, s.withdrawn_at, s.withdrawn_reason,
    if(s.is_verified IS NULL, NULL, s.principal_id) AS signer_id
FROM report_sign_off s
JOIN investigation_task t ON t.task_id = s.task_id
LEFT JOIN report_sign_off c ON c.task_id = s.task_id AND c.corrects = s.sign_off_id;

-- The newest revision of each case that goes on being worked on or has ended: what can be signed off. An interim report
-- is the middle of a round and is not asked after; a cancelled case takes nothing more.
CREATE OR REPLACE VIEW signable_revision AS
SELECT v.task_id, t.title AS case_title, t.origin, v.revision, v.stage, v.outcome, v.title, v.published_at
FROM report_revision v
JOIN investigation_task t ON t.task_id = v.task_id AND t.status <> 'cancelled'
QUALIFY row_number() OVER (PARTITION BY v.task_id ORDER BY v.revision DESC) = 1 AND v.stage <> 'interim';

-- Is something that is owed asked of this person, or have they claimed it? Names are compared without case and edges.
CREATE OR REPLACE MACRO owed_to(assignee, claimed_by, person, principal_id) AS (
    coalesce(lower(trim(assignee)) = lower(trim(person)), FALSE) OR coalesce(claimed_by = principal_id, FALSE)
);

-- The runs that a question over many runs is about; a null filter lets every run through.
CREATE OR REPLACE MACRO runs_asked(run_key, of_project, of_format, of_origin) AS TABLE
SELECT
    conversation_key, conversation_id, title AS run_title, project, source_format, origin, basis, last_at
FROM conversation
WHERE (run_key IS NULL OR conversation_key = run_key) AND (of_project IS NULL OR project = of_project)
    AND (of_format IS NULL OR source_format = of_format) AND (of_origin IS NULL OR origin = of_origin);

-- How long each call of a tool took, from the call to its result; null where the source does not tell both ends, below
-- zero where its clock jumped. A null `run_key` is every run.
CREATE OR REPLACE MACRO tool_call_time_in(run_key) AS TABLE
SELECT
    tool, conversation_key, agent_id, tool_call_id, status, started_at, ended_at, event_id,
    coalesce(started_at, ended_at) AS occurred_at, date_diff('microsecond', started_at, ended_at) AS microseconds
FROM tool_outcome
WHERE run_key IS NULL OR conversation_key = run_key;

-- How long each call of a model or a tool took, where the source tells both ends; below zero where its clock jumped.
-- A model takes from the row it answers to its last row. Nulls are as in `runs_asked`.
CREATE OR REPLACE MACRO timed_call_in(run_key, of_project, of_format, of_origin, since_at, until_at) AS TABLE
WITH took AS (
    SELECT
        'tool' AS kind, tool AS name, conversation_key, agent_id, tool_call_id AS call_id, status, started_at, ended_at, event_id,
        occurred_at, microseconds
    FROM tool_call_time_in(run_key)
    UNION ALL
    SELECT
        'model' AS kind, model AS name, conversation_key, agent_id, call_key AS call_id,
        if(is_finished IS FALSE, 'unfinished', NULL) AS status, asked_at AS started_at, if(asked_at IS NULL, NULL, answered_at) AS ended_at,
        event_id, occurred_at, date_diff('microsecond', asked_at, answered_at) AS microseconds
    FROM model_call_time_in(run_key)
)
SELECT t.*, r.conversation_id, r.run_title, r.origin
FROM took t JOIN runs_asked(run_key, of_project, of_format, of_origin) r ON r.conversation_key = t.conversation_key
WHERE (since_at IS NULL OR occurred_at >= since_at) AND (until_at IS NULL OR occurred_at < until_at);

-- Which run a name means, native id or key, and how many bear it; the run is known where one alone does.
CREATE OR REPLACE VIEW run_by_name AS
SELECT name, count(*) AS runs_named, if(count(*) = 1, min(conversation_key), NULL) AS conversation_key
FROM (
    SELECT conversation_key AS name, conversation_key FROM conversation
    UNION
    SELECT conversation_id, conversation_key FROM conversation
)
GROUP BY name;

-- What agents used at moments, as runtimes published it or files brought it; the same sample told both ways counts once.
-- A recorded sample has the origin of its run.
CREATE OR REPLACE VIEW resource_sample_told AS
WITH held AS (
    SELECT m.file_id, CASE WHEN bool_or(b.origin = 'real') THEN 'real' ELSE min(b.origin) END AS origin
    FROM batch_file m
    JOIN import_batch b USING (batch_id)
    GROUP BY m.file_id
), told AS (
    SELECT
        'record:' || record_id AS source_id, conversation, sampled_at, FALSE AS time_is_naive, agent_id, disk_bytes, command_seconds,
        memory_bytes, network_bytes_per_second, NULL::VARCHAR AS origin
    FROM resource_sample
    UNION ALL
    SELECT
        'file:' || o.observation_id, o.conversation, o.sampled_at, o.time_is_naive, o.agent_id, o.disk_bytes, o.command_seconds,
        o.memory_bytes, o.network_bytes_per_second, coalesce(h.origin, 'real')
    FROM resource_sample_observation o
    LEFT JOIN held h USING (file_id)
    WHERE NOT EXISTS (
        SELECT 1 FROM resource_sample p
        WHERE p.conversation = o.conversation AND p.sampled_at = o.sampled_at AND p.agent_id IS NOT DISTINCT FROM o.agent_id
            AND p.disk_bytes IS NOT DISTINCT FROM o.disk_bytes AND p.command_seconds IS NOT DISTINCT FROM o.command_seconds
            AND p.memory_bytes IS NOT DISTINCT FROM o.memory_bytes
            AND p.network_bytes_per_second IS NOT DISTINCT FROM o.network_bytes_per_second
    )
)
SELECT
    o.* REPLACE (coalesce(o.origin, c.origin, 'real') AS origin), c.conversation_key, coalesce(n.runs_named, 0) AS runs_named
FROM told o
LEFT JOIN run_by_name n ON n.name = o.conversation
LEFT JOIN conversation c ON c.conversation_key = n.conversation_key;

-- What tells how much agents used: samples, operations of audit logs that say how long they took, and commands by their
-- tool calls (`tools`, in lower case). What was denied did not run; where a command has no length, `command_seconds` is
-- null. A null `run_key` is everything; with `as_named` only what gives this name and is of no known run.
CREATE OR REPLACE MACRO resource_use_in(run_key, as_named, tools) AS TABLE
SELECT
    conversation_key, conversation, runs_named, agent_id, sampled_at AS used_at, source_id, NULL::VARCHAR AS event_id,
    FALSE AS is_derived, origin, time_is_naive, disk_bytes, command_seconds, memory_bytes, network_bytes_per_second
FROM resource_sample_told
WHERE (run_key IS NULL OR conversation_key = run_key)
    AND (as_named IS NULL OR (conversation_key IS NULL AND conversation = as_named))
UNION ALL
SELECT
    n.conversation_key, o.conversation, coalesce(n.runs_named, 0), o.agent_id, o.occurred_at, o.operation_id, NULL,
    FALSE, coalesce(o.origin, c.origin, 'real'), o.time_is_naive, NULL, o.duration_ms / 1000, NULL, NULL
FROM recorded_operation o
LEFT JOIN run_by_name n ON n.name = o.conversation
LEFT JOIN conversation c ON c.conversation_key = n.conversation_key
WHERE o.duration_ms >= 0 AND o.conversation IS NOT NULL AND o.result IS DISTINCT FROM 'denied'
    AND (run_key IS NULL OR n.conversation_key = run_key)
    AND (as_named IS NULL OR (n.conversation_key IS NULL AND o.conversation = as_named))
    AND (o.operation IN ('execute', 'install', 'download') OR list_contains(tools::VARCHAR[], regexp_extract(lower(o.tool), '[^.]*$')))
UNION ALL
SELECT
    t.conversation_key, c.conversation_id, 1, t.agent_id, t.occurred_at, 'call:' || t.tool_call_id, t.event_id,
    TRUE, c.origin, FALSE, NULL, if(t.microseconds >= 0, t.microseconds / 1000000, NULL), NULL, NULL
FROM tool_call_time_in(run_key) t
JOIN conversation c USING (conversation_key)
WHERE as_named IS NULL AND t.status <> 'denied' AND list_contains(tools::VARCHAR[], regexp_extract(lower(t.tool), '[^.]*$'));

-- Is so much beyond a limit? As rules.resource_limits.passes says.
CREATE OR REPLACE MACRO passes_limit(used, most) AS (used > most);

-- What says that `highest` was used: of equal ones the first, in the order of rules.resource_limits.highest_use.
CREATE OR REPLACE MACRO highest_use(used, highest, used_at, source_id, event_id, is_derived, origin) AS (
    arg_min(
        {'value': used, 'at': used_at, 'source_id': source_id, 'event_id': event_id, 'is_derived': is_derived, 'origin': origin},
        (is_derived, used_at, source_id)
    ) FILTER (used = highest)
);

-- How large the input of each dated model call was, and whether the dialogue was compacted since the call of the same
-- agent before it. A null `run_key` is every run.
CREATE OR REPLACE MACRO context_call_in(run_key) AS TABLE
WITH compacted AS (
    SELECT conversation_key, agent_id, occurred_at
    FROM event
    WHERE (run_key IS NULL OR conversation_key = run_key) AND event_type = 'compact_summary' AND occurred_at IS NOT NULL
), called AS (
    SELECT
        conversation_key, call_key, agent_id, model, occurred_at, event_id,
        if(
            fresh_input IS NULL AND cache_read IS NULL AND cache_write_5m IS NULL AND cache_write_1h IS NULL
            AND cache_write_unspecified IS NULL,
            NULL,
            coalesce(fresh_input, 0) + coalesce(cache_read, 0) + coalesce(cache_write_5m, 0) + coalesce(cache_write_1h, 0)
            + coalesce(cache_write_unspecified, 0)
        )::BIGINT AS input_tokens,
        lag(occurred_at) OVER (PARTITION BY conversation_key, agent_id ORDER BY occurred_at, call_key) AS called_before
    FROM usage_call
    WHERE (run_key IS NULL OR conversation_key = run_key) AND occurred_at IS NOT NULL
)
SELECT
    *,
    (input_tokens - lag(input_tokens) OVER (PARTITION BY conversation_key, agent_id ORDER BY occurred_at, call_key))::BIGINT AS change,
    EXISTS (
        SELECT 1 FROM compacted k
        WHERE k.conversation_key = called.conversation_key AND k.agent_id = called.agent_id
            AND k.occurred_at <= called.occurred_at AND k.occurred_at > called.called_before
    ) AS is_compacted
FROM called;

-- A place in a log as one number: later is larger, the order of the source decides at equal times.
CREATE OR REPLACE MACRO log_position(moment, sequence) AS (
    epoch_us(moment)::HUGEINT * 4294967296 + coalesce(sequence, 0)
);

-- Calls of this desk that stand in imported logs and that it answered, with their round
-- and the place of the model call that made them.
CREATE OR REPLACE VIEW recognised_call AS
WITH answered AS (
    SELECT DISTINCT
        d.conversation_key, d.agent_id, d.call, d.request_id, log_position(d.occurred_at, d.sequence) AS position,
        r.receipt->>'$.task_id' AS task_id, r.receipt->>'$.round_id' AS round_id,
        CASE WHEN d.call = 'publish_task_report' THEN (r.receipt->>'$.revision')::INTEGER END AS revision
    FROM desk_call_in_log d
    JOIN receipt r ON r.call = d.call AND r.request_id = d.request_id AND r.receipt->>'$.task_id' = d.task_id
), placed AS (
    SELECT u.conversation_key, u.agent_id, log_position(u.occurred_at, e.sequence) AS position
    FROM usage_call u
    LEFT JOIN event e ON e.conversation_key = u.conversation_key AND e.event_id = u.event_id
    WHERE u.occurred_at IS NOT NULL AND u.conversation_key IN (SELECT conversation_key FROM answered)
)
SELECT
    a.conversation_key, a.agent_id, a.call, a.request_id, a.task_id, a.round_id, a.revision,
    coalesce(max(p.position), a.position) AS position
FROM answered a
LEFT JOIN placed p
    ON p.conversation_key = a.conversation_key AND p.agent_id IS NOT DISTINCT FROM a.agent_id AND p.position <= a.position
GROUP BY a.conversation_key, a.agent_id, a.call, a.request_id, a.task_id, a.round_id, a.revision, a.position;

-- Which run belongs to which round, and how the desk knows: the best-founded way of several. An id that fits
-- several runs belongs to none. A snapshot names its case as `investigation_task_id`, and its round or generation
-- as `investigation_round_id` or `investigation_generation`.
CREATE OR REPLACE VIEW round_link AS
WITH named AS (
    SELECT conversation_id AS name, any_value(conversation_key) AS conversation_key
    FROM conversation
    GROUP BY conversation_id
    HAVING count(*) = 1
    UNION
    SELECT conversation_key, conversation_key FROM conversation
), told AS (
    SELECT
        task_id, round_id, conversation_key, 'recognised' AS linked_by, 1 AS turn,
        min(position) FILTER (call = 'claim_task') AS claimed_at,
        max(position) FILTER (call IN ('finish_task_run', 'wait_for_calculation')) AS finished_at,
        min(position) AS first_at
    FROM recognised_call
    GROUP BY ALL
    UNION ALL
    SELECT c.task_id, c.round_id, n.conversation_key, c.linked_by, if(c.linked_by = 'hand', 2, 3), NULL, NULL, NULL
    FROM round_conversation c
    JOIN named n ON n.name = c.conversation
    UNION ALL
    SELECT DISTINCT r.task_id, r.round_id, s.conversation_key, 'snapshot', 4, NULL, NULL, NULL
    FROM snapshot s
    JOIN investigation_round r
        ON r.task_id = s.extra->>'$.investigation_task_id'
        AND coalesce(s.extra->>'$.investigation_round_id', r.round_id) = r.round_id
        AND coalesce(s.extra->>'$.investigation_generation', r.generation::VARCHAR) = r.generation::VARCHAR
    WHERE contains(s.extra::VARCHAR, 'investigation_task_id')
)
SELECT *
FROM told
QUALIFY row_number() OVER (PARTITION BY conversation_key, task_id, round_id ORDER BY turn) = 1;

-- Which stretch of a run belongs to a round. What was recognised cuts exactly, from the model call that claimed to
-- the one that finished; else a run goes on belonging to a round until the next round in it begins. Child runs
-- that nobody linked go with their parent.
CREATE OR REPLACE VIEW round_stretch AS
WITH RECURSIVE begun AS (
    SELECT
        k.*, coalesce(k.claimed_at, k.first_at, log_position(r.started_at, 0)) AS order_at,
        row_number() OVER w AS number,
        lag(k.finished_at) OVER w AS earlier_finished_at
    FROM round_link k
    JOIN investigation_round r ON r.task_id = k.task_id AND r.round_id = k.round_id
    WINDOW w AS (
        PARTITION BY k.conversation_key
        ORDER BY coalesce(k.claimed_at, k.first_at, log_position(r.started_at, 0)), k.task_id, r.ordinal
    )
), cut AS (
    SELECT
        *,
        CASE
            WHEN claimed_at IS NOT NULL THEN claimed_at
            WHEN number = 1 THEN NULL
            ELSE coalesce(earlier_finished_at + 1, order_at)
        END AS from_position
    FROM begun
), stretch AS (
    SELECT
        task_id, round_id, conversation_key, linked_by, from_position,
        coalesce(
            finished_at,
            lead(from_position) OVER (PARTITION BY conversation_key ORDER BY number) - 1
        ) AS until_position
    FROM cut
), kin (conversation_key, member_key) AS (
    SELECT DISTINCT conversation_key, conversation_key FROM stretch
    UNION
    SELECT k.conversation_key, c.conversation_key
    FROM kin k
    JOIN conversation c ON c.parent_conversation_key = k.member_key
    WHERE c.conversation_key NOT IN (SELECT conversation_key FROM stretch)
)
SELECT
    s.task_id, s.round_id, k.member_key AS conversation_key, s.linked_by, s.from_position, s.until_position,
    k.member_key <> s.conversation_key AS is_child
FROM stretch s
JOIN kin k USING (conversation_key);

-- What each round of a case used: the measures of `call_measure`, with the place in the log. Every call counts for
-- one round at most; what has no time counts only where the whole run belongs to one round.
CREATE OR REPLACE VIEW round_usage AS
SELECT
    s.task_id AS investigation_task_id, s.round_id, s.linked_by, log_position(m.occurred_at, e.sequence) AS position, m.*
FROM round_stretch s
JOIN call_measure m ON m.conversation_key = s.conversation_key
LEFT JOIN event e ON e.conversation_key = m.conversation_key AND e.event_id = m.event_id
WHERE (
        m.occurred_at IS NOT NULL
        AND (s.from_position IS NULL OR log_position(m.occurred_at, e.sequence) >= s.from_position)
        AND (s.until_position IS NULL OR log_position(m.occurred_at, e.sequence) <= s.until_position)
    )
    OR (m.occurred_at IS NULL AND s.from_position IS NULL AND s.until_position IS NULL);

-- What a case used, each call with the report it led to: the first report that its round published after it; a round
-- without reports leads to the next report of a later one; what a round used after its last report leads to none.
CREATE OR REPLACE MACRO usage_toward_reports(of_task) AS TABLE
WITH point AS (
    SELECT
        v.task_id, v.revision, v.round_id, r.ordinal,
        coalesce(min(c.position), log_position(v.published_at, 0)) AS position
    FROM report_revision v
    LEFT JOIN investigation_round r ON r.task_id = v.task_id AND r.round_id = v.round_id
    LEFT JOIN recognised_call c ON c.task_id = v.task_id AND c.revision = v.revision
    WHERE v.task_id = of_task
    GROUP BY v.task_id, v.revision, v.round_id, r.ordinal, v.published_at
), used AS (
    SELECT
        u.*, r.ordinal,
        coalesce(n.conversation_id, u.conversation_key) || '/' || u.agent_id AS agent,
        coalesce(
            (SELECT min(p.revision) FROM point p WHERE p.round_id = u.round_id AND p.position >= u.position),
            CASE WHEN NOT EXISTS (SELECT 1 FROM point p WHERE p.round_id = u.round_id) THEN
                (SELECT min(p.revision) FROM point p WHERE p.ordinal > r.ordinal)
            END
        ) AS revision
    FROM round_usage u
    JOIN investigation_round r ON r.task_id = u.investigation_task_id AND r.round_id = u.round_id
    LEFT JOIN conversation n ON n.conversation_key = u.conversation_key
    WHERE u.investigation_task_id = of_task
)
SELECT * FROM used;

-- Which runs belong to a case at all, whatever the round: those of `round_stretch`, without cutting them.
CREATE OR REPLACE VIEW linked_run AS
WITH RECURSIVE direct AS (
    SELECT d.task_id, d.conversation_key
    FROM desk_call_in_log d
    JOIN receipt r ON r.call = d.call AND r.request_id = d.request_id AND r.receipt->>'$.task_id' = d.task_id
    UNION
    SELECT w.task_id, c.conversation_key
    FROM round_conversation w
    JOIN conversation c ON c.conversation_key = w.conversation
    UNION
    SELECT w.task_id, any_value(c.conversation_key)
    FROM round_conversation w
    JOIN conversation c ON c.conversation_id = w.conversation
    GROUP BY w.task_id, w.conversation
    HAVING count(DISTINCT c.conversation_key) = 1
    UNION
    SELECT r.task_id, s.conversation_key
    FROM snapshot s
    JOIN investigation_round r
        ON r.task_id = s.extra->>'$.investigation_task_id'
        AND coalesce(s.extra->>'$.investigation_round_id', r.round_id) = r.round_id
        AND coalesce(s.extra->>'$.investigation_generation', r.generation::VARCHAR) = r.generation::VARCHAR
    WHERE contains(s.extra::VARCHAR, 'investigation_task_id')
), kin (task_id, conversation_key) AS (
    SELECT task_id, conversation_key FROM direct
    UNION
    SELECT k.task_id, c.conversation_key
    FROM kin k
    JOIN conversation c ON c.parent_conversation_key = k.conversation_key
    WHERE c.conversation_key NOT IN (SELECT conversation_key FROM direct)
)
SELECT task_id, conversation_key FROM kin;

-- The runs, each with the purpose it turned out to have: an ordinary chat that belongs to a round works on a case.
-- `on_cases` are the keys of runs_on_cases: most desks have none, and planning `linked_run` costs as much as a list.
CREATE OR REPLACE MACRO conversation_with_purpose(on_cases) AS TABLE
SELECT
    c.* REPLACE (
        if(
            c.purpose = 'ordinary_chat' AND c.conversation_key IN (SELECT unnest(on_cases)),
            'task_execution', c.purpose
        ) AS purpose
    )
FROM conversation c;

-- The revisions of a report, each with the one before it that there is; a null case is every case.
CREATE OR REPLACE MACRO revision_pair(of_task) AS TABLE
SELECT task_id, revision, lag(revision) OVER (PARTITION BY task_id ORDER BY revision) AS previous_revision
FROM report_revision
WHERE of_task IS NULL OR task_id = of_task;

-- What each revision changed, as it is kept: only what was worked out against the revision that is before it now, by
-- these rules. What is missing here is still to be worked out.
CREATE OR REPLACE MACRO kept_change(of_task, by_rules) AS TABLE
SELECT c.*
FROM revision_change c
JOIN revision_pair(of_task) p
    ON p.task_id = c.task_id AND p.revision = c.revision AND p.previous_revision IS NOT DISTINCT FROM c.previous_revision
WHERE c.rules = by_rules;

-- Which case does a row of the change log speak of? The records of a case are named by the case and their own id,
-- which never holds a slash.
CREATE OR REPLACE MACRO task_of_subject(subject_kind, subject_id) AS CASE
    WHEN subject_kind = 'investigation_task' THEN subject_id
    WHEN subject_kind IN (
        'question', 'answer', 'action', 'evidence', 'human_evidence', 'round_conversation', 'discussion_message',
        'report_sign_off', 'notice'
    ) THEN regexp_replace(subject_id, '/[^/]*$', '')
END;
