-- A table that has been written by two versions of heapconv.
COPY (SELECT DATE '2026-11-24' AS date, 'a' AS recording, 'file' AS file_id, TIMESTAMP '2026-11-24' AS written)
  TO '{table}/recordings' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});
COPY (SELECT DATE '2026-11-24' AS date, 'f' AS function, 'a' AS recording, 'file' AS file_id)
  TO '{table}/functions' (FORMAT parquet, PARTITION_BY (date), KV_METADATA {heapconv_schema: '3'});
COPY (SELECT DATE '2026-11-23' AS date, 'f' AS function, 'a' AS recording, 'file' AS file_id)
  TO '{table}/functions' (FORMAT parquet, PARTITION_BY (date), OVERWRITE_OR_IGNORE, KV_METADATA {heapconv_schema: '2'});
