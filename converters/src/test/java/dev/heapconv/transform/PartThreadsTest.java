package dev.heapconv.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartThreadsTest {

  @ParameterizedTest
  @CsvSource({"0,4", "1,4", "2048,4", "2049,4", "100000,4", "100000,1", "5000,64"})
  void eachPartIsDoneOnce(int parts, int threads) {
    AtomicIntegerArray done = new AtomicIntegerArray(parts);
    PartThreads.run(parts, threads, "test", done::incrementAndGet);
    for (int part = 0; part < parts; part++) {
      assertThat(done.get(part)).isEqualTo(1);
    }
  }

  @Test
  void oneThreadIsThatOfTheCaller() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    PartThreads.run(100_000, 1, "test", part -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void noMoreThreadsThanAllowedAreUsedAndNoneOfACommonPool() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    PartThreads.run(100_000, 3, "test", part -> threads.add(Thread.currentThread()));
    assertThat(threads).hasSizeBetween(1, 3);
    threads.remove(Thread.currentThread());
    assertThat(threads).allMatch(thread -> thread.getName().startsWith("test-"));
  }

  @Test
  void aFailureOfAnyThreadIsThatOfTheCaller() {
    assertThatThrownBy(
            () ->
                PartThreads.run(
                    100_000,
                    4,
                    "test",
                    part -> {
                      if (part == 50_000) {
                        throw new IllegalStateException("part 50000");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("part 50000");
  }
}
