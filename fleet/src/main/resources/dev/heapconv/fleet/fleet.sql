-- What each row holds on a device, from all recordings of a section: those that share what rows are told apart by.
-- The tables come from the other texts whose names begin with fleet; {cells_a}: device, {keys}, which tell rows apart, and
-- their numbers.
WITH sizes AS (
  SELECT shown, count(*) AS n, sum(weight) AS all_weight, sum(weight * weight) AS all_squares,
    sum(weight * weight * weight) AS all_cubes,
    -- Weights leave as much as so many devices of equal weight would tell (Kish 1965, Survey Sampling).
    sum(weight) * sum(weight) / sum(weight * weight) AS effective
  FROM fleet_devices GROUP BY shown),
-- Between which devices, the heaviest first, a quantile of all devices lies: how many of a sample exceed it is binomial,
-- here as Cornish and Fisher (1938, Revue de l'Institut International de Statistique 5) approximate it.
ranks AS (
  SELECT *, all_weight / effective AS each, {z} * sqrt(effective) AS spread, ({z} * {z} - 1) / 6 AS skewed FROM sizes),
cuts AS (
  SELECT *, each * (ceil(effective * 0.5e0 - spread * 0.5e0 - 0.5e0) - 0.5e0) AS p50_cut_high,
    each * (ceil(effective * 0.5e0 + spread * 0.5e0 - 0.5e0) + 0.5e0) AS p50_cut_low,
    each * (ceil(effective * 0.05e0 - spread * sqrt(0.05e0 * 0.95e0) + skewed * 0.9e0 - 0.5e0) - 0.5e0) AS p95_cut_high,
    each * (ceil(effective * 0.05e0 + spread * sqrt(0.05e0 * 0.95e0) + skewed * 0.9e0 - 0.5e0) + 0.5e0) AS p95_cut_low,
    each * (ceil(effective * 0.01e0 - spread * sqrt(0.01e0 * 0.99e0) + skewed * 0.98e0 - 0.5e0) - 0.5e0) AS p99_cut_high,
    each * (ceil(effective * 0.01e0 + spread * sqrt(0.01e0 * 0.99e0) + skewed * 0.98e0 - 0.5e0) + 0.5e0) AS p99_cut_low
  FROM ranks),
counts AS (SELECT id, count(*) FILTER (WHERE x > 0) AS k FROM fleet_means GROUP BY id),
-- Sums over recordings need no devices.
row_sums AS (
  SELECT id, sum(weight * model_low / traces) AS weighted_model_low,
    sum(weight * model_high / traces) AS weighted_model_high, sum(value) AS total, sum(variance) AS variance,
    sum(model_low) AS model_low, sum(model_high) AS model_high, count(*) - count(variance) AS unknown,
    sum(weight * self_model_low / traces) AS weighted_self_model_low,
    sum(weight * self_model_high / traces) AS weighted_self_model_high,
    sum(self) AS self_total, sum(self_variance) AS self_variance, sum(self_model_low) AS self_model_low,
    sum(self_model_high) AS self_model_high, count(*) - count(self_variance) AS self_unknown
  FROM ({cells_a}) AS cells JOIN fleet_names USING ({keys}) JOIN fleet_devices USING (shown, device) GROUP BY id),
sums AS (
  SELECT shown, id, name, weighted_model_low, weighted_model_high, total, variance, model_low, model_high, unknown
  FROM row_sums JOIN fleet_names USING (id) JOIN counts USING (id) WHERE k >= {min_devices}
  UNION ALL
  SELECT shown, 0, '', sum(weighted_self_model_low), sum(weighted_self_model_high), sum(self_total), sum(self_variance),
    sum(self_model_low), sum(self_model_high), sum(self_unknown)
  FROM row_sums JOIN fleet_names USING (id) JOIN counts USING (id) WHERE k < {min_devices} GROUP BY shown
  UNION ALL
  SELECT shown, -1, '', sum(weighted_self_model_low), sum(weighted_self_model_high), sum(self_total), sum(self_variance),
    sum(self_model_low), sum(self_model_high), sum(self_unknown)
  FROM row_sums JOIN fleet_names USING (id) GROUP BY shown),
averages AS (
  SELECT shown, id, sum(weight * x) AS weighted, count(*) FILTER (WHERE x > 0) AS k,
    coalesce(sum(weight) FILTER (WHERE x > 0), 0) AS present
  FROM fleet_parts JOIN fleet_devices USING (number) GROUP BY shown, id),
row_means AS (
  SELECT *, weighted / all_weight AS mean, present / all_weight AS share,
    CAST(row_number() OVER (ORDER BY shown, id) AS INT) AS place
  FROM averages JOIN cuts USING (shown)),
-- Devices that lack a row have 0 of it: they differ by the mean from the mean.
moments AS (
  SELECT shown, id, sum(power(weight * (x - mean), 2)) + (max(all_squares) - sum(weight * weight)) * power(max(mean), 2) AS second,
    sum(power(weight * (x - mean), 3)) - (max(all_cubes) - sum(weight * weight * weight)) * power(max(mean), 3) AS third
  FROM fleet_parts JOIN fleet_devices USING (number) JOIN row_means USING (shown, id) GROUP BY shown, id),
-- What fewer devices have than may exceed the highest quantile needs no order: its quantiles are 0.
ranked AS (
  SELECT place, weight, x,
    sum(weight) OVER (PARTITION BY place ORDER BY x DESC, number ROWS UNBOUNDED PRECEDING) AS heaviest
  FROM fleet_parts JOIN fleet_devices USING (number) JOIN row_means USING (shown, id)
  WHERE x > 0 AND present > CASE WHEN p99_cut_high > 0 THEN p99_cut_high ELSE all_weight * 0.01e0 END),
-- A quantile is the smallest value that at least such a part of the devices does not exceed.
quantiles AS (
  SELECT shown, id, max(x) FILTER (WHERE 2 * heaviest > all_weight) AS p50, max(x) FILTER (WHERE heaviest > p50_cut_low) AS p50_low,
    max(x) FILTER (WHERE heaviest > p50_cut_high) AS p50_high,
    max(x) FILTER (WHERE 20 * heaviest > all_weight) AS p95, max(x) FILTER (WHERE heaviest > p95_cut_low) AS p95_low,
    max(x) FILTER (WHERE heaviest > p95_cut_high) AS p95_high,
    max(x) FILTER (WHERE 100 * heaviest > all_weight) AS p99, max(x) FILTER (WHERE heaviest > p99_cut_low) AS p99_low,
    max(x) FILTER (WHERE heaviest > p99_cut_high) AS p99_high,
    sum(weight * x) FILTER (WHERE 50 * (heaviest - weight) < all_weight) AS top
  FROM ranked JOIN row_means USING (place) GROUP BY shown, id),
spreads AS (
  SELECT *, {z} * {z} / effective AS part,
    CASE WHEN second > 1e-12 * mean * mean * all_squares THEN second END AS squares
  FROM row_means JOIN moments USING (shown, id) JOIN sums USING (shown, id) LEFT JOIN quantiles USING (shown, id)),
-- The interval of a share is Wilson's (1927, Journal of the American Statistical Association 22); of 0 that of the rule of three.
shares AS (
  SELECT *, CASE WHEN unknown = 0 THEN variance + model_low * model_low END AS variance_low,
    CASE WHEN unknown = 0 THEN variance + model_high * model_high END AS variance_high, (share + part / 2) / (1 + part) AS middle,
    sqrt(part * (share * (1 - share) + part / 4)) / (1 + part) AS half
  FROM spreads)
SELECT id, shown, CASE id WHEN 0 THEN 'other' WHEN -1 THEN 'total' ELSE 'row' END AS kind, name, n, k, 100 * share AS devices_percent,
  100 * CASE WHEN share = 0 THEN 0 ELSE greatest(0, middle - half) END AS devices_percent_low,
  100 * CASE WHEN share = 0 THEN least(1, {of_three} / n) WHEN share >= 1 THEN 1 ELSE least(1, middle + half) END AS devices_percent_high,
  mean, {z} * weighted_model_low / all_weight AS mean_model_low, {z} * weighted_model_high / all_weight AS mean_model_high,
  greatest(1, effective - 1) AS degrees,
  CASE WHEN n > 1 THEN coalesce(sqrt(squares * effective / greatest(effective - 1, 1e-12)) / all_weight, 0) END AS standard_error,
  -- Of the mean, without the bias of small samples (Joanes and Gill 1998, The Statistician 47).
  coalesce(third / n / power(squares / n, 1.5) / sqrt(n)
    * CASE WHEN effective > 2 THEN sqrt(effective * (effective - 1)) / (effective - 2) ELSE 1 END, 0) AS skewness,
  -- Null where all devices of a sample may lie below it.
  CASE WHEN p50_cut_high > 0 THEN coalesce(p50, 0) END AS p50, CASE WHEN p50_cut_high > 0 THEN coalesce(p50_low, 0) END AS p50_low, CASE WHEN p50_cut_high > 0 THEN coalesce(p50_high, 0) END AS p50_high,
  CASE WHEN p95_cut_high > 0 THEN coalesce(p95, 0) END AS p95, CASE WHEN p95_cut_high > 0 THEN coalesce(p95_low, 0) END AS p95_low, CASE WHEN p95_cut_high > 0 THEN coalesce(p95_high, 0) END AS p95_high,
  CASE WHEN p99_cut_high > 0 THEN coalesce(p99, 0) END AS p99, CASE WHEN p99_cut_high > 0 THEN coalesce(p99_low, 0) END AS p99_low, CASE WHEN p99_cut_high > 0 THEN coalesce(p99_high, 0) END AS p99_high,
  coalesce(top, weighted) > weighted / 3 AS heavy_tail,
  total, greatest(0, total - {z} * sqrt(variance_low)) AS total_low, total + {z} * sqrt(variance_high) AS total_high
FROM shares
