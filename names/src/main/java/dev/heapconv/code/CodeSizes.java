package dev.heapconv.code;

import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * States the sizes of allocations in recordings of heapprofd, which has none: those that the code
 * of the programs has as constants. Others keep the sizes that they have. Serves any number of
 * recordings, at the same time, too; each place of the code is looked at once.
 */
public final class CodeSizes implements Closeable {

  private final AllocationCode code;

  /**
   * How much of a recording its code tells.
   *
   * @param reason why it does not tell more; null of what it tells
   * @param share of the recorded bytes, from 0 to 1
   */
  public record CodeShare(@Nullable Unclear reason, double share) {}

  public CodeSizes(Binaries binaries) {
    code = new AllocationCode(binaries);
  }

  /** Whether sizes of a heap matter: they do where counts depend on them. */
  private static boolean matterTo(RecordedHeap heap) {
    return heap.info().sampling().isWeighted();
  }

  /** States the sizes of the stacks of a recording, whose table is changed in place. */
  public RecordedProfile apply(RecordedProfile recorded) throws IOException {
    StackTable stacks = recorded.stacks();
    Set<Integer> done = new HashSet<>();
    for (RecordedHeap heap : recorded.heaps()) {
      for (int row = 0; matterTo(heap) && row < heap.rows(); row++) {
        int stack = heap.stack(row);
        if (stacks.allocationSize(stack) == 0
            && done.add(stack)
            && code.of(stacks, stack) instanceof SizeOfCode.Constant size) {
          stacks.setAllocationSize(stack, size.bytes());
        }
      }
    }
    for (int mapping = 0; mapping < stacks.mappingCount(); mapping++) {
      if (code.hasRead(stacks.mapping(mapping))) {
        stacks.setCodeRead(mapping);
      }
    }
    return recorded;
  }

  /**
   * What the code tells of a recording, and why it does not tell more, the largest share first;
   * none if no heap needs sizes.
   */
  public List<CodeShare> describe(RecordedProfile recorded) throws IOException {
    double known = 0;
    double all = 0;
    Map<Unclear, Double> reasons = new EnumMap<>(Unclear.class);
    for (RecordedHeap heap : recorded.heaps()) {
      View view = heap.views().contains(View.ALLOC_SPACE) ? View.ALLOC_SPACE : View.SPACE;
      for (int row = 0; matterTo(heap) && row < heap.rows(); row++) {
        double bytes = heap.value(view, row);
        all += bytes;
        if (code.of(recorded.stacks(), heap.stack(row)) instanceof SizeOfCode.Unknown unknown) {
          reasons.merge(unknown.reason(), bytes, Double::sum);
        } else {
          known += bytes;
        }
      }
    }
    List<CodeShare> shares = new ArrayList<>();
    if (all > 0) {
      shares.add(new CodeShare(null, known / all));
      for (Map.Entry<Unclear, Double> reason : reasons.entrySet()) {
        shares.add(new CodeShare(reason.getKey(), reason.getValue() / all));
      }
      shares.subList(1, shares.size()).sort((one, other) -> Double.compare(other.share, one.share));
    }
    return shares;
  }

  @Override
  public void close() throws IOException {
    code.close();
  }
}
