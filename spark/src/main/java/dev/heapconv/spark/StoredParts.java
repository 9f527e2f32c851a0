package dev.heapconv.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** What adding up needs of a table of parts: input and part. */
final class StoredParts {

  private static final int INPUT = 0;
  private static final int PART = 1;

  private StoredParts() {}

  /** The rows of recordings: failures and archives have no part. */
  static Dataset<Row> of(Dataset<Row> table) {
    return table.select(PartRow.INPUT, PartRow.PART).where(functions.col(PartRow.PART).isNotNull());
  }

  static String input(Row row) {
    return row.getString(INPUT);
  }

  static InputStream content(Row row) {
    return new ByteArrayInputStream(row.<byte[]>getAs(PART));
  }

  /** The failure of a job because of a part. */
  static IOException unreadable(Row row, IOException cause) {
    return new IOException(
        "the part of " + input(row) + " cannot be read; convert it again", cause);
  }
}
