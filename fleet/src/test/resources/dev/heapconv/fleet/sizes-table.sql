-- 20 devices of version 1 and 20 of version 2, which hold unlike amounts. Of 4,100 objects a tenth is recorded, about: in
-- version 2 'struct' grew from 48 to 64 bytes, so that a third more are recorded, each of which weighs 4,131 instead of 4,123
-- bytes; of 'grown' there are half as many again; 'same' is the same.
CREATE TABLE held AS
  SELECT 'd' || version || '_' || i AS device, version, function, 1 + 0.4 * sin(7 * i + version) AS scale,
    CASE WHEN version = 2 THEN CASE function WHEN 'struct' THEN 4 / 3 WHEN 'grown' THEN 1.5 ELSE 1 END ELSE 1 END * scale * 400 AS n,
    4123 + CASE WHEN version = 2 AND function = 'struct' THEN 8 ELSE 0 END + sin(11 * i + length(function)) AS weight
  FROM range(20) AS devices (i), (VALUES (1), (2)) AS versions (version), (VALUES ('struct'), ('grown'), ('same')) AS functions (function);

COPY (
  SELECT DATE '2026-11-24' AS date, device AS recording, 'file' AS file_id, device, 'p' AS package, version AS version_code, function, NULL::VARCHAR AS library, '' AS process, '' AS heap, MAP {} AS labels, 4096 AS sampling_interval,
    NULL::VARCHAR AS build, n::BIGINT AS samples, n * weight AS space, 0.0::FLOAT AS space_var, 0::FLOAT AS space_model_low, 0::FLOAT AS space_model_high, n * weight AS space_total,
    n * 10 AS objects, 0.0::FLOAT AS objects_var, n * 4 AS objects_model_low, n * 8 AS objects_model_high, n * 10 AS objects_total FROM held
) TO '{table}/functions' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});

COPY (
  SELECT DISTINCT DATE '2026-11-24' AS date, device AS recording, 'file' AS file_id, TIMESTAMP '2026-11-24' AS written, device, 'p' AS package, version AS version_code, MAP {} AS labels, 'ok' AS status, NULL::DOUBLE AS weight, 4096 AS sampling_interval, 1.0::DOUBLE AS space, 1.0::DOUBLE AS objects FROM held
) TO '{table}/recordings' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});
