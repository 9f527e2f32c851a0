-- What each device holds of each row, in two groups of recordings: null where it sent none, 0 where they lack the row.
-- {recordings_a}: day, recording, device; {cells_a}: device, name, and the numbers. Another text follows that asks these.
WITH recordings_a AS ({recordings_a}),
cells_a AS ({cells_a}),
recordings_b AS (SELECT day, recording, {device_b} AS device FROM ({recordings_b}) AS recordings),
cells_b AS (SELECT {device_b} AS device, name, value, self FROM ({cells_b}) AS cells),
traces_a AS (SELECT device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_a GROUP BY device),
traces_b AS (SELECT device, count(DISTINCT concat_ws('|', day, recording)) AS traces FROM recordings_b GROUP BY device),
devices AS (
  SELECT coalesce(a.device, b.device) AS device, a.traces AS traces_a, b.traces AS traces_b
  FROM traces_a a FULL JOIN traces_b b ON a.device = b.device),
sizes AS (SELECT count(traces_a) AS n_a, count(traces_b) AS n_b, count(traces_a + traces_b) AS pairs FROM devices),
cells AS (
  SELECT device, name, value AS a, self AS self_a, 0 AS b, 0 AS self_b FROM cells_a
  UNION ALL
  SELECT device, name, 0, 0, value, self FROM cells_b),
means AS (
  SELECT name, device, sum(a) / traces_a AS a, sum(b) / traces_b AS b, sum(self_a) / traces_a AS self_a,
    sum(self_b) / traces_b AS self_b
  FROM cells JOIN devices USING (device) GROUP BY name, device, traces_a, traces_b),
counts AS (SELECT name, count(*) FILTER (WHERE coalesce(a, 0) + coalesce(b, 0) > 0) AS k FROM means GROUP BY name),
parts AS (
  SELECT 'row' AS kind, name, device, a, b FROM means JOIN counts USING (name) WHERE k >= {min_devices}
  UNION ALL
  SELECT 'other', '', device, sum(self_a), sum(self_b) FROM means JOIN counts USING (name) WHERE k < {min_devices}
  GROUP BY device
  UNION ALL
  SELECT 'total', '', device, sum(self_a), sum(self_b) FROM means GROUP BY device)
