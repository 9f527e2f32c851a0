package dev.heapconv.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * The tables in the output folder, each in chunks: {@code DIR/TABLE/chunk=NNNN}. A chunk is written
 * by one job, and counts once that job has marked it as complete.
 */
final class Chunks {

  private static final String COLUMN = "chunk";

  /** What Hadoop's committers leave in a folder when everything in it is complete. */
  private static final String COMPLETE = "_SUCCESS";

  private static final Pattern NAME = Pattern.compile(COLUMN + "=(\\d+)");

  /** Rows hold whole recordings, and a writer keeps this many bytes of them in memory. */
  private static final int BYTES_IN_MEMORY = 16 << 20;

  private final SparkSession spark;
  private final FileSystem files;
  private final Path folder;

  Chunks(SparkSession spark, Configuration hadoop, Path folder) throws IOException {
    this.spark = spark;
    this.files = folder.getFileSystem(hadoop);
    this.folder = files.makeQualified(folder);
  }

  /** The output folder, with the scheme of its file system. */
  Path folder() {
    return folder;
  }

  FileSystem files() {
    return files;
  }

  private Path path(String table) {
    return new Path(folder, table);
  }

  private Path path(String table, int chunk) {
    return new Path(path(table), String.format("%s=%04d", COLUMN, chunk));
  }

  private SortedSet<Integer> all(String table) throws IOException {
    TreeSet<Integer> numbers = new TreeSet<>();
    try {
      for (FileStatus entry : files.listStatus(path(table))) {
        Matcher name = NAME.matcher(entry.getPath().getName());
        if (name.matches()) {
          numbers.add(Integer.valueOf(name.group(1)));
        }
      }
    } catch (FileNotFoundException e) {
      // No chunk has been written yet.
    }
    return numbers;
  }

  /** The numbers of the chunks that are complete. */
  SortedSet<Integer> complete(String table) throws IOException {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (int chunk : all(table)) {
      if (isComplete(table, chunk)) {
        numbers.add(chunk);
      }
    }
    return numbers;
  }

  boolean isComplete(String table, int chunk) throws IOException {
    return files.exists(new Path(path(table, chunk), COMPLETE));
  }

  /** Deletes the chunks that a job was writing when it was killed. */
  void deleteIncomplete(String table) throws IOException {
    for (int chunk : all(table)) {
      if (!isComplete(table, chunk)) {
        delete(table, chunk);
      }
    }
  }

  /** Deletes a chunk, if there is one. Killed meanwhile, it is incomplete. */
  void delete(String table, int chunk) throws IOException {
    files.delete(new Path(path(table, chunk), COMPLETE), false);
    files.delete(path(table, chunk), true);
  }

  /** Deletes a table. */
  void delete(String table) throws IOException {
    for (int chunk : all(table)) {
      delete(table, chunk);
    }
    files.delete(path(table), true);
  }

  /** A number that no chunk of some tables has, higher than all. */
  int next(List<String> tables) throws IOException {
    int next = 0;
    for (String table : tables) {
      SortedSet<Integer> numbers = all(table);
      next = numbers.isEmpty() ? next : Math.max(next, numbers.last() + 1);
    }
    return next;
  }

  /**
   * Rows of chunks, with a column of their numbers.
   *
   * @param chunks at least one
   */
  Dataset<Row> read(String table, Iterable<Integer> chunks) {
    List<String> paths = new ArrayList<>();
    for (int chunk : chunks) {
      paths.add(path(table, chunk).toString());
    }
    return spark
        .read()
        .option("basePath", path(table).toString())
        .parquet(paths.toArray(String[]::new));
  }

  /** Rows of a chunk. */
  Dataset<Row> read(String table, int chunk) {
    return spark.read().parquet(path(table, chunk).toString());
  }

  /** Writes a chunk, completely or not at all. One that is there is replaced. */
  void write(Dataset<Row> rows, String table, int chunk) {
    rows.write()
        .mode(SaveMode.Overwrite)
        .option("compression", "zstd")
        .option("parquet.block.size", BYTES_IN_MEMORY)
        // Output of a task gets its final name only when the whole job is done.
        .option("mapreduce.fileoutputcommitter.algorithm.version", "1")
        .option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "true")
        .parquet(path(table, chunk).toString());
  }
}
