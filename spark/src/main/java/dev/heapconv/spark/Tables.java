package dev.heapconv.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a fleet. All are derived, chunk by chunk, from one internal table of parts, and can
 * be derived again at any time.
 *
 * <p>Stacks are different: a stack is in the chunk in which it was seen first, and stays there when
 * the recordings of that chunk are replaced, because others may have it too.
 */
final class Tables {

  /** The internal table; readers of tables take no notice of what begins with an underscore. */
  static final String PARTS = "_parts";

  static final String PROFILES = "profiles";
  static final String STACKS = "stacks";
  static final String ERRORS = "errors";
  static final String INPUTS = "inputs";

  /** Has no chunks: it is written whole. */
  static final String TOTALS = "totals";

  /** The tables that have the rows of a chunk and nothing else. */
  private static final List<String> BY_CHUNK = List.of(PROFILES, ERRORS, INPUTS);

  private static final List<String> ALL = List.of(PARTS, PROFILES, STACKS, ERRORS, INPUTS);

  /** Says what the tables were derived with, apart from the parts. */
  private static final String DERIVATION = "_derivation";

  private static final String SHIPMENT = "_files.zip";

  /** The input that a row belongs to: itself, or the archive it is in. */
  private static final Column UNIT = coalesce(col(PartRow.ARCHIVE), col(PartRow.INPUT));

  private final SparkSession spark;
  private final Chunks chunks;
  private final @Nullable Pattern device;

  /**
   * @param device finds the name of the device in that of an input; null if each is from another
   */
  Tables(SparkSession spark, Chunks chunks, @Nullable Pattern device) {
    this.spark = spark;
    this.chunks = chunks;
    this.device = device;
  }

  /** Whether an earlier job has finished anything. */
  static boolean isAnything(Chunks chunks) throws IOException {
    return !chunks.complete(PARTS).isEmpty();
  }

  /** Deletes everything. */
  void delete() throws IOException {
    // Without its parts, nothing else counts.
    for (String table : ALL) {
      chunks.delete(table);
    }
    chunks.delete(TOTALS);
  }

  /**
   * Deletes what a job was writing when it was killed, and what was derived in another way.
   *
   * @param tool name and version of the program
   */
  void clean(String tool) throws IOException {
    for (String table : ALL) {
      chunks.deleteIncomplete(table);
    }
    Path file = new Path(new Path(chunks.folder(), PARTS), DERIVATION);
    String now = tool + "\n" + (device == null ? "" : device.pattern());
    if (!now.equals(read(file))) {
      for (String table : BY_CHUNK) {
        chunks.delete(table);
      }
      chunks.delete(STACKS);
      try (OutputStream out = chunks.files().create(file, true)) {
        out.write(now.getBytes(StandardCharsets.UTF_8));
      }
    }
    SortedSet<Integer> parts = chunks.complete(PARTS);
    for (String table : BY_CHUNK) {
      for (int chunk : chunks.complete(table)) {
        if (!parts.contains(chunk)) {
          chunks.delete(table, chunk);
        }
      }
    }
  }

