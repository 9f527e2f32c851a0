-- How many devices each section has, and their weights.
SELECT section, part, count(*) AS n, sum(weight) AS w, sum(weight * weight) AS w2, sum(weight * weight * weight) AS w3
FROM ({members}) AS members GROUP BY section, part
