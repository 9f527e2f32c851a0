-- What each row holds on a device, from all recordings of a section: those that share what rows are told apart by.
-- {recordings_a}: day, recording, device, section; {cells_a}: device, section, name, and their numbers.
WITH recordings AS ({recordings_a}),
cells AS ({cells_a}),
-- Sections and names of fewer devices are added up as others.
sections AS (
  SELECT section, CASE WHEN count(DISTINCT device) >= {min_devices} THEN section ELSE chr(30) END AS shown
  FROM recordings GROUP BY section),
weights AS (SELECT device, max(coalesce(weight, 1)) AS weight FROM a_recordings GROUP BY device),
devices AS (
  SELECT shown, device, weight, count(DISTINCT concat_ws('|', day, recording)) AS traces
  FROM recordings JOIN sections USING (section) JOIN weights USING (device) WHERE weight > 0
  GROUP BY shown, device, weight),
sizes AS (
  SELECT shown, count(*) AS n, sum(weight) AS all_weight, sum(weight * weight) AS all_squares,
    sum(weight * weight * weight) AS all_cubes
  FROM devices GROUP BY shown),
means AS (
  SELECT shown, name, device, weight, sum(value) / traces AS x, sum(self) / traces AS self_x,
    sum(model) / traces AS model_x, sum(self_model) / traces AS self_model_x,
    sum(value) AS total, sum(variance) AS variance, sum(model) AS model, count(*) - count(variance) AS unknown,
    sum(self) AS self_total, sum(self_variance) AS self_variance, sum(self_model) AS self_model,
    count(*) - count(self_variance) AS self_unknown
  FROM cells JOIN sections USING (section) JOIN devices USING (shown, device)
  GROUP BY shown, name, device, weight, traces),
counts AS (SELECT shown, name, count(*) FILTER (WHERE x > 0) AS k FROM means GROUP BY shown, name),
-- What callees hold adds up over recordings only, so that others and totals are of what rows hold themselves.
parts AS (
  SELECT shown, 'row' AS kind, name, device, weight, x, model_x, total, variance, model, unknown
  FROM means JOIN counts USING (shown, name) WHERE k >= {min_devices}
  UNION ALL
  SELECT shown, 'other', '', device, weight, sum(self_x), sum(self_model_x), sum(self_total), sum(self_variance),
    sum(self_model), sum(self_unknown)
  FROM means JOIN counts USING (shown, name) WHERE k < {min_devices} GROUP BY shown, device, weight
  UNION ALL
  SELECT shown, 'total', '', device, weight, sum(self_x), sum(self_model_x), sum(self_total), sum(self_variance),
    sum(self_model), sum(self_unknown)
  FROM means GROUP BY shown, device, weight),
ranked AS (
  SELECT *, sum(weight * x) OVER (PARTITION BY shown, kind, name) / all_weight AS mean,
    sum(weight) OVER (PARTITION BY shown, kind, name ORDER BY x DESC, device ROWS UNBOUNDED PRECEDING) AS heaviest
  FROM parts JOIN sizes USING (shown)),
-- Devices that lack a row have 0 of it: they differ by the mean from the mean.
moments AS (
  SELECT shown, kind, name, max(n) AS n, max(all_weight) AS w, max(all_squares) AS w2, max(mean) AS mean,
    count(*) FILTER (WHERE x > 0) AS k, coalesce(sum(weight) FILTER (WHERE x > 0), 0) / max(all_weight) AS share,
    sum(power(weight * (x - mean), 2)) + (max(all_squares) - sum(weight * weight)) * power(max(mean), 2) AS second,
    sum(power(weight * (x - mean), 3)) - (max(all_cubes) - sum(weight * weight * weight)) * power(max(mean), 3) AS third,
    sum(weight * model_x) / max(all_weight) AS mean_model,
    -- A quantile is the smallest value that at least such a part of the devices does not exceed.
    max(x) FILTER (WHERE 2 * (heaviest - weight) <= all_weight AND 2 * heaviest > all_weight) AS p50,
    max(x) FILTER (WHERE 20 * (heaviest - weight) <= all_weight AND 20 * heaviest > all_weight) AS p95,
    max(x) FILTER (WHERE 100 * (heaviest - weight) <= all_weight AND 100 * heaviest > all_weight) AS p99,
    sum(weight * x) FILTER (WHERE 50 * (heaviest - weight) < all_weight) / max(all_weight) AS top_mean,
    sum(total) AS total, CASE WHEN sum(unknown) = 0 THEN sqrt(sum(variance) + power(sum(model), 2)) END AS total_error
  FROM ranked GROUP BY shown, kind, name),
-- Weights leave as much as so many devices of equal weight would tell (Kish 1965, Survey Sampling).
spreads AS (
  SELECT *, w * w / w2 AS effective, {z} * {z} * w2 / (w * w) AS part, CASE WHEN second > 1e-12 * mean * mean * w2 THEN second END AS squares
  FROM moments),
-- The interval of a share is Wilson's (1927, Journal of the American Statistical Association 22); of 0 that of the rule of three.
shares AS (
  SELECT *, (share + part / 2) / (1 + part) AS middle, sqrt(part * (share * (1 - share) + part / 4)) / (1 + part) AS half
  FROM spreads)
SELECT shown, kind, name, n, k, 100 * share AS devices_percent,
  100 * CASE WHEN share = 0 THEN 0 ELSE greatest(0, middle - half) END AS devices_percent_low,
  100 * CASE WHEN share = 0 THEN least(1, {of_three} / n) WHEN share >= 1 THEN 1 ELSE least(1, middle + half) END AS devices_percent_high,
  mean, mean_model, greatest(1, effective - 1) AS degrees,
  CASE WHEN n > 1 THEN coalesce(sqrt(squares * effective / greatest(effective - 1, 1e-12)) / w, 0) END AS standard_error,
  -- Of the mean, without the bias of small samples (Joanes and Gill 1998, The Statistician 47).
  coalesce(third / n / power(squares / n, 1.5) / sqrt(n)
    * CASE WHEN effective > 2 THEN sqrt(effective * (effective - 1)) / (effective - 2) ELSE 1 END, 0) AS skewness,
  coalesce(p50, 0) AS p50, coalesce(p95, 0) AS p95, coalesce(p99, 0) AS p99,
  coalesce(top_mean > mean / 3, false) AS heavy_tail,
  total, greatest(0, total - {z} * total_error) AS total_low, total + {z} * total_error AS total_high
FROM shares
