package dev.heapconv.spark;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.fleet.FleetPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the internal table from which all others are derived: one for each recording, for each
 * archive of recordings, and for each input that failed or was skipped.
 */
final class PartRow {

  static final String INPUT = "input";

  /** The archive that a recording is in; null if it is an input itself. */
  static final String ARCHIVE = "archive";

  static final String BYTES = "bytes";
  static final String MODIFIED = "modified";
  static final String SHA256 = "sha256";
  static final String SETTINGS = "settings";

  /** How many recordings of an archive could be read; -1 for what is no archive. */
  static final String MEMBERS = "members";

  static final String ERROR = "error";
  static final String MESSAGE = "message";

  /** The build of the device. */
  static final String DEVICE = "device";

  /** A {@link FleetPart}; null for failures, for archives, and for files that were skipped. */
  static final String PART = "part";

  static final String SECONDS = "seconds";

  static final StructType SCHEMA =
      new StructType()
          .add(INPUT, DataTypes.StringType, false)
          .add(ARCHIVE, DataTypes.StringType)
          .add(BYTES, DataTypes.LongType)
          .add(MODIFIED, DataTypes.TimestampType)
          .add(SHA256, DataTypes.StringType)
          .add(SETTINGS, DataTypes.StringType, false)
          .add(MEMBERS, DataTypes.IntegerType, false)
          .add(ERROR, DataTypes.StringType)
          .add(MESSAGE, DataTypes.StringType)
          .add(DEVICE, DataTypes.StringType)
          .add(PART, DataTypes.BinaryType)
          .add(SECONDS, DataTypes.DoubleType, false);

  private PartRow() {}

  static Row recording(FleetInput input, ReadResult.Recording recording, String settings) {
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    try {
      recording.part().write(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return row(
        input,
        recording.facts(),
        settings,
        -1,
        null,
        null,
        recording.profile().capture().device(),
        part.toByteArray());
  }

  static Row archive(FleetInput input, Facts facts, String settings, int members) {
    return row(input, facts, settings, members, null, null, null, null);
  }

  static Row failure(FleetInput input, ReadResult.Failure failure, String settings) {
    return row(
        input,
        failure.facts(),
        settings,
        -1,
        failure.error().wireName(),
        failure.message(),
        null,
        null);
  }

  /** A file that is no profile: neither a failure nor a recording. The message says what it is. */
  static Row skipped(FleetInput input, ReadResult.Failure failure, String settings) {
    return row(input, failure.facts(), settings, -1, null, failure.message(), null, null);
  }

  /** An input that was not even begun. */
  static Row failure(FleetInput input, String settings, String error, String message) {
    return row(
        input,
        new Facts(input.uri(), null, input.size(), input.modified(), null, System.nanoTime()),
        settings,
        -1,
        error,
        message,
        null,
        null);
  }

  private static Row row(
      FleetInput input,
      Facts facts,
      String settings,
      int members,
      @Nullable String error,
      @Nullable String message,
      @Nullable String device,
      byte @Nullable [] part) {
    boolean known = facts.size() >= 0;
    return RowFactory.create(
        facts.name(),
        facts.member() == null ? null : input.uri(),
        known ? facts.size() : null,
        facts.modified() == 0 ? null : Instant.ofEpochMilli(facts.modified()),
        facts.sha256(),
        settings,
        members,
        error,
        message,
        device,
        part,
        facts.seconds());
  }
}
