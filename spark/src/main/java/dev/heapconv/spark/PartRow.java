package dev.heapconv.spark;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.batch.RecordingReader;
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

  private final FleetInput input;
  private final String settings;

  /**
   * @param input the input whose rows are made
   * @param settings the hash that rows carry
   */
  PartRow(FleetInput input, String settings) {
    this.input = input;
    this.settings = settings;
  }

  Row recording(ReadResult.Recording recording) {
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    try {
      recording.part().write(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String device = recording.profile().capture().device();
    return row(recording.facts(), -1, null, null, device, part.toByteArray());
  }

  Row archive(Facts facts, int members) {
    return row(facts, members, null, null, null, null);
  }

  /** A failure; a file in a folder that is no profile is none, but the message says what it is. */
  Row failure(ReadResult.Failure failure) {
    String error = failure.error().wireName();
    boolean skipped =
        !input.named()
            && failure.facts().member() == null
            && RecordingReader.isNoProfile(input.uri(), error);
    return row(failure.facts(), -1, skipped ? null : error, failure.message(), null, null);
  }

  /** The failure of an input that was not even begun. */
  Row failure(String error, String message) {
    Facts facts =
        new Facts(input.uri(), null, input.size(), input.modified(), null, System.nanoTime());
    return row(facts, -1, error, message, null, null);
  }

  private Row row(
      Facts facts,
      int members,
      @Nullable String error,
      @Nullable String message,
      @Nullable String device,
      byte @Nullable [] part) {
    return RowFactory.create(
        facts.name(),
        facts.member() == null ? null : input.uri(),
        facts.size() < 0 ? null : facts.size(),
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
