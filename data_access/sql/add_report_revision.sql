-- Publish a revision; it never changes.
INSERT INTO report_revision (
    task_id, revision, generation, round_id, stage, outcome, title, summary, body, reason, findings, data_gaps, evidence_ids,
    answer_ids, action_ids, corrects_revision, diagram, node_refs, graph, graph_updates, published_at
)
VALUES (
    $task_id, $revision, $generation, $round_id, $stage, $outcome, $title, $summary, $body, $reason, $findings, $data_gaps,
    $evidence_ids, $answer_ids, $action_ids, $corrects_revision, $diagram, $node_refs, $graph, $graph_updates, $at
)
