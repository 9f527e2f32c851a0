-- A number for what each row is called, by which it is grouped: 0 for what is added up as others, -1 for the total.
-- {cells_a}: device, {keys}, which tell rows apart, and their numbers.
SELECT CAST(row_number() OVER (ORDER BY {keys}) AS INT) AS id, {name} AS name, shown, {keys}
FROM (SELECT DISTINCT {keys} FROM ({cells_a}) AS cells) AS found JOIN fleet_sections AS sections ON sections.section = {section}
