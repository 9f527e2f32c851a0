-- What the devices of two groups recorded of each row: allocations and their bytes, and how far their counts may be off by the
-- model of sizes. {cells_a}, {cells_b}: rows of the tables, with {keys}, the columns that tell rows apart.
WITH cells AS (
  SELECT day, recording, {keys}, samples, bytes, self, self_model_low, self_model_high, 0 AS side FROM ({cells_a}) AS cells
  UNION ALL
  SELECT day, recording, {keys}, samples, bytes, self, self_model_low, self_model_high, 1 FROM ({cells_b}) AS cells),
per_device AS (
  SELECT id, side, place, sum(samples) AS n, sum(bytes) AS s, sum(self) AS value, sum(self_model_low) AS low,
    sum(self_model_high) AS high
  FROM cells JOIN names USING ({keys}) JOIN uploads USING (section, day, recording, side) GROUP BY id, side, place)
SELECT id, side, count(*) AS devices, sum(n) AS n, sum(s) AS s, sum(n * n) AS nn, sum(n * s) AS ns, sum(s * s) AS ss,
  sum(low) / sum(value) AS low, sum(high) / sum(value) AS high
FROM per_device GROUP BY id, side HAVING sum(n) > 0 AND sum(value) > 0
