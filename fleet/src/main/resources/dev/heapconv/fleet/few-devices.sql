-- What each device holds of the rows that few devices have.
, present AS (
  SELECT kind, name, a, b, count(*) OVER (PARTITION BY kind, name) AS k FROM parts
  WHERE coalesce(a, 0) > 0 OR coalesce(b, 0) > 0)
SELECT kind, name, a, b FROM present WHERE k < {few_devices}
