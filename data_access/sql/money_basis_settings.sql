-- What has been said about whose money is paid, by project? Fills reading.money_basis; null is the default.
SELECT nullif(substr(name, length('money_basis:') + 1), '') AS project, value AS basis
FROM setting
WHERE name = 'money_basis' OR starts_with(name, 'money_basis:')
ORDER BY project NULLS FIRST;
