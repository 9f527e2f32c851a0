package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartThreadsTest {

  @ParameterizedTest
  @CsvSource({"0,4", "1,4", "2048,4", "2049,4", "100000,4", "100000,1", "5000,64"})
  void eachPartIsDoneOnce(int parts, int threads) throws IOException {
    AtomicIntegerArray done = new AtomicIntegerArray(parts);
    PartThreads.run(parts, threads, "test", (thread, part) -> done.incrementAndGet(part));
    for (int part = 0; part < parts; part++) {
      assertThat(done.get(part)).isEqualTo(1);
    }
  }

  @Test
  void oneThreadIsThatOfTheCaller() throws IOException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    PartThreads.run(100_000, 1, "test", (thread, part) -> threads.add(Thread.currentThread()));
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void noMoreThreadsThanAllowedAreUsedAndNoneOfACommonPool() throws IOException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    PartThreads.run(100_000, 3, "test", (thread, part) -> threads.add(Thread.currentThread()));
    assertThat(threads).hasSizeBetween(1, 3);
    threads.remove(Thread.currentThread());
    assertThat(threads).allMatch(thread -> thread.getName().startsWith("test-"));
  }

  @Test
  void aFailureOfAnyThreadIsThatOfTheCaller() throws IOException {
    assertThatThrownBy(
            () ->
                PartThreads.run(
                    100_000,
                    4,
                    "test",
                    (thread, part) -> {
                      if (part == 50_000) {
                        throw new IllegalStateException("part 50000");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("part 50000");
  }
}
