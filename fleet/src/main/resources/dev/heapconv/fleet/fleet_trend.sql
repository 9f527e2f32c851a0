-- How devices add to the error of a slope. {line}: days, how far they are from the middle, and what the line through all is there.
WITH line AS (SELECT * FROM (VALUES {line}) AS days(shown, place, height)),
scores AS (
  SELECT sum(weight * place * (x - height)) AS score, sum(power(weight * place * (x - height), 2)) AS squares
  FROM fleet_held JOIN line USING (shown) GROUP BY device)
SELECT count(*) AS n, sum(score * score) AS of_devices, sum(squares) AS of_both FROM scores
