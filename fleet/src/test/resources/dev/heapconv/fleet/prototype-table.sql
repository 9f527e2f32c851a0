-- Turns devices.csv of {table} into a table: version 1 is the first group, 2 the second.
CREATE TABLE held AS
  SELECT device, CASE WHEN in_a + in_b = 2 THEN 'paired' ELSE 'others' END AS package, CASE WHEN cell[1] = 'a' THEN 1 ELSE 2 END AS version,
    'f' || cell[2:] AS function, value::DOUBLE AS space
  FROM (UNPIVOT (FROM read_csv('{table}/devices.csv')) ON COLUMNS('[ab]\d') INTO NAME cell VALUE value)
  WHERE cell[1] = 'a' AND in_a = 1 OR cell[1] = 'b' AND in_b = 1;

COPY (
  SELECT DATE '2026-11-24' AS date, device || version AS recording, 'file' AS file_id, device, package, version AS version_code, function, NULL::VARCHAR AS library, '' AS process, '' AS heap, MAP {} AS labels, 4096 AS sampling_interval,
    NULL::VARCHAR AS build, space, 0.0::FLOAT AS space_var, 0::FLOAT AS space_model_low, 0::FLOAT AS space_model_high, space AS space_total FROM held
) TO '{table}/functions' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});

COPY (
  SELECT DISTINCT DATE '2026-11-24' AS date, device || version AS recording, 'file' AS file_id, TIMESTAMP '2026-11-24' AS written, device, package, version AS version_code, MAP {} AS labels, 'ok' AS status, NULL::DOUBLE AS weight, 4096 AS sampling_interval, 1.0::DOUBLE AS space FROM held
) TO '{table}/recordings' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});
