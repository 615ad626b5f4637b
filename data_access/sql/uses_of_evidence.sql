-- What in a case rests on a piece of evidence? Fills reading.case_evidence.uses_of_evidence.
WITH findings AS (
    SELECT revision, unnest(findings::JSON[]) AS finding
    FROM report_revision
    WHERE task_id = $task_id
), nodes AS (
    SELECT unnest((graph -> '$.nodes')::JSON[]) AS node
    FROM progress_graph
    WHERE task_id = $task_id
), steps AS (
    SELECT revision, unnest(nodes::JSON[]) AS step
    FROM execution_plan
    WHERE task_id = $task_id
        AND revision = (SELECT max(revision) FROM execution_plan WHERE task_id = $task_id)
), uses AS (
    SELECT 1 AS rank, 'report' AS kind, revision::VARCHAR AS record_id, title AS said, revision AS place
    FROM report_revision
    WHERE task_id = $task_id AND list_contains(evidence_ids::VARCHAR[], $evidence_id)
    UNION ALL
    SELECT 2, 'finding', revision::VARCHAR, finding ->> '$.statement', revision
    FROM findings
    WHERE list_contains((finding -> '$.evidence_ids')::VARCHAR[], $evidence_id)
    UNION ALL
    SELECT 3, 'node', node ->> '$.node_id', coalesce(node ->> '$.title', node ->> '$.node_id'), 0
    FROM nodes
    WHERE list_contains((node -> '$.evidence_ids')::VARCHAR[], $evidence_id)
    UNION ALL
    SELECT 4, 'step', step ->> '$.id', step ->> '$.title', revision
    FROM steps
    WHERE list_contains((step -> '$.evidence_ids')::VARCHAR[], $evidence_id)
    UNION ALL
    SELECT 5, 'presentation', presentation_id, title, ordinal
    FROM presentation
    WHERE task_id = $task_id AND list_contains(data ->> '$[*].evidence_id', $evidence_id)
    UNION ALL
    SELECT 6, 'action', action_id, title, ordinal
    FROM proposed_action
    WHERE task_id = $task_id AND list_contains(evidence_ids::VARCHAR[], $evidence_id)
)
SELECT kind, record_id, said
FROM uses
ORDER BY rank, place DESC, record_id
