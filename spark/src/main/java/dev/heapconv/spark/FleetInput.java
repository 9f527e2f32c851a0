package dev.heapconv.spark;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/**
 * An input as it was listed. Between machines it travels as a {@link Row}, which every serializer
 * of Spark knows.
 *
 * @param uri where it is, with the scheme of its file system
 * @param size in bytes; -1 if it was named but is not there
 * @param modified in milliseconds since 1970-01-01 UTC
 * @param named whether the user named it; false if it was found in a folder
 * @param error name of the {@link ErrorId} that says why it cannot be an input; null if no problem
 *     is known
 * @param message the same as text
 */
record FleetInput(
    String uri,
    long size,
    long modified,
    boolean named,
    @Nullable String error,
    @Nullable String message) {

  static FleetInput of(FileStatus file, boolean named) {
    return new FleetInput(
        file.getPath().toString(), file.getLen(), file.getModificationTime(), named, null, null);
  }

  /** A local file, listed by Java. */
  static FleetInput of(java.nio.file.Path file, boolean named) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new FleetInput(
        LocalPaths.uri(file),
        attributes.size(),
        attributes.lastModifiedTime().toMillis(),
        named,
        null,
        null);
  }

  static FleetInput missing(String argument) {
    return new FleetInput(argument, -1, 0, true, null, null);
  }

  /** A folder whose files cannot be listed. */
  static FleetInput unreadable(String folder, HeapConvException problem) {
    return new FleetInput(
        folder, -1, 0, true, problem.id().wireName(), HeapConvException.reason(problem));
  }

  static FleetInput of(Row row) {
    return new FleetInput(
        row.getString(0),
        row.getLong(1),
        row.getLong(2),
        row.getBoolean(3),
        row.getString(4),
        row.getString(5));
  }

  Row toRow() {
    return RowFactory.create(uri, size, modified, named, error, message);
  }

  Path path() {
    return LocalPaths.hadoop(uri);
  }
}
