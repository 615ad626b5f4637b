-- Keep a record that a runtime published.
INSERT INTO resource_sample (
    conversation, sampled_at, agent_id, disk_bytes, command_seconds, memory_bytes, network_bytes_per_second, recorded_at, principal_id,
    request_id, record_hash
)
VALUES (
    $conversation, $sampled_at, $agent_id, $disk_bytes, $command_seconds, $memory_bytes, $network_bytes_per_second, $recorded_at, $principal_id,
    $request_id, $record_hash
)
RETURNING record_id
