-- What does each call of `call_to_price` cost at the offered rates? Fills `priced_call`. A call needs its input and output tokens and a rate for every class it has tokens of; a
-- call without a time takes only rates that never change. Money is multiplied and added, exact to 12 places.
CREATE OR REPLACE TEMP TABLE priced_call AS
WITH call AS (
    SELECT
        call_key, model, service, occurred_at, fresh_input, output, web_searches,
        coalesce(cache_read, 0) AS cache_read,
        coalesce(cache_write_5m, 0) AS cache_write_5m,
        coalesce(cache_write_1h, 0) AS cache_write_1h,
        coalesce(cache_write_unspecified, 0) AS cache_write_unspecified
    FROM call_to_price
    WHERE fresh_input IS NOT NULL AND output IS NOT NULL
), sized AS (
    SELECT *, fresh_input + cache_read + cache_write_5m + cache_write_1h + cache_write_unspecified AS whole_input
    FROM call
), costed AS (
    SELECT
        c.call_key, p.price_version, p.price_key,
        c.fresh_input::DECIMAL(19, 0) * p.fresh_input
        + CASE WHEN c.cache_read = 0 THEN 0 ELSE c.cache_read::DECIMAL(19, 0) * p.cache_read END
        + CASE WHEN c.cache_write_5m = 0 THEN 0 ELSE c.cache_write_5m::DECIMAL(19, 0) * p.cache_write_5m END
        + CASE WHEN c.cache_write_1h = 0 THEN 0 ELSE c.cache_write_1h::DECIMAL(19, 0) * p.cache_write_1h END
        + CASE
            WHEN c.cache_write_unspecified = 0 THEN 0
            ELSE c.cache_write_unspecified::DECIMAL(19, 0) * p.cache_write_5m
        END
        + c.output::DECIMAL(19, 0) * p.output
        + CASE WHEN c.web_searches = 0 THEN 0 ELSE c.web_searches::DECIMAL(19, 0) * p.web_search END AS cost_usd,
        c.cache_write_unspecified > 0 AS is_assumed
    FROM sized c
    JOIN offered_price p
        ON p.model = c.model AND p.service IS NOT DISTINCT FROM c.service
        AND (p.since_at IS NULL OR c.occurred_at >= p.since_at)
        AND (p.before_at IS NULL OR c.occurred_at < p.before_at)
        AND (p.daily_from IS NULL OR (c.occurred_at AT TIME ZONE 'UTC')::TIME >= p.daily_from::TIME)
        AND (p.daily_before IS NULL OR (c.occurred_at AT TIME ZONE 'UTC')::TIME < p.daily_before::TIME)
        AND (p.input_over IS NULL OR c.whole_input > p.input_over)
        AND (p.input_up_to IS NULL OR c.whole_input <= p.input_up_to)
)
SELECT call_key, price_version, price_key, cost_usd::DECIMAL(38, 12) AS cost_usd, is_assumed
FROM costed
WHERE cost_usd IS NOT NULL
