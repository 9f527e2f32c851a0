package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AheadStreamTest {

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    return bytes;
  }

  /** Returns few bytes at a time, then fails or ends. */
  private static final class Source extends InputStream {
    private final InputStream content;
    private final Throwable failure;
    private final CountDownLatch closed = new CountDownLatch(1);

    Source(byte[] content, Throwable failure) {
      this.content = new ByteArrayInputStream(content);
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = content.read(target, offset, Math.min(length, 1000));
      if (n < 0 && failure instanceof IOException problem) {
        throw problem;
      }
      if (n < 0 && failure instanceof Error error) {
        throw error;
      }
      return n;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,0", "65536,0", "65537,0", "3000000,0", "3000000,1000000", "1000,5000"})
  void allBytesArrive(int count, long alone) throws Exception {
    Source source = new Source(bytes(count), null);
    try (InputStream ahead = new AheadStream(source, alone)) {
      assertThat(ahead.readAllBytes()).isEqualTo(bytes(count));
      assertThat(ahead.read()).isEqualTo(-1);
    }
    source.closed.await();
  }

  @Test
  void bytesBeforeAFailureArriveToo() {
    for (Throwable failure : new Throwable[] {new IOException("disk"), new OutOfMemoryError()}) {
      for (int count : new int[] {0, 1, 65_536, 100_000}) {
        ByteArrayOutputStream arrived = new ByteArrayOutputStream();
        InputStream ahead = new AheadStream(new Source(bytes(count), failure), 0);
        assertThatThrownBy(() -> ahead.transferTo(arrived)).isSameAs(failure);
        assertThat(arrived.toByteArray()).isEqualTo(bytes(count));
        assertThatThrownBy(ahead::read).isSameAs(failure);
      }
    }
  }

  @Test
  void aStreamThatIsClosedEarlyEndsItsThread() throws Exception {
    Source source = new Source(bytes(10_000_000), null);
    try (InputStream ahead = new AheadStream(source, 0)) {
      assertThat(ahead.readNBytes(100)).hasSize(100);
    }
    source.closed.await();
  }
}
