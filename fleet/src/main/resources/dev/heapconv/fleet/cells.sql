-- What recordings hold of each row, by their numbers in uploads.sql.
WITH cells AS (
  SELECT day, recording, {keys}, value, self, 0 AS side FROM ({cells_a}) AS cells
  UNION ALL
  SELECT day, recording, {keys}, value, self, 1 FROM ({cells_b}) AS cells)
SELECT id, upload, value, self FROM cells JOIN names USING ({keys}) JOIN uploads USING (section, day, recording, side)
