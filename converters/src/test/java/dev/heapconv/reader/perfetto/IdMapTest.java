package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdMapTest {

  /** Ids that a producer counts, ids with gaps, and any ids, also negative ones. */
  private static long id(String kind, int i, Random random) {
    return switch (kind) {
      case "counted" -> i + 1;
      case "gaps" -> 7L * i;
      case "descending" -> 100_000 - i;
      case "wide" -> random.nextInt(1 << 20);
      default -> random.nextBoolean() ? random.nextInt(100) : random.nextLong();
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"counted", "gaps", "descending", "wide", "any"})
  void isAMapWhateverTheIds(String kind) {
    Random random = new Random(5);
    IdMap map = new IdMap();
    for (int round = 0; round < 2; round++) {
      Map<Long, Integer> expected = new HashMap<>();
      List<Long> ids = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        long id = id(kind, i, random);
        ids.add(id);
        assertThat(map.get(id)).isEqualTo(expected.getOrDefault(id, IdMap.NONE));
        int number = random.nextInt(Integer.MAX_VALUE);
        map.put(id, number);
        expected.put(id, number);
        long other = ids.get(random.nextInt(ids.size()));
        assertThat(map.get(other)).isEqualTo(expected.get(other));
      }
      expected.forEach((id, number) -> assertThat(map.get(id)).isEqualTo(number));
      map.clear();
      expected.keySet().forEach(id -> assertThat(map.get(id)).isEqualTo(IdMap.NONE));
    }
  }
}
