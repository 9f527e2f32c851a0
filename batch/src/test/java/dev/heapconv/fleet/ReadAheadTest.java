package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.aggregate.ExactSums;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReadAheadTest {

  private static final FleetGroup GROUP = new FleetGroup("all", "", "");

  private static FleetRow row(long names) {
    return new FleetRow(GROUP, names, 0, 0, 0, new int[0], new ExactSums(FleetPart.VIEWS));
  }

  /** Numbered rows; then a failure, if there is one. */
  private static final class Numbered implements FleetCursor {
    private final int count;
    private final @Nullable Throwable failure;
    private final AtomicInteger read = new AtomicInteger();
    private volatile @Nullable Thread reader;

    Numbered(int count, @Nullable Throwable failure) {
      this.count = count;
      this.failure = failure;
    }

    @Override
    public @Nullable FleetRow next() throws IOException {
      reader = Thread.currentThread();
      int number = read.getAndIncrement();
      if (number < count) {
        return row(number);
      }
      if (failure instanceof IOException problem) {
        throw problem;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      return null;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 512, 10_000})
  void allRowsArriveInTheirOrder(int count) throws IOException {
    List<Long> names = new ArrayList<>();
    try (FleetCursor ahead = new ReadAhead(new Numbered(count, null))) {
      for (FleetRow row; (row = ahead.next()) != null; ) {
        names.add(row.namesHigh());
      }
      assertThat(ahead.next()).isNull();
    }
    assertThat(names).hasSize(count).isSorted();
  }

  @Test
  void aFailureOfTheSourceIsThatOfTheReader() throws IOException {
    for (Throwable failure : List.of(new IOException("disk"), new OutOfMemoryError())) {
      try (FleetCursor ahead = new ReadAhead(new Numbered(1000, failure))) {
        assertThatThrownBy(
                () -> {
                  while (ahead.next() != null) {
                    // Until it fails.
                  }
                })
            .isSameAs(failure);
      }
    }
  }

  @Test
  void theSourceIsLeftAloneOnceItIsClosed() throws IOException {
    Numbered source = new Numbered(Integer.MAX_VALUE, null);
    try (FleetCursor ahead = new ReadAhead(source)) {
      ahead.next();
    }
    assertThat(source.reader).isNotNull().isNotSameAs(Thread.currentThread());
    assertThat(source.reader.isAlive()).isFalse();
  }
}
