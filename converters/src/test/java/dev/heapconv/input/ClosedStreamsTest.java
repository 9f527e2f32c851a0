package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Formats;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Zstd streams hold memory outside of the heap until they are closed. */
class ClosedStreamsTest {

  private static final byte[] TRACE = Containers.zstd(TestData.recordingBytes("names"));

  /** A packet with empty module_symbols. */
  private static final byte[] SYMBOLS = Containers.zstd(new byte[] {0x0a, 3, (byte) 0xea, 3, 0});

  private static final List<byte[]> ARCHIVES =
      List.of(
          Containers.zip("a", TRACE, "s", SYMBOLS),
          Containers.tar("s", SYMBOLS, "a", TRACE),
          Containers.zip("a", TRACE, "b", TRACE));

  private final List<Input> inputs = new ArrayList<>();

  private void read(byte[] archive, InputSource.Action<Input> action) throws IOException {
    Conversions.source(archive).readAll(Limits.DEFAULT, Formats.STANDARD::content, action);
  }

  private Input keep(Input input) {
    inputs.add(input);
    return input;
  }

  private void assertAllClosed() throws IOException {
    assertThat(inputs).isNotEmpty();
    for (Input input : inputs) {
      // The beginning, which was read in advance, would follow.
      assertThat(input.stream().read()).isEqualTo(-1);
    }
    inputs.clear();
  }

  @Test
  void recordingsOfArchivesAreClosed() throws IOException {
    for (byte[] archive : ARCHIVES) {
      read(archive, this::keep);
      assertAllClosed();
    }
  }

  @Test
  void recordingsThatCannotBeUsedAreClosed() throws IOException {
    for (byte[] archive : ARCHIVES) {
      assertThatThrownBy(
              () ->
                  read(
                      archive,
                      input -> {
                        throw HeapConvException.input(
                            ErrorId.UNKNOWN_FORMAT, keep(input).name(), "");
                      }))
          .isInstanceOf(HeapConvException.class);
      assertAllClosed();
    }
  }

  @Test
  void whatIsNestedTooDeepIsClosed() {
    byte[] nested = TRACE;
    for (int i = 0; i < Limits.DEFAULT.maxNesting(); i++) {
      nested = Containers.zstd(nested);
    }
    Watched stored = new Watched(nested);
    assertThatThrownBy(() -> Inputs.peekPlain("x", stored, Limits.DEFAULT))
        .isInstanceOf(HeapConvException.class);
    assertThat(stored.closed).isTrue();
  }

  @Test
  void whatCannotBeInflatedIsClosed() throws IOException {
    Watched stored = new Watched(Containers.zstd(new byte[] {0x1f, (byte) 0x8b, 0, 0}));
    Inputs.peekPlain("x", stored, Limits.DEFAULT).close();
    assertThat(stored.closed).isTrue();
  }

  /** Closed by the zstd stream around it. */
  private static final class Watched extends FilterInputStream {
    private boolean closed;

    Watched(byte[] bytes) {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    public void close() throws IOException {
      closed = true;
      super.close();
    }
  }
}
