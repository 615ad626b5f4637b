-- Which agents do the settled traces have? Fills the stage.
INSERT INTO settled_agent BY NAME SELECT * FROM told_agent
