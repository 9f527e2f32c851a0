package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AheadTest {

  /** Numbers; then a failure, if there is one. */
  private static final class Numbers implements Cursor<Integer> {
    private final int count;
    private final @Nullable Throwable failure;
    private final AtomicInteger read = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Thread reader;

    Numbers(int count, @Nullable Throwable failure) {
      this.count = count;
      this.failure = failure;
    }

    @Override
    public @Nullable Integer next() throws IOException {
      reader = Thread.currentThread();
      int number = read.getAndIncrement();
      if (number < count) {
        return number;
      }
      ReadAhead.rethrow(failure);
      return null;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 10_000})
  void allItemsArriveInTheirOrder(int count) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    Numbers source = new Numbers(count, null);
    try (Cursor<Integer> ahead = new ReadAhead<>(source, 4, "test")) {
      for (Integer number; (number = ahead.next()) != null; ) {
        numbers.add(number);
      }
      assertThat(ahead.next()).isNull();
    }
    assertThat(numbers).hasSize(count).isSorted();
    source.closed.await();
  }

  @Test
  void aFailureOfTheSourceIsThatOfTheReader() {
    for (Throwable failure :
        List.of(new IOException("disk"), new OutOfMemoryError(), new IllegalStateException())) {
      try (ReadAhead<Integer> ahead = new ReadAhead<>(new Numbers(1000, failure), 4, "test")) {
        AtomicInteger arrived = new AtomicInteger();
        assertThatThrownBy(
                () -> {
                  while (ahead.next() != null) {
                    arrived.incrementAndGet();
                  }
                })
            .isSameAs(failure);
        assertThat(arrived).hasValue(1000);
        assertThatThrownBy(ahead::next).as("again").isSameAs(failure);
      }
    }
  }

  @Test
  void theSourceIsLeftAloneOnceItIsClosed() throws IOException {
    Numbers source = new Numbers(Integer.MAX_VALUE, null);
    try (Cursor<Integer> ahead = new ReadAhead<>(source, 4, "test")) {
      ahead.next();
    }
    assertThat(source.reader).isNotNull().isNotSameAs(Thread.currentThread());
    assertThat(source.reader.isAlive()).isFalse();
  }
}
