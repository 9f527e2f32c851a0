-- Devices of two classes in two versions, as SectionsAndWeightsTest says.
CREATE TABLE sent AS
  SELECT version, class, i, 'd' || version || class || i AS device, CASE class WHEN 'much' THEN 10000 ELSE 1000 END * (0.8 + 0.4 * (hash(version, class, i) % 1000) / 999) AS space
  FROM (VALUES (1, 'much', 30), (1, 'little', 100), (2, 'much', 90), (2, 'little', 60)) AS groups(version, class, n), range(100) devices(i) WHERE i < n;

COPY (
  SELECT DATE '2026-11-24' AS date, device AS recording, 'file' AS file_id, device || 'x' AS device, '' AS package, version AS version_code, 'f' AS function, NULL::VARCHAR AS library, '' AS process, '' AS heap, MAP {'class': class} AS labels, 4096 AS sampling_interval,
    NULL::VARCHAR AS build, space::DOUBLE AS space, 0.0::FLOAT AS space_var, 0::FLOAT AS space_model_low, 0::FLOAT AS space_model_high, space AS space_total FROM sent
) TO '{table}/functions' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});

COPY (
  SELECT DATE '2026-11-24' AS date, device AS recording, 'file' AS file_id, TIMESTAMP '2026-11-24' AS written, device || 'x' AS device, '' AS package, version AS version_code, MAP {'class': class} AS labels, 'ok' AS status, CASE WHEN i < 10 THEN 5.0 END::DOUBLE AS weight, 4096 AS sampling_interval, space FROM sent
) TO '{table}/recordings' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});
