-- The devices of each section in two groups of recordings, and how many recordings they sent; null where they are not in a
-- group. Sections: recordings that share what rows are told apart by. {recordings_a}: day, recording, device, section.
WITH recordings_a AS ({recordings_a}),
recordings_b AS ({recordings_b}),
weights AS (
  SELECT device, max(weight) AS weight
  FROM (SELECT device, coalesce(weight, 1) AS weight FROM a_recordings
    UNION ALL SELECT device, coalesce(weight, 1) FROM b_recordings) AS recordings GROUP BY device),
sent_a AS (SELECT section, device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_a GROUP BY section, device),
sent_b AS (SELECT section, device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_b GROUP BY section, device),
sent AS (
  SELECT coalesce(a.section, b.section) AS section, coalesce(a.device, b.device) AS device, a.traces AS traces_a, b.traces AS traces_b,
    CASE WHEN b.traces IS NULL THEN 0 WHEN a.traces IS NULL THEN 1 ELSE 2 END AS part
  FROM sent_a a FULL JOIN sent_b b ON a.section = b.section AND a.device = b.device)
-- part: the first group only (0), the second only (1), or both (2).
SELECT CAST(row_number() OVER (ORDER BY section, device) AS INT) AS number, CAST(dense_rank() OVER (ORDER BY section) AS INT) - 1 AS stratum, section, device, traces_a, traces_b, weight, part
FROM sent JOIN weights USING (device) WHERE weight > 0
