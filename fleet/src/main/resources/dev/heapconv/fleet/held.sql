-- What each device holds of each row, in both groups: null where it sent none, 0 where its recordings lack the row.
WITH cells AS (
  SELECT device, {keys}, value AS a, self AS self_a, 0 AS b, 0 AS self_b FROM ({cells_a}) AS cells
  UNION ALL
  SELECT {device_b}, {keys}, 0, 0, value, self FROM ({cells_b}) AS cells),
means AS (
  SELECT id, number, sum(a) / max(traces_a) AS a, sum(b) / max(traces_b) AS b, sum(self_a) / max(traces_a) AS self_a,
    sum(self_b) / max(traces_b) AS self_b
  FROM cells JOIN names USING ({keys}) JOIN devices USING (section, device) GROUP BY id, number),
counts AS (SELECT id, count(*) FILTER (WHERE a > 0 OR b > 0) AS k FROM means GROUP BY id)
SELECT id, number, a, b FROM means JOIN counts USING (id) WHERE k >= {min_devices}
UNION ALL
SELECT 0, number, sum(self_a), sum(self_b) FROM means JOIN counts USING (id) WHERE k < {min_devices} GROUP BY number
UNION ALL
SELECT -1, number, sum(self_a), sum(self_b) FROM means GROUP BY number
