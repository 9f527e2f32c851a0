package dev.heapconv.spark;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes the rows of the table of stacks: a stack may be among them more than once. */
final class StackRows extends DecodedParts implements FleetPart.Rows {

  static final String STACK_ID = "stack_id";

  private static final StructType FRAME =
      new StructType()
          .add("function", DataTypes.StringType, false)
          .add("system_name", DataTypes.StringType, false)
          .add("file", DataTypes.StringType, false)
          .add("mapping", DataTypes.StringType, false)
          .add("build_id", DataTypes.StringType, false)
          .add("address", DataTypes.LongType, false);

  /** Frames are innermost first; inlined functions are frames of their own. */
  static final StructType SCHEMA =
      new StructType()
          .add(STACK_ID, DataTypes.StringType, false)
          .add("frames", DataTypes.createArrayType(FRAME, false), false);

  private final BitSet seen = new BitSet();
  private final BitSet found = new BitSet();

  StackRows(Iterator<Row> parts) {
    super(parts);
  }

  @Override
  FleetPart.Rows receiver(Row part) {
    return this;
  }

  @Override
  public void row(int stack, EstimateSums sums) {
    if (!seen.get(stack)) {
      found.set(stack);
    }
  }

  @Override
  void finish(Queue<Row> made) {
    seen.or(found);
    found.stream().forEach(stack -> made.add(RowFactory.create(id(stack), frames(stack))));
    found.clear();
  }

  @Override
  void cleared() {
    seen.clear();
  }

  private Row[] frames(int stack) {
    StackTable stacks = stacks();
    List<Row> frames = new ArrayList<>();
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      int frame = stacks.frame(at);
      int number = stacks.frameMapping(frame);
      Mapping mapping =
          number == StackTable.NO_MAPPING ? new Mapping("", "") : stacks.mapping(number);
      for (SourceLine line : stacks.lines(frame)) {
        frames.add(
            RowFactory.create(
                line.function(),
                line.systemName(),
                line.file(),
                mapping.path(),
                mapping.buildId(),
                stacks.frameRelPc(frame)));
      }
    }
    return frames.toArray(Row[]::new);
  }
}
