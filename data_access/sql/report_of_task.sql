-- What does a revision say, or the newest one? Fills reading.case_reports.report.
SELECT
    revision, generation, round_id, stage, outcome, title, reason, corrects_revision, published_at, summary, body, findings,
    data_gaps, evidence_ids, answer_ids, action_ids, diagram, node_refs, graph, graph_updates
FROM report_revision
WHERE task_id = $task_id AND ($revision::INTEGER IS NULL OR revision = $revision)
ORDER BY revision DESC
LIMIT 1
