package dev.heapconv.reader.perfetto;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dumps of a packet sequence that have not ended, and its {@link DumpState}. What came after a
 * loss of packets is kept apart from what came before as long as it may be of the next dump. What a
 * loss means for a dump is decided here when it ends, but for a beginning in doubt: only its heap
 * knows what was live before.
 */
final class OpenDumps {

  private DumpState state = DumpState.UNUSED;
  private int losses;

  /** What came since packets were lost, or of the whole dump if none were. */
  private OpenDump last = new OpenDump();

  /**
   * What came before that, one part a loss, if the end of the dump may have been lost with them.
   */
  private final List<OpenDump> inDoubt = new ArrayList<>(0);

  DumpState state() {
    return state;
  }

  /** How often packets were lost. */
  int losses() {
    return losses;
  }

  /** That which profile packets add to. */
  OpenDump last() {
    return last;
  }

  boolean hasRows() {
    // No stream here and below: it would be the first one of most runs.
    for (OpenDump part : inDoubt) {
      if (!part.rows().isEmpty()) {
        return true;
      }
    }
    return !last.rows().isEmpty();
  }

  void packetsLost() {
    losses++;
    if (state.isInDump() && (inDoubt.isEmpty() || !last.rows().isEmpty())) {
      inDoubt.add(last);
      last = new OpenDump();
    }
    state = state.packetsLost();
  }

  void packetCame() {
    state = state.packetCame();
  }

  /**
   * The last dump is the one that was in doubt if a packet goes on with that.
   *
   * @return rows that the packet goes on with; null if there are none
   */
  @Nullable HeapRows join(List<HeapHeader> packet) {
    for (int part = 0; part < inDoubt.size(); part++) {
      HeapRows rows = inDoubt.get(part).continuedBy(packet);
      if (rows != null) {
        OpenDump whole = inDoubt.get(part);
        List<OpenDump> later = inDoubt.subList(part, inDoubt.size());
        later.subList(1, later.size()).forEach(whole::addAll);
        later.clear();
        whole.addAll(last);
        last = whole;
        endDoubt(DumpState.IN_LOSSY_DUMP);
        return rows;
      }
    }
    return null;
  }

  /** Whether a packet is of a later dump than what is in doubt. */
  boolean areFollowedBy(List<HeapHeader> packet) {
    for (OpenDump part : inDoubt) {
      if (part.isFollowedBy(packet)) {
        return true;
      }
    }
    return false;
  }

  /** What is in doubt has ended: its rows. What came since is of a later dump. */
  List<HeapRows> endThoseInDoubt() {
    List<HeapRows> rows = rowsInDoubt();
    setLoss(rows, DumpLoss.WITHIN);
    endDoubt(DumpState.IN_DUMP_WITHOUT_BEGINNING);
    return rows;
  }

  private void endDoubt(DumpState known) {
    state = inDoubt.isEmpty() ? known : state;
  }

  private List<HeapRows> rowsInDoubt() {
    List<HeapRows> rows = new ArrayList<>();
    inDoubt.forEach(part -> rows.addAll(part.rows()));
    inDoubt.clear();
    return rows;
  }

  /** All have ended: their rows. */
  List<HeapRows> endAll() {
    List<HeapRows> rows = rowsInDoubt();
    rows.addAll(last.rows());
    setLoss(rows, state.loss(losses > 0));
    last = new OpenDump();
    state = state.dumpEnded();
    return rows;
  }

  private void setLoss(List<HeapRows> ended, DumpLoss loss) {
    for (HeapRows rows : ended) {
      rows.loss = loss;
      rows.lossesBefore = losses;
    }
  }
}
