-- Which part of the devices holds how much of some rows, in steps by a quarter of a power of two.
WITH sizes AS (SELECT shown, sum(weight) AS all_weight FROM fleet_devices GROUP BY shown),
held AS (
  SELECT shown, id, CAST(floor(4 * log2(x)) AS INT) AS step, weight
  FROM fleet_parts JOIN fleet_devices USING (number) WHERE x > 0 AND id IN ({ids}))
SELECT shown, id, step, 100 * sum(weight) / max(all_weight) AS percent
FROM held JOIN sizes USING (shown) GROUP BY shown, id, step ORDER BY shown, id, step
