-- How many events of this file repeat another event of it? (bulk load)
SELECT count(*) - count(DISTINCT (conversation_key, event_id)) AS repeated FROM event WHERE file_id = $file_id
