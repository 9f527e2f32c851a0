-- A number for what each row is called, by which it is grouped, and how many cells it has.
-- {cells_a}, {cells_b}: rows of the tables, with {keys}, the columns that tell rows apart.
SELECT CAST(row_number() OVER (ORDER BY {keys}) AS INT) AS id, 'row' AS kind, {name} AS name, {section} AS section, cells, {keys}
FROM (SELECT {keys}, count(*) AS cells
  FROM (SELECT {keys} FROM ({cells_a}) AS before UNION ALL SELECT {keys} FROM ({cells_b}) AS after) AS found GROUP BY {keys}) AS counted
