package dev.heapconv.spark;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * An input as it was listed. Between machines it travels as a {@link Row}, which every serializer
 * of Spark knows.
 *
 * @param uri where it is, with the scheme of its file system
 * @param size in bytes; -1 if it was named but is not there
 * @param modified in milliseconds since 1970-01-01 UTC
 */
record FleetInput(String uri, long size, long modified) {

  static FleetInput of(FileStatus file) {
    return new FleetInput(file.getPath().toString(), file.getLen(), file.getModificationTime());
  }

  static FleetInput missing(String argument) {
    return new FleetInput(argument, -1, 0);
  }

  static FleetInput of(Row row) {
    return new FleetInput(row.getString(0), row.getLong(1), row.getLong(2));
  }

  Row toRow() {
    return RowFactory.create(uri, size, modified);
  }

  Path path() {
    return new Path(uri);
  }
}
