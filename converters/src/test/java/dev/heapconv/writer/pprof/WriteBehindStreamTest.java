package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WriteBehindStreamTest {

  @ParameterizedTest
  @CsvSource({"0,0", "1,0", "65536,0", "65537,0", "3000000,0", "3000000,1000000", "1000,5000"})
  void allBytesAreWrittenInTheirOrder(int count, long alone) throws IOException {
    byte[] bytes = new byte[count];
    Random random = new Random(count);
    random.nextBytes(bytes);
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (WriteBehindStream behind = new WriteBehindStream(target, alone)) {
      for (int done = 0, n; done < count; done += n) {
        n = Math.min(count - done, 1 + random.nextInt(100_000));
        if (n == 1) {
          behind.write(bytes[done]);
        } else {
          behind.write(bytes, done, n);
        }
      }
      behind.finish();
      assertThat(target.toByteArray()).isEqualTo(bytes);
    }
  }

  @Test
  void aFailureOfTheTargetIsThatOfTheWriter() {
    for (Throwable failure : new Throwable[] {new IOException("full"), new OutOfMemoryError()}) {
      for (int count : new int[] {1000, 10_000_000}) {
        OutputStream full =
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                if (failure instanceof Error error) {
                  throw error;
                }
                throw (IOException) failure;
              }
            };
        try (WriteBehindStream behind = new WriteBehindStream(full, 0)) {
          assertThatThrownBy(
                  () -> {
                    for (int done = 0; done < count; done += 1000) {
                      behind.write(new byte[1000]);
                    }
                    behind.finish();
                  })
              .isSameAs(failure);
        }
      }
    }
  }

  @Test
  void aStreamThatIsNotFinishedEndsItsThread() throws Exception {
    CompletableFuture<Thread> writer = new CompletableFuture<>();
    OutputStream target =
        new OutputStream() {
          @Override
          public void write(int b) {
            writer.complete(Thread.currentThread());
          }
        };
    try (WriteBehindStream behind = new WriteBehindStream(target, 0)) {
      behind.write(new byte[5_000_000]);
      writer.get();
    }
    writer.get().join();
    assertThat(writer.get()).isNotSameAs(Thread.currentThread());
  }
}
