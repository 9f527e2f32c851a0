-- Moments of the change on devices that are in both groups, and of either group on the others; zeros are not counted yet.
, ranked AS (
  SELECT *, row_number() OVER (PARTITION BY kind, name ORDER BY a DESC NULLS LAST, device) AS rank_a,
    row_number() OVER (PARTITION BY kind, name ORDER BY b DESC NULLS LAST, device) AS rank_b
  FROM parts CROSS JOIN sizes)
SELECT kind, name, max(n_a) AS n_a, max(n_b) AS n_b, max(pairs) AS pairs,
  count(*) FILTER (WHERE a > 0 OR b > 0) AS k, count(*) FILTER (WHERE a > 0) AS k_a, count(*) FILTER (WHERE b > 0) AS k_b,
  sum(a) / max(n_a) AS mean_a, sum(b) / max(n_b) AS mean_b,
  count(b - a) AS paired_count, avg(b - a) AS paired_mean, var_pop(b - a) AS paired_variance,
  count(a) FILTER (WHERE b IS NULL) AS a_count, avg(a) FILTER (WHERE b IS NULL) AS a_mean,
  var_pop(a) FILTER (WHERE b IS NULL) AS a_variance,
  count(b) FILTER (WHERE a IS NULL) AS b_count, avg(b) FILTER (WHERE a IS NULL) AS b_mean,
  var_pop(b) FILTER (WHERE a IS NULL) AS b_variance,
  max(a) FILTER (WHERE 2 * (rank_a - 1) <= n_a AND 2 * rank_a > n_a) AS p50_a,
  max(b) FILTER (WHERE 2 * (rank_b - 1) <= n_b AND 2 * rank_b > n_b) AS p50_b,
  max(a) FILTER (WHERE 20 * (rank_a - 1) <= n_a AND 20 * rank_a > n_a) AS p95_a,
  max(b) FILTER (WHERE 20 * (rank_b - 1) <= n_b AND 20 * rank_b > n_b) AS p95_b,
  max(a) FILTER (WHERE 100 * (rank_a - 1) <= n_a AND 100 * rank_a > n_a) AS p99_a,
  max(b) FILTER (WHERE 100 * (rank_b - 1) <= n_b AND 100 * rank_b > n_b) AS p99_b,
  sum(a) FILTER (WHERE 50 * (rank_a - 1) < n_a) / max(n_a) AS top_mean_a,
  sum(b) FILTER (WHERE 50 * (rank_b - 1) < n_b) / max(n_b) AS top_mean_b
FROM ranked GROUP BY kind, name
