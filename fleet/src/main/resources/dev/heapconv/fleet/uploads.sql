-- A number for each recording of two groups, with the place of its device: twice its number, and one more in the second group.
-- {shared}: columns of what recordings may have in common, such as their day; {ranks}: a number for each of their values.
WITH uploads AS (
  SELECT section, day, recording, device, {columns}, 0 AS side
  FROM ({recordings_a}) AS recordings JOIN (SELECT CAST(date AS STRING) AS day, recording, {shared} FROM a_recordings) AS shared USING (day, recording)
  UNION ALL
  SELECT section, day, recording, device, {columns}, 1
  FROM ({recordings_b}) AS recordings JOIN (SELECT CAST(date AS STRING) AS day, recording, {shared} FROM b_recordings) AS shared USING (day, recording))
SELECT CAST(row_number() OVER (ORDER BY number, side, day, recording) AS INT) - 1 AS upload, CAST(2 * number + side AS INT) AS place,
  section, day, recording, side, {ranks}
FROM uploads JOIN devices USING (section, device)
