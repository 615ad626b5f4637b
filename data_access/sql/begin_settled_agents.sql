-- An empty stage for the agents of the traces that are settled.
CREATE OR REPLACE TEMP TABLE settled_agent AS SELECT * FROM agent_observation LIMIT 0
