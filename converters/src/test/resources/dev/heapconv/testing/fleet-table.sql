-- A table as heapconv writes it, of simulated devices, for DuckDB; {table} is its folder.
-- 100 devices sent version 1201, and 90 version 1202, of which 80 are the same; half of them sent two recordings.
-- f0 to f39: f3 grows by half, f7 is on 12 devices before and 24 after, f9 has a heavy tail, f20 to f39 are on few devices.
CREATE TABLE input AS
  SELECT DATE '2026-11-17' + CAST(7 * (version - 1201) AS INT) AS date, 'v' || version || '/d' || d || '-' || t || '.pftrace' AS recording,
    'device ' || d AS device, version, d, t
  FROM range(110) device(d), range(1201, 1203) versions(version), range(2) traces(t)
  WHERE (version = 1201 AND d < 100 OR version = 1202 AND d >= 20) AND (t = 0 OR d % 2 = 0);

CREATE TABLE sampled AS
  SELECT *, (hash(d, f) % 100003) / 100003.0 AS u, (hash(f, d, 7) % 100003) / 100003.0 AS u2, (hash(recording, f) % 100003) / 100003.0 AS e
  FROM input, range(40) functions(f);

CREATE TABLE held AS
  SELECT *, CASE
      WHEN f = 7 THEN CASE WHEN d % 9 = 0 OR version = 1202 AND d % 9 = 1 THEN 5000 * (1 + u) END
      WHEN f = 9 THEN 1000 / pow(u + 1e-3, 2)
      WHEN f >= 20 THEN CASE WHEN u2 * 250 < f - 19 THEN 8000 * (1 + u) END
      ELSE (1 + f) * 1000 * exp(2 * u - 1) END
    * CASE WHEN f = 3 AND version = 1202 THEN 1.5 ELSE 1 END * (0.9 + 0.2 * e) AS space
  FROM sampled;

COPY (
  SELECT date, recording, 'file' AS file_id, device, CASE WHEN d % 10 = 5 THEN 'com.example.second' ELSE 'com.example.app' END AS package, NULL::VARCHAR AS version_name, version AS version_code, 'build ' || d % 3 AS build,
    MAP {'cohort': CASE WHEN d % 2 = 0 THEN 'even' ELSE 'odd' END} AS labels, 'com.example' AS process, 'libc.malloc' AS heap, 4096::BIGINT AS sampling_interval,
    'f' || f AS function, CASE WHEN f > 1 THEN 'lib' || f % 4 || '.so' END AS library, 3::BIGINT AS samples, NULL::BIGINT AS alloc_samples,
    space, CASE WHEN version = 1201 THEN 1.0 END::DOUBLE AS objects, NULL::DOUBLE AS alloc_space, NULL::DOUBLE AS alloc_objects,
    (space * 4096)::FLOAT AS space_var, 0::FLOAT AS space_model_low, 0::FLOAT AS space_model_high, 1::FLOAT AS objects_var, 0.1::FLOAT AS objects_model_low, 0.2::FLOAT AS objects_model_high,
    NULL::FLOAT AS alloc_space_var, NULL::FLOAT AS alloc_space_model_low, NULL::FLOAT AS alloc_space_model_high, NULL::FLOAT AS alloc_objects_var, NULL::FLOAT AS alloc_objects_model_low,
    NULL::FLOAT AS alloc_objects_model_high,
    space + 1000 AS space_total, 2.0::DOUBLE AS objects_total, NULL::DOUBLE AS alloc_space_total, NULL::DOUBLE AS alloc_objects_total
  FROM held WHERE space IS NOT NULL
  UNION ALL
  -- What only calls others.
  SELECT date, recording, 'file', device, 'com.example.app', NULL, version, 'build ' || d % 3, MAP {'cohort': CASE WHEN d % 2 = 0 THEN 'even' ELSE 'odd' END}, 'com.example', 'libc.malloc', 4096,
    'main', NULL, 0, NULL, 0, 0, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 5000, 1, NULL, NULL
  FROM input
  ORDER BY function
) TO '{table}/functions' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3', heapconv_version: 'test'});

COPY (
  SELECT date, recording, 'file' AS file_id, TIMESTAMP '2026-11-24' AS written, device, CASE WHEN d % 10 <> 5 THEN 'com.example.app' END AS package, NULL::VARCHAR AS version_name, version AS version_code, 'build ' || d % 3 AS build,
    MAP {'cohort': CASE WHEN d % 2 = 0 THEN 'even' ELSE 'odd' END} AS labels, 4096::BIGINT AS sampling_interval,
    CASE WHEN d % 3 = 0 THEN 2.0 WHEN d % 3 = 1 THEN 1.0 END::DOUBLE AS weight, 'ok' AS status, 60000::BIGINT AS bytes, NULL::VARCHAR AS sha256, NULL::TIMESTAMP AS recorded_at,
    1.0::DOUBLE AS space, CASE WHEN version = 1201 THEN 1.0 END::DOUBLE AS objects, NULL::DOUBLE AS alloc_space, NULL::DOUBLE AS alloc_objects
  FROM input
  UNION ALL
  SELECT DATE '2026-11-17', 'empty.pftrace', 'file', NULL, 'device 1', NULL, NULL, 1201, NULL, MAP {}, NULL, NULL, 'empty', 100, NULL, NULL, NULL, NULL, NULL, NULL
  UNION ALL
  SELECT DATE '2026-11-17', 'failed.pftrace', 'file', NULL, 'device 200', NULL, NULL, 1201, NULL, MAP {}, NULL, NULL, 'failed', 100, NULL, NULL, NULL, NULL, NULL, NULL
) TO '{table}/recordings' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3', heapconv_version: 'test'});
