-- What did each touched conversation spend itself, by agent, task, phase and model? Fills conversation_usage.
INSERT INTO conversation_usage BY NAME
SELECT
    conversation_key, agent_id, task_id, phase, model,
    usage_sum(COLUMNS(usage_counts())), sum(m.cost_usd) AS cost_usd
FROM call_measure m
WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
GROUP BY conversation_key, agent_id, task_id, phase, model
ORDER BY conversation_key
