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
  FROM parts JOIN sizes USING (shown))
SELECT shown, kind, name, max(n) AS n, max(all_weight) AS all_weight, max(all_squares) AS all_squares,
  max(all_cubes) AS all_cubes, count(*) FILTER (WHERE x > 0) AS k,
  coalesce(sum(weight) FILTER (WHERE x > 0), 0) AS having_weight, max(mean) AS mean,
  sum(weight * weight) AS squares, sum(weight * weight * weight) AS cubes,
  sum(power(weight * (x - mean), 2)) AS second, sum(power(weight * (x - mean), 3)) AS third,
  sum(weight * model_x) / max(all_weight) AS mean_model,
  -- A quantile is the smallest value that at least such a part of the devices does not exceed.
  max(x) FILTER (WHERE 2 * (heaviest - weight) <= all_weight AND 2 * heaviest > all_weight) AS p50,
  max(x) FILTER (WHERE 20 * (heaviest - weight) <= all_weight AND 20 * heaviest > all_weight) AS p95,
  max(x) FILTER (WHERE 100 * (heaviest - weight) <= all_weight AND 100 * heaviest > all_weight) AS p99,
  sum(weight * x) FILTER (WHERE 50 * (heaviest - weight) < all_weight) / max(all_weight) AS top_mean,
  sum(total) AS total, sum(variance) AS variance, sum(model) AS model, sum(unknown) AS unknown
FROM ranked GROUP BY shown, kind, name
