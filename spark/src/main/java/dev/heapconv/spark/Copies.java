package dev.heapconv.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.sum;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Finds recordings with the same content on executors: the driver need not hold all hashes. */
final class Copies {

  private static final String COUNT = "copies";
  private static final String FIRST = "first";

  private Copies() {}

  /**
   * Warns of recordings that have the content of another, as a batch does.
   *
   * @param recordings with columns {@link PartRow#INPUT} and {@link PartRow#SHA256}
   */
  static Optional<Warning> of(Dataset<Row> recordings) {
    Row copies =
        recordings
            .groupBy(PartRow.SHA256)
            .agg(count(lit(1)).minus(1).as(COUNT), min(PartRow.INPUT).as(FIRST))
            .where(col(PartRow.SHA256).isNotNull().and(col(COUNT).gt(0)))
            .agg(sum(COUNT), min(FIRST), min_by(col(PartRow.SHA256), col(FIRST)))
            .first();
    if (copies.isNullAt(0)) {
      return Optional.empty();
    }
    String original = copies.getString(1);
    String copy =
        recordings
            .where(col(PartRow.SHA256).equalTo(copies.getString(2)))
            .where(col(PartRow.INPUT).gt(original))
            .agg(min(PartRow.INPUT))
            .first()
            .getString(0);
    return Optional.of(Warning.of(ErrorId.COPIED_INPUTS, copies.getLong(0), copy, original));
  }
}
