-- What do the fresh calls cost, as it is to be stored? Fills `fresh_cost`.
CREATE OR REPLACE TEMP TABLE fresh_cost AS
SELECT *, TRUE AS is_current, $at::TIMESTAMPTZ AS computed_at FROM priced_call
