-- The devices of each section, with how many recordings they sent and what their weights are.
WITH weights AS (SELECT device, max(coalesce(weight, 1)) AS weight FROM a_recordings GROUP BY device)
SELECT CAST(row_number() OVER (ORDER BY shown, device) AS INT) AS number, shown, device, weight,
  count(DISTINCT concat_ws('|', day, recording)) AS traces
FROM ({recordings_a}) AS recordings JOIN fleet_sections USING (section) JOIN weights USING (device) WHERE weight > 0
GROUP BY shown, device, weight
