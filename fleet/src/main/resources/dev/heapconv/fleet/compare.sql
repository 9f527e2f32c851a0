-- Sums over devices, of which the change of their mean is made (MeanChange).
-- {parts}: id, number, section, part, weight, and what the device holds of the row in both groups, a and b.
WITH parts AS ({parts}),
weighted AS (SELECT *, weight * CASE part WHEN 'p' THEN b - a WHEN 'a' THEN a ELSE b END AS y FROM parts),
sums AS (
  SELECT id, stratum, part, sum(CASE WHEN a > 0 OR b > 0 THEN 1 ELSE 0 END) AS k, sum(CASE WHEN a > 0 THEN 1 ELSE 0 END) AS k_a,
    sum(CASE WHEN b > 0 THEN 1 ELSE 0 END) AS k_b, sum(weight * a) AS sum_a, sum(weight * b) AS sum_b, sum(y) AS wx, sum(weight * y) AS w2x,
    sum(y * y) AS w2xx, sum(weight * weight * y) AS w3x, sum(weight * y * y) AS w3xx, sum(y * y * y) AS w3xxx
  FROM weighted GROUP BY id, stratum, part)
SELECT sums.*, section, kind, name
FROM sums JOIN (SELECT id, kind, name FROM names) AS names USING (id) JOIN (SELECT DISTINCT stratum, section FROM devices) AS strata USING (stratum)
