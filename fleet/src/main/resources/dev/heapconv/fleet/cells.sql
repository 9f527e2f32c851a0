-- What recordings hold of each row. place: twice the number of the device, and one more in the second group.
WITH cells AS (
  SELECT device, {keys}, value, self, 0 AS side FROM ({cells_a}) AS cells
  UNION ALL
  SELECT {device_b}, {keys}, value, self, 1 FROM ({cells_b}) AS cells)
SELECT id, CAST(2 * number + side AS INT) AS place, value, self FROM cells JOIN names USING ({keys}) JOIN devices USING (section, device)
