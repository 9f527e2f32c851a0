package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapGroupsTest {

  private static final HeapInfo HEAP =
      HeapInfo.of("malloc", Sampling.COMPLETE).withProcess(1, "/bin/server");

  private static List<Integer> groups(GroupBy by, boolean ofOneRun, HeapInfo... heaps) {
    HeapGroups groups = new HeapGroups(by, ofOneRun, List.of());
    List<Integer> found = new ArrayList<>();
    for (HeapInfo heap : heaps) {
      groups.collect(heap, 0);
      found.add(groups.found(0));
    }
    return found;
  }

  @Test
  void aNameThatReadsLikeAPidIsAnotherProcess() {
    HeapInfo byPid = HEAP.withProcess(5, "");
    HeapInfo byName = HEAP.withProcess(-1, "pid 5");

    assertThat(groups(GroupBy.PROCESS, true, byPid, byName, byPid)).containsExactly(0, 1, 0);
  }

  @Test
  void severalRunsShareNamesOnly() {
    HeapInfo other = HEAP.withProcess(2, "/bin/server");

    assertThat(groups(GroupBy.PROCESS, true, HEAP, other)).containsExactly(0, 1);
    assertThat(groups(GroupBy.PROCESS, false, HEAP, other)).containsExactly(0, 0);
    assertThat(groups(GroupBy.LABEL, true, HEAP, other)).containsExactly(0, 0);
    assertThat(groups(GroupBy.HEAP, false, HEAP, other.withHeap("art"))).containsExactly(0, 1);
  }

  /** Their times are shown in milliseconds; without that, dumps of two recordings look alike. */
  @Test
  void dumpsAreToldApartByNumberAndTime() {
    HeapInfo dump = HEAP.withTimes(5_000_000, 0);

    assertThat(groups(GroupBy.DUMP, true, dump, dump.withTimes(5_999_999, 0)))
        .containsExactly(0, 0);
    assertThat(groups(GroupBy.DUMP, true, dump, dump.withTimes(6_000_000, 0)))
        .containsExactly(0, 1);
    assertThat(groups(GroupBy.DUMP, true, dump, dump.withDump(2, 2))).containsExactly(0, 1);
    assertThat(groups(GroupBy.DUMP, false, dump, dump.withTimes(6_000_000, 0)))
        .containsExactly(0, 0);
  }
}
