package dev.heapconv.spark;

import dev.heapconv.fleet.FleetPart;
import dev.heapconv.fleet.PartStacks;
import dev.heapconv.model.StackTable;
import dev.heapconv.thread.Cursor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Makes rows from the parts of recordings, one after another. */
abstract class DecodedParts implements Cursor<Row> {

  /** Parts share a table of stacks, because most of theirs are the same, until it has so many. */
  private static final int MAX_STACKS = 500_000;

  private final Iterator<Row> parts;
  private final Queue<Row> rows = new ArrayDeque<>();
  private StackTable stacks = new StackTable();
  private PartStacks reader = new PartStacks(stacks);

  /**
   * @param parts each a row with {@link PartRow#PART}
   */
  DecodedParts(Iterator<Row> parts) {
    this.parts = parts;
  }

  /**
   * What receives the rows of a part.
   *
   * @param part the row that has it
   */
  abstract FleetPart.Rows receiver(Row part);

  /** The rows of the last part have been received. */
  abstract void finish(Queue<Row> made);

  /** The table of stacks is another one from now on. */
  void cleared() {}

  StackTable stacks() {
    return stacks;
  }

  /** The identity of a stack, as 32 hexadecimal digits. */
  String id(int stack) {
    return reader.id(stack);
  }

  @Override
  public @Nullable Row next() throws IOException {
    while (rows.isEmpty() && parts.hasNext()) {
      if (stacks.stackCount() > MAX_STACKS) {
        stacks = new StackTable();
        reader = new PartStacks(stacks);
        cleared();
      }
      Row part = parts.next();
      reader.read(new ByteArrayInputStream(part.<byte[]>getAs(PartRow.PART)), receiver(part));
      finish(rows);
    }
    return rows.poll();
  }
}
