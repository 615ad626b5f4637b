-- Forget a decision of the desk.
DELETE FROM setting WHERE name = $name;
