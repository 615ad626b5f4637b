-- Keep a record that a runtime published.
INSERT INTO resource_sample (
    conversation, sampled_at, agent_id, disk_bytes, command_seconds, memory_bytes, network_bytes_per_second, recorded_at, principal_id
)
VALUES ($conversation, $sampled_at, $agent_id, $disk_bytes, $command_seconds, $memory_bytes, $network_bytes_per_second, $at, $principal_id)
RETURNING record_id
