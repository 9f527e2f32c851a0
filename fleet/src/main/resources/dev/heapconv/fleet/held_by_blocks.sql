-- What each block of devices holds of some rows, in one order: random numbers take their turns.
WITH weighted AS (
  SELECT id, number, weight * CASE part WHEN 'p' THEN b - a WHEN 'a' THEN a ELSE b END AS y FROM ({parts}) AS parts WHERE id IN ({ids}))
SELECT id, section, part, block, sum(y) AS wx
FROM weighted JOIN blocks USING (number) WHERE y <> 0 GROUP BY id, section, part, block ORDER BY id, section, part, block
