package dev.heapconv.show;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.TrimmedStacks;

/** Which binary would tell the sizes of most allocations, if heapconv could read its code. */
public final class CodeAdvice {

  /** A smaller share of the bytes is not worth a file. */
  private static final double LEAST = 0.1;

  private CodeAdvice() {}

  /**
   * How to know the sizes of allocations better.
   *
   * @param other another way to do so; empty if there is to be no advice
   * @param code before the name of a binary, how to know them from its code
   * @param reliability of the profile: where counts are reliable, no binary is looked for
   */
  public static String before(
      String other, String code, EstimatedProfile profile, Reliability reliability) {
    boolean isAsked = !other.isEmpty() && Trust.isAnyBad(reliability, false);
    String binary = isAsked ? of(profile) : "";
    return binary.isEmpty() ? other : code + binary + ", or " + other;
  }

  /** The binary, and how much of the memory it allocates; empty if none would tell much. */
  private static String of(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    double[] bytes = new double[stacks.mappingCount()];
    double all = 0;
    for (EstimatedHeap heap : profile.latestDumps()) {
      View view = heap.has(false) ? View.ALLOC_SPACE : View.SPACE;
      Column column = heap.column(view);
      Column objects = heap.column(heap.has(false) ? View.ALLOC_OBJECTS : View.OBJECTS);
      if (column == null || objects == null || !heap.info().sampling().isWeighted()) {
        continue;
      }
      for (int row = 0; row < heap.rows(); row++) {
        int stack = heap.stack(row);
        all += column.value(row);
        if (objects.low(row) < objects.high(row) && stacks.allocationSize(stack) == 0) {
          int frame = stacks.frame(trimmed.of(stack));
          int mapping = frame < 0 ? StackTable.NO_MAPPING : stacks.frameMapping(frame);
          if (mapping != StackTable.NO_MAPPING && canTell(stacks, mapping)) {
            bytes[mapping] += column.value(row);
          }
        }
      }
    }
    int most = 0;
    for (int mapping = 1; mapping < bytes.length; mapping++) {
      most = bytes[mapping] > bytes[most] ? mapping : most;
    }
    if (bytes.length == 0 || !(bytes[most] >= LEAST * all) || all == 0) {
      return "";
    }
    return stacks.mapping(most).baseName()
        + " ("
        + Math.round(100 * bytes[most] / all)
        + " % of the bytes)";
  }

  /** Whether a file could be found, and none was read. */
  private static boolean canTell(StackTable stacks, int mapping) {
    Mapping binary = stacks.mapping(mapping);
    return !binary.buildId().isEmpty() && !stacks.isCodeRead(mapping);
  }
}
