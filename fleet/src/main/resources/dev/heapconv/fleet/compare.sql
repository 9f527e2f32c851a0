-- How much the mean over devices changed. Devices that are in both groups tell it by their differences, the others by the
-- difference of two means (Welch 1947, Biometrika 34); each counts by its precision, and the degrees of freedom are
-- Satterthwaite's (1946, Biometrics Bulletin 2). Means are compared, not logarithms or medians: these are biased where one
-- group has fewer recordings per device, as a new version always has.
-- {parts}: what each device holds of each row in both groups; {sizes}: how many devices they have. Another text follows.
WITH parts AS ({parts}),
sizes AS ({sizes}),
-- Of devices that have a row: c of them in both groups, c_a in the first only, c_b in the second only.
moments AS (
  SELECT id, max(n_a) AS n_a, max(n_b) AS n_b, max(pairs) AS pairs, max(n_a + n_b - pairs) AS n,
    CAST(max(pairs) AS DOUBLE) AS m, CAST(max(n_a - pairs) AS DOUBLE) AS m_a, CAST(max(n_b - pairs) AS DOUBLE) AS m_b,
    count(*) FILTER (WHERE a > 0 OR b > 0) AS k, count(*) FILTER (WHERE a > 0) AS k_a, count(*) FILTER (WHERE b > 0) AS k_b,
    coalesce(sum(a) / nullif(max(n_a), 0), 0) AS mean_a, coalesce(sum(b) / nullif(max(n_b), 0), 0) AS mean_b,
    count(b - a) AS c, coalesce(avg(b - a), 0) AS mean, coalesce(var_pop(b - a), 0) AS variance,
    count(a) FILTER (WHERE b IS NULL) AS c_a, coalesce(avg(a) FILTER (WHERE b IS NULL), 0) AS mean_only_a,
    coalesce(var_pop(a) FILTER (WHERE b IS NULL), 0) AS variance_a,
    count(b) FILTER (WHERE a IS NULL) AS c_b, coalesce(avg(b) FILTER (WHERE a IS NULL), 0) AS mean_only_b,
    coalesce(var_pop(b) FILTER (WHERE a IS NULL), 0) AS variance_b
  FROM parts CROSS JOIN sizes GROUP BY id),
-- Squared errors of means, with the devices that have 0 (Chan, Golub and LeVeque 1979). Fewer than four devices say too
-- little about how much devices differ.
errors AS (
  SELECT *, CASE WHEN pairs >= 4 THEN mean * c / m END AS d1,
    CASE WHEN pairs >= 4 THEN c * (variance + mean * mean * (1 - c / m)) / (m - 1) / m END AS v1,
    CASE WHEN m_a >= 4 AND m_b >= 4 THEN mean_only_b * c_b / m_b - mean_only_a * c_a / m_a END AS d2,
    CASE WHEN m_a >= 4 AND m_b >= 4 THEN c_a * (variance_a + mean_only_a * mean_only_a * (1 - c_a / m_a)) / (m_a - 1) / m_a END AS v2_a,
    CASE WHEN m_a >= 4 AND m_b >= 4 THEN c_b * (variance_b + mean_only_b * mean_only_b * (1 - c_b / m_b)) / (m_b - 1) / m_b END AS v2_b
  FROM moments),
-- What differs by no more than rounding has no precision to weigh: no device has it, or all changed by the same.
precisions AS (
  SELECT *, CASE WHEN v1 > 1e-15 * d1 * d1 THEN 1 / v1 END AS w1,
    CASE WHEN v2_a + v2_b > 1e-15 * d2 * d2 THEN 1 / (v2_a + v2_b) END AS w2,
    m - 1 AS f1, CASE WHEN v2_a + v2_b > 0 THEN greatest(1, power(v2_a + v2_b, 2) / (v2_a * v2_a / (m_a - 1) + v2_b * v2_b / (m_b - 1)))
      ELSE m_a + m_b - 2 END AS f2
  FROM errors),
weights AS (
  SELECT *, coalesce(w1, 0) + coalesce(w2, 0) AS w,
    CASE WHEN w1 IS NULL AND d1 <> 0 THEN d1 WHEN w2 IS NULL AND d2 <> 0 THEN d2 END AS certain
  FROM precisions),
changes AS (
  SELECT *, CASE WHEN certain IS NOT NULL THEN certain WHEN w > 0 THEN (coalesce(d1 * w1, 0) + coalesce(d2 * w2, 0)) / w
      WHEN d1 = 0 OR d2 = 0 THEN 0 END AS change,
    CASE WHEN certain IS NULL AND w > 0 THEN 1 / sqrt(w) WHEN d1 IS NOT NULL OR d2 IS NOT NULL THEN 0 END AS error,
    CASE WHEN certain IS NULL AND w > 0 THEN 1 / (coalesce(power(w1 / w, 2) / f1, 0) + coalesce(power(w2 / w, 2) / f2, 0))
      WHEN d1 IS NOT NULL THEN f1 WHEN d2 IS NOT NULL THEN f2 END AS degrees
  FROM weights)
