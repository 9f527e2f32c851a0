-- The blocks of devices that change groups together: of {size} devices that are in one group, of {pairs} in both.
WITH placed AS (
  SELECT *, row_number() OVER (PARTITION BY section, part ORDER BY number) - 1 AS place,
    CASE part WHEN 'p' THEN {pairs} ELSE {size} END AS size
  FROM ({members}) AS members)
SELECT number, section, part, weight, CAST((place - place % size) / size AS INT) AS block FROM placed
