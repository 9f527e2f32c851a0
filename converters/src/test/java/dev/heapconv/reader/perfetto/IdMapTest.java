package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdMapTest {

  private final IdMap map = new IdMap();

  /** Ids that are close together, that are far apart, and any. */
  @ParameterizedTest
  @ValueSource(ints = {50, 54, 64})
  void knowsWhatAMapKnows(int unusedBits) {
    Random random = new Random(unusedBits);
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      // An id takes more and more places.
      int unused = Math.max(0, unusedBits - (unusedBits == 64 ? random.nextInt(65) : i >> 12));
      long id = unused == 64 ? 0 : random.nextLong() >>> unused;
      if (random.nextInt(4) == 0) {
        assertThat(map.remove(id)).isEqualTo(numberOf(expected.remove(id)));
      } else {
        assertThat(map.put(id, i)).isEqualTo(numberOf(expected.put(id, i)));
      }
      assertThat(map.size()).isEqualTo(expected.size());
      if (i == 10_000) {
        expected.keySet().forEach(known -> assertThat(map.get(known)).isNotNegative());
        map.clear();
        expected.clear();
      }
    }
    expected.forEach((id, number) -> assertThat(map.get(id)).isEqualTo(number));
  }

  private static int numberOf(Integer number) {
    return number == null ? IdMap.NONE : number;
  }
}
