package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.ExactSums;
import dev.heapconv.model.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FleetOrderTest {

  private static final List<FleetGroup> GROUPS =
      List.of(
          new FleetGroup("a", "p", "h"),
          new FleetGroup("a", "p", "h2"),
          new FleetGroup("a", "q", ""),
          new FleetGroup("b", "", "h"),
          new FleetGroup("\u00e9", "p", "h"));

  private final List<FleetRow> rows = new ArrayList<>();
  private final FleetOrder order = order();

  /** Rows whose hashes are often equal in some of their numbers, or negative. */
  private FleetOrder order() {
    Random random = new Random(1);
    TreeMap<FleetGroup, Long> counts = new TreeMap<>(FleetGroup.BY_NAME);
    for (int i = 0; i < 4000; i++) {
      long[] hashes = random.longs(4, -2, 2).toArray();
      // Most of them are in one of the groups.
      FleetGroup group = GROUPS.get(Math.max(0, random.nextInt(20) - 15));
      rows.add(row(group, random.nextBoolean() ? hashes : random.longs(4).toArray()));
      counts.merge(group, 1L, Long::sum);
    }
    return new FleetOrder(counts);
  }

  private static FleetRow row(FleetGroup group, long[] hashes) {
    int[] frames = {0, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, (int) (hashes[3] & 0xffff)};
    ExactSums sums = new ExactSums(FleetPart.VIEWS);
    EstimateSums estimates = EstimateSums.ofOneStack(FleetPart.VIEWS);
    estimates.add(0, new Column(new double[] {7}, new double[] {5}, new double[] {9}), 0);
    sums.add(0, estimates, 0, FleetPart.VIEWS);
    return new FleetRow(group, hashes, frames, sums);
  }

  @Test
  void keysHaveTheOrderOfRows() {
    for (int i = 1; i < rows.size(); i++) {
      FleetRow a = rows.get(i - 1);
      FleetRow b = rows.get(i);
      assertThat(Integer.signum(Arrays.compareUnsigned(order.key(a), order.key(b))))
          .isEqualTo(Integer.signum(a.compareTo(b)));
    }
  }

  @Test
  void bytesHoldTheWholeRow() throws IOException {
    for (FleetRow row : rows) {
      FleetRow read = order.row(order.key(row), order.value(row));
      assertThat(read).isEqualTo(row);
      assertThat(read.group).isEqualTo(row.group);
      assertThat(read.frames).isEqualTo(row.frames);
      EstimateSums sums = EstimateSums.ofOneStack(FleetPart.VIEWS);
      read.sums.copyTo(sums, 0, FleetPart.VIEWS);
      assertThat(sums.value(0)).isEqualTo(7);
      assertThat(sums.high(0)).isEqualTo(9);
    }
  }

  @Test
  void partitionsAreInOrderAndOfLikeSize() {
    List<FleetRow> spread = new ArrayList<>();
    Random random = new Random(2);
    TreeMap<FleetGroup, Long> counts = new TreeMap<>(FleetGroup.BY_NAME);
    for (int i = 0; i < 20_000; i++) {
      FleetGroup group = GROUPS.get(Math.max(0, random.nextInt(20) - 15));
      spread.add(row(group, random.longs(4).toArray()));
      counts.merge(group, 1L, Long::sum);
    }
    FleetOrder ofSpread = new FleetOrder(counts);
    spread.sort(null);
    int[] sizes = new int[40];
    int last = 0;
    for (FleetRow row : spread) {
      int partition = ofSpread.partition(ofSpread.key(row), sizes.length);
      assertThat(partition).isGreaterThanOrEqualTo(last);
      last = partition;
      sizes[partition]++;
    }
    assertThat(ofSpread.rows()).isEqualTo(20_000);
    assertThat(Arrays.stream(sizes).boxed()).allMatch(size -> size > 350 && size < 650);
  }

  @Test
  void anIdentityHasTheNumberItWasGivenWith() {
    long[] halves = new Random(3).longs(200, -3, 3).toArray();
    halves[0] = 50;
    SortedIds ids = new SortedIds(100, i -> halves[2 * i], i -> i);
    for (int i = 0; i < 100; i++) {
      assertThat(ids.number(halves[2 * i], i)).isEqualTo(i);
    }
    assertThatThrownBy(() -> ids.number(50, 1)).hasMessageContaining("have changed");
    assertThatThrownBy(() -> ids.number(51, 0)).hasMessageContaining("have changed");
  }
}
