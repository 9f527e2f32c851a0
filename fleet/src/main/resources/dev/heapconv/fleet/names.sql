-- A number for what each row is called, by which it is grouped: 0 for what is added up as others, -1 for the total.
-- {cells_a}, {cells_b}: rows of the tables, with {keys}, the columns that tell rows apart.
SELECT CAST(row_number() OVER (ORDER BY {keys}) AS INT) AS id, 'row' AS kind, {name} AS name, {section} AS section, {keys}
FROM (SELECT {keys} FROM ({cells_a}) AS before UNION SELECT {keys} FROM ({cells_b}) AS after) AS found
UNION ALL
SELECT 0, 'other', '', CAST(NULL AS STRING), {nulls}
UNION ALL
SELECT -1, 'total', '', CAST(NULL AS STRING), {nulls}
