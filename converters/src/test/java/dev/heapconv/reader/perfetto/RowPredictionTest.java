package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Cases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowPredictionTest {

  private final RowPrediction prediction = new RowPrediction();
  private final Map<Long, Integer> rows = new HashMap<>();

  /** Passes a dump through and returns how many samples had to be looked up. */
  private int lookUps(List<Long> dump) {
    prediction.begin(dump.size());
    int lookUps = 0;
    for (long callstack : dump) {
      Integer known = rows.get(callstack);
      int row = prediction.predict(callstack);
      if (row < 0) {
        lookUps++;
        row = known == null ? rows.size() : known;
        rows.put(callstack, row);
      }
      assertThat(row).isEqualTo(rows.get(callstack));
      prediction.add(callstack, row);
    }
    return lookUps;
  }

  private static List<Long> callstacks(long... others) {
    List<Long> list = new ArrayList<>(LongStream.rangeClosed(1, 100).boxed().toList());
    LongStream.of(others).forEach(list::add);
    return list;
  }

  @Test
  void aDumpLikeTheOneBeforeNeedsNoLookUp() {
    assertThat(lookUps(callstacks())).isEqualTo(100);
    assertThat(lookUps(callstacks())).isZero();
    assertThat(lookUps(callstacks(200, 300))).isEqualTo(2);
    assertThat(lookUps(callstacks(200, 300))).isZero();
  }

  @Test
  void stacksThatVanishOrAppearCostOneLookUpEach() {
    lookUps(callstacks());
    List<Long> fewer = callstacks();
    fewer.subList(20, 50).clear();
    fewer.subList(60, 65).clear();
    assertThat(lookUps(fewer)).isEqualTo(2);
    List<Long> more = new ArrayList<>(fewer);
    more.add(10, 1000L);
    more.add(30, 1001L);
    assertThat(lookUps(more)).isEqualTo(2);
    assertThat(lookUps(more)).isZero();
  }

  @Test
  void aRowThatIsReportedTwiceIsFoundTwice() {
    List<Long> twice = callstacks(5, 6);
    lookUps(twice);
    assertThat(lookUps(twice)).isLessThan(4);
  }

  @Test
  void neverPredictsAnotherRow() {
    Cases.forAll(
        300,
        values -> {
          List<Long> dump = new ArrayList<>(callstacks());
          for (int i = 0; i < 6; i++) {
            switch (values.between(0, 3)) {
              case 0 -> Collections.shuffle(dump, new Random(values.random().nextLong()));
              case 1 -> dump.subList(values.between(0, dump.size()), dump.size()).clear();
              case 2 -> dump.add(values.between(0, dump.size()), (long) values.between(1, 150));
              default -> Collections.reverse(dump);
            }
            lookUps(dump);
          }
          prediction.clear();
          rows.clear();
        });
  }
}
