-- The devices of two groups of recordings, and how many recordings they sent; null where they are not in a group.
-- {recordings_a}: day, recording, device.
WITH recordings_a AS ({recordings_a}),
recordings_b AS (SELECT day, recording, {device_b} AS device FROM ({recordings_b}) AS recordings),
sent_a AS (SELECT device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_a GROUP BY device),
sent_b AS (SELECT device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_b GROUP BY device),
devices AS (
  SELECT coalesce(a.device, b.device) AS device, a.traces AS traces_a, b.traces AS traces_b
  FROM sent_a a FULL JOIN sent_b b ON a.device = b.device)
SELECT CAST(row_number() OVER (ORDER BY device) AS INT) AS number, device, traces_a, traces_b,
  substr(md5(device), 1, 1) < '8' AS in_half
FROM devices
