-- Changes, and how each group is distributed. What no more than one device in a hundred has needs no order: its quantiles are 0.
, present AS (
  SELECT id, 'a' AS side, a AS x, n_a AS n FROM parts JOIN moments USING (id) WHERE a > 0 AND 100 * k_a > n_a
  UNION ALL
  SELECT id, 'b', b, n_b FROM parts JOIN moments USING (id) WHERE b > 0 AND 100 * k_b > n_b),
ranked AS (SELECT *, row_number() OVER (PARTITION BY id, side ORDER BY x DESC) AS place FROM present),
-- A quantile is the smallest value that at least such a part of the devices does not exceed.
quantiles AS (
  SELECT id, side, max(x) FILTER (WHERE 2 * (place - 1) <= n AND 2 * place > n) AS p50,
    max(x) FILTER (WHERE 20 * (place - 1) <= n AND 20 * place > n) AS p95,
    max(x) FILTER (WHERE 100 * (place - 1) <= n AND 100 * place > n) AS p99,
    sum(x) FILTER (WHERE 50 * (place - 1) < n) AS top
  FROM ranked GROUP BY id, side)
SELECT id, kind, name, k, n, n_a, n_b, pairs, k_a, k_b, mean_a, mean_b, change, error, degrees,
  100 * change / nullif(mean_a, 0) AS percent, coalesce(a.p50, 0) AS p50_a, coalesce(b.p50, 0) AS p50_b,
  coalesce(a.p95, 0) AS p95_a, coalesce(b.p95, 0) AS p95_b, coalesce(a.p99, 0) AS p99_a, coalesce(b.p99, 0) AS p99_b,
  coalesce(a.top, mean_a * n_a) > mean_a * n_a / 3 OR coalesce(b.top, mean_b * n_b) > mean_b * n_b / 3 AS heavy_tail
FROM changes JOIN names USING (id)
  LEFT JOIN (SELECT * FROM quantiles WHERE side = 'a') AS a USING (id)
  LEFT JOIN (SELECT * FROM quantiles WHERE side = 'b') AS b USING (id)
