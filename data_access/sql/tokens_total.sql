-- How many tokens were ever given? Fills reading.tokens.has_tokens.
SELECT count(*) AS total FROM token;
