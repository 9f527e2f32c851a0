package dev.heapconv.estimate;

import dev.heapconv.combine.DumpSeries;
import dev.heapconv.model.DumpFacts;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Progress;
import dev.heapconv.model.RecordedProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recordings that are to be added up, or are runs of one side of a comparison. A stack has one law
 * of sizes in all of them ({@link PooledRecordings}), so those of heapprofd wait for one another.
 * If some are copies, or dumps of one process, each is estimated alone: their evidence would count
 * twice. Not thread-safe.
 */
public final class SummedRecordings {

  private final Unskewing unskewing;
  private final UnskewSetup setup;
  private final SharedUnskewers unskewers;
  private final Progress progress;

  /** In the order in which they were added; null for those that wait. */
  private final List<@Nullable EstimatedProfile> estimates = new ArrayList<>();

  private final ArrayDeque<RecordedProfile> waiting = new ArrayDeque<>();

  SummedRecordings(
      Unskewing unskewing, UnskewSetup setup, SharedUnskewers unskewers, Progress progress) {
    this.unskewing = unskewing;
    this.setup = setup;
    this.unskewers = unskewers;
    this.progress = progress;
  }

  /** Adds a recording, which is estimated at once if no other can tell anything about it. */
  public void add(RecordedProfile recorded) {
    boolean waits = PooledRecordings.canContain(recorded, setup);
    if (waits) {
      waiting.add(recorded);
    }
    estimates.add(waits ? null : unskewing.apply(recorded, progress));
  }

  /** Ends the sum; the estimates of all recordings, in the order in which they were added. */
  public List<EstimatedProfile> estimates() {
    ArrayDeque<PooledRecordings.Member> members = new ArrayDeque<>();
    if (waiting.size() > 1 && areDistinct()) {
      PooledRecordings pooled = new PooledRecordings(setup, unskewers);
      waiting.forEach(recorded -> members.add(pooled.add(recorded)));
    }
    List<EstimatedProfile> all = new ArrayList<>();
    for (EstimatedProfile estimate : estimates) {
      if (estimate != null) {
        all.add(estimate);
        continue;
      }
      all.add(unskewing.apply(waiting.remove(), members.poll(), progress));
    }
    return all;
  }

  /** Whether none is a copy of another, or a dump of the same process. */
  private boolean areDistinct() {
    Unskewing asRecorded = new Unskewing(setup.withoutEstimates());
    List<DumpFacts> facts = new ArrayList<>();
    for (RecordedProfile recorded : waiting) {
      facts.addAll(DumpFacts.of(asRecorded.apply(recorded)));
    }
    return DumpSeries.copied(facts) == null && DumpSeries.repeated(facts) == null;
  }
}
