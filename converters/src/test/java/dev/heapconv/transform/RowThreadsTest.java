package dev.heapconv.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowThreadsTest {

  @ParameterizedTest
  @CsvSource({"0,4", "1,4", "2048,4", "2049,4", "100000,4", "100000,1", "5000,64"})
  void eachRowIsDoneOnce(int rows, int threads) {
    AtomicIntegerArray done = new AtomicIntegerArray(rows);
    RowThreads.run(
        rows,
        threads,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            done.incrementAndGet(row);
          }
        });
    for (int row = 0; row < rows; row++) {
      assertThat(done.get(row)).isEqualTo(1);
    }
  }

  @Test
  void oneThreadIsThatOfTheCaller() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    RowThreads.run(100_000, 1, (from, to) -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void noMoreThreadsThanAllowedAreUsedAndNoneOfACommonPool() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    RowThreads.run(1_000_000, 3, (from, to) -> threads.add(Thread.currentThread()));
    assertThat(threads).hasSizeBetween(1, 3).noneMatch(t -> t.getName().contains("ForkJoin"));
  }

  @Test
  void aFailureOfAnyThreadIsThatOfTheCaller() {
    assertThatThrownBy(
            () ->
                RowThreads.run(
                    100_000,
                    4,
                    (from, to) -> {
                      if (from <= 50_000 && to > 50_000) {
                        throw new IllegalStateException("row 50000");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("row 50000");
  }
}
