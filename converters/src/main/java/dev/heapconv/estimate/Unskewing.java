package dev.heapconv.estimate;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Progress;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.UnskewOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes estimates from recorded numbers, stack by stack. One object can estimate any number of
 * profiles, on any number of threads, and caches what they have in common.
 */
public final class Unskewing {

  private final UnskewSetup setup;
  private final SharedUnskewers unskewers;

  public Unskewing(UnskewOptions options) {
    this(UnskewSetup.of(options));
  }

  public Unskewing(UnskewSetup setup) {
    this.setup = setup;
    unskewers = new SharedUnskewers(setup.confidence());
  }

  /** Estimates what the program allocated from what was recorded. */
  public EstimatedProfile apply(RecordedProfile recorded) {
    return apply(recorded, new Progress());
  }

  /** Likewise, and says how far it is. */
  public EstimatedProfile apply(RecordedProfile recorded, Progress progress) {
    return apply(recorded, null, progress);
  }

  /** No recordings yet that are added up. */
  public SummedRecordings sum(Progress progress) {
    return new SummedRecordings(this, setup, unskewers, progress);
  }

  /**
   * @param member its place among recordings that are added up; null if it is alone
   */
  EstimatedProfile apply(
      RecordedProfile recorded, PooledRecordings.@Nullable Member member, Progress progress) {
    // No stream: it would be the first one, and take three milliseconds of the start.
    long rows = 0;
    for (RecordedHeap heap : recorded.heaps()) {
      rows += heap.rows();
    }
    progress.start(rows);
    recorded.check();
    HeapEstimation estimation = new HeapEstimation(setup, unskewers, recorded, member);
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (RecordedHeap heap : recorded.heaps()) {
      heaps.add(estimation.estimate(heap));
      progress.advance(heap.rows());
    }
    Set<Notice> notices = new LinkedHashSet<>(recorded.notices());
    notices.addAll(estimation.notices());
    // Of the tables, which are fewer, is quick.
    if (sum(estimation.tables()) * heaps.size() >= Long.MAX_VALUE && sum(heaps) >= Long.MAX_VALUE) {
      notices.add(Notice.of(ErrorId.OFF_THE_SCALE));
    }
    List<Remark> remarks = new ArrayList<>(recorded.remarks());
    for (Remark remark : estimation.remarks()) {
      // A file may say in words how its numbers were estimated.
      int said = remarks.indexOf(Remark.note(remark.text()));
      if (said >= 0) {
        remarks.set(said, remark);
      } else if (!remarks.contains(remark)) {
        remarks.add(remark);
      }
    }
    EstimatedProfile estimated =
        new EstimatedProfile(
            recorded.capture(),
            recorded.stacks(),
            heaps,
            recorded.dumps(),
            remarks,
            setup.confidence(),
            List.copyOf(notices));
    boolean anyEnded = false;
    for (RecordedHeap heap : recorded.heaps()) {
      anyEnded |= heap.info().provenance().live() == Live.ENDED;
    }
    boolean oneDumpEach = anyEnded && recorded.latestDumps().size() == heaps.size();
    return setup
        .choice()
        .of(oneDumpEach ? estimated.withHeaps(estimated.latestDumps()) : estimated);
  }

  /**
   * Says in a sentence how much of a profile's objects is counted by which knowledge of sizes;
   * empty if none of it depends on sizes.
   */
  public String sizeKnowledge(RecordedProfile recorded) {
    HeapEstimation estimation = new HeapEstimation(setup, unskewers, recorded, null);
    for (RecordedHeap heap : recorded.heaps()) {
      estimation.estimate(heap);
    }
    return estimation.sizeKnowledge();
  }

  private static double sum(Collection<EstimatedHeap> heaps) {
    double sum = 0;
    for (EstimatedHeap heap : heaps) {
      for (Column column : heap.columns()) {
        sum += column.total();
      }
      for (int row = 0; row < heap.rows(); row++) {
        sum += (double) heap.recordedAlloc(row) + heap.recordedLive(row);
      }
    }
    return sum;
  }
}
