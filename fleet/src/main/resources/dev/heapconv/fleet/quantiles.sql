-- How each group is distributed. What no more than one device in a hundred has needs no order: its quantiles are 0.
WITH parts AS ({parts}),
sizes AS (
  SELECT section, sum(CASE WHEN part <> 'b' THEN weight ELSE 0 END) AS all_a, sum(CASE WHEN part <> 'a' THEN weight ELSE 0 END) AS all_b
  FROM ({members}) AS members GROUP BY section),
present AS (
  SELECT id, max(all_a) AS n_a, max(all_b) AS n_b, sum(weight * a) AS sum_a, sum(weight * b) AS sum_b,
    100 * sum(CASE WHEN a > 0 THEN weight END) > max(all_a) AS often_a, 100 * sum(CASE WHEN b > 0 THEN weight END) > max(all_b) AS often_b
  FROM parts JOIN sizes USING (section) WHERE id > 0 GROUP BY id
  UNION ALL
  SELECT id, (SELECT sum(all_a) FROM sizes), (SELECT sum(all_b) FROM sizes), sum(weight * a), sum(weight * b), true, true
  FROM parts WHERE id <= 0 GROUP BY id),
sides AS (
  SELECT 2 * id AS place, weight, a AS x, n_a AS n FROM parts JOIN present USING (id) WHERE a > 0 AND often_a
  UNION ALL
  SELECT 2 * id + 1, weight, b, n_b FROM parts JOIN present USING (id) WHERE b > 0 AND often_b),
ranked AS (
  SELECT *, sum(weight) OVER (PARTITION BY place ORDER BY x DESC ROWS UNBOUNDED PRECEDING) AS heaviest FROM sides),
-- A quantile is the smallest value that at least such a part of the devices does not exceed.
quantiles AS (
  SELECT place, max(x) FILTER (WHERE 2 * (heaviest - weight) <= n AND 2 * heaviest > n) AS p50,
    max(x) FILTER (WHERE 20 * (heaviest - weight) <= n AND 20 * heaviest > n) AS p95,
    max(x) FILTER (WHERE 100 * (heaviest - weight) <= n AND 100 * heaviest > n) AS p99,
    sum(weight * x) FILTER (WHERE 50 * (heaviest - weight) < n) AS top
  FROM ranked GROUP BY place)
SELECT id, coalesce(a.p50, 0) AS p50_a, coalesce(b.p50, 0) AS p50_b, coalesce(a.p95, 0) AS p95_a, coalesce(b.p95, 0) AS p95_b,
  coalesce(a.p99, 0) AS p99_a, coalesce(b.p99, 0) AS p99_b,
  coalesce(a.top, sum_a) > sum_a / 3 OR coalesce(b.top, sum_b) > sum_b / 3 AS heavy_tail
FROM present
  LEFT JOIN quantiles AS a ON a.place = 2 * id
  LEFT JOIN quantiles AS b ON b.place = 2 * id + 1