  private String read(Path file) throws IOException {
    try (InputStream in = chunks.files().open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** Where the files are that executors need beside the inputs. */
  Path shipment() {
    return new Path(new Path(chunks.folder(), PARTS), SHIPMENT);
  }

  /** The number of the next chunk. */
  int nextChunk() throws IOException {
    return chunks.next(ALL);
  }

  /** Tells what all chunks have. */
  void addTo(PastInputs past) throws IOException {
    add(chunks.complete(PARTS), past);
  }

  /** Tells what some chunks have. */
  void add(Collection<Integer> some, PastInputs past) {
    if (!some.isEmpty()) {
      chunks
          .read(PARTS, some)
          .selectExpr(PastInputs.COLUMNS.toArray(String[]::new))
          .toLocalIterator()
          .forEachRemaining(past::add);
    }
  }

  /**
   * Removes rows that do not count any more. The derived tables lack rows until they are derived.
   */
  void removeOutdated(PastInputs past) throws IOException {
    for (Map.Entry<Integer, List<String>> outdated : List.copyOf(past.outdated().entrySet())) {
      int chunk = outdated.getKey();
      int next = nextChunk();
      if (past.isNewest(chunk)) {
        chunks.write(without(chunks.read(PARTS, chunk), outdated.getValue()), PARTS, next);
      }
      for (String table : BY_CHUNK) {
        chunks.delete(table, chunk);
      }
      chunks.delete(PARTS, chunk);
      past.replaced(chunk, next);
    }
  }

  private Dataset<Row> without(Dataset<Row> rows, List<String> units) {
    if (units.isEmpty()) {
      return rows;
    }
    Dataset<Row> those = spark.createDataset(units, Encoders.STRING()).toDF("unit");
    return rows.join(those, UNIT.equalTo(those.col("unit")), "left_anti");
  }

  /** Derives what chunks lack. */
  void derive() throws IOException {
    for (int chunk : chunks.complete(PARTS)) {
      derive(chunk);
    }
  }

  /** Derives what a chunk lacks. */
  void derive(int chunk) throws IOException {
    Dataset<Row> rows = chunks.read(PARTS, chunk);
    Dataset<Row> recordings = rows.where(col(PartRow.PART).isNotNull());
    if (!chunks.isComplete(STACKS, chunk)) {
      chunks.write(newStacks(recordings), STACKS, chunk);
    }
    if (!chunks.isComplete(PROFILES, chunk)) {
      Pattern by = device;
      Dataset<Row> parts = recordings.select(PartRow.INPUT, PartRow.PART);
      chunks.write(
          map(parts, some -> new ProfileRows(some, by), ProfileRows.SCHEMA), PROFILES, chunk);
    }
    if (!chunks.isComplete(ERRORS, chunk)) {
      Dataset<Row> errors =
          rows.where(col(PartRow.ERROR).isNotNull())
              .select(col(PartRow.INPUT), col(PartRow.ERROR).as("id"), col(PartRow.MESSAGE));
      chunks.write(errors.coalesce(1), ERRORS, chunk);
    }
    if (!chunks.isComplete(INPUTS, chunk)) {
      Dataset<Row> inputs =
          rows.where(
                  col(PartRow.ERROR)
                      .isNotNull()
                      .or(col(PartRow.PART).isNotNull())
                      .or(col(PartRow.MEMBERS).geq(0)))
              .withColumnRenamed(PartRow.DEVICE, "build")
              .drop(PartRow.PART);
      chunks.write(inputs.coalesce(1), INPUTS, chunk);
    }
  }

  /** The stacks that no chunk has yet. */
  private Dataset<Row> newStacks(Dataset<Row> recordings) throws IOException {
    Dataset<Row> stacks =
        map(recordings.select(PartRow.PART), StackRows::new, StackRows.SCHEMA)
            .dropDuplicates(StackRows.STACK_ID);
    List<Integer> others = new ArrayList<>(new TreeSet<>(chunks.complete(STACKS)));
    if (others.isEmpty()) {
      return stacks;
    }
    Dataset<Row> known = chunks.read(STACKS, others).select(StackRows.STACK_ID);
    return stacks.join(
        known, stacks.col(StackRows.STACK_ID).equalTo(known.col(StackRows.STACK_ID)), "left_anti");
  }

  /** Makes rows of parts on executors. */
  @FunctionalInterface
  private interface Decoding extends Serializable {
    DecodedParts of(Iterator<Row> parts);
  }

  private Dataset<Row> map(Dataset<Row> parts, Decoding decoding, StructType to) {
    return spark.createDataFrame(
        parts.javaRDD().mapPartitions(some -> new CursorIterator<>(decoding.of(some))), to);
  }

  /**
   * The recordings that count, for totals: {@link PartRow#INPUT}, {@link PartRow#SHA256} and {@link
   * PartRow#PART}.
   *
   * @param others inputs whose rows are left out
   */
  Dataset<Row> recordings(List<String> others) throws IOException {
    return without(chunks.read(PARTS, chunks.complete(PARTS)), others)
        .where(col(PartRow.PART).isNotNull())
        .select(PartRow.INPUT, PartRow.SHA256, PartRow.PART);
  }
}
