package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every writer promises. A test of a format extends this. */
public abstract class WriterContract {

  protected abstract Format format();

  /**
   * Fails if {@code bytes} are not a valid file of the format, or do not hold what {@code profile}
   * does.
   */
  protected abstract void check(byte[] bytes, EstimatedProfile profile) throws IOException;

  /** Writes a profile and checks it. */
  protected byte[] written(EstimatedProfile profile) throws IOException {
    byte[] bytes = Conversions.write(profile, format());
    check(bytes, profile);
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("dev.heapconv.testing.TestData#varied")
  void recordingsAreWrittenWholeAndAlwaysTheSame(String name) throws IOException {
    for (DumpSelector choice : List.of(DumpSelector.LAST, DumpSelector.ALL)) {
      byte[] recording = TestData.recordingBytes(name);
      byte[] once =
          written(Conversions.asRecorded(Conversions.read(recording, Conversions.dump(choice))));
      byte[] again =
          Conversions.write(
              Conversions.asRecorded(Conversions.read(recording, Conversions.dump(choice))),
              format());
      assertThat(again).isEqualTo(once);
    }
  }

  @Test
  void estimatesAreWrittenAlwaysTheSame() throws IOException {
    byte[] recording = TestData.recordingBytes("truth_i4096");
    byte[] once = written(HeapConv.unskew(Conversions.read(recording), UnskewOptions.DEFAULT));
    byte[] again = written(HeapConv.unskew(Conversions.read(recording), UnskewOptions.DEFAULT));
    assertThat(again).isEqualTo(once);
  }

  @Test
  void aProfileWithoutHeapsIsWritten() throws IOException {
    written(
        new EstimatedProfile(
            new CaptureInfo("nothing", "test", "", ""),
            new StackTable(),
            List.of(),
            List.of(),
            0.95,
            List.of()));
  }

  @Test
  void namesAreDataWhateverIsInThem() throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    trace.process(100, "evil\n\u001b[31m;<script>alert('&\"</script>\u0000\u202e");
    long stack =
        sequence.stack(
            "a;b c\t|\n\r\u0000\u001b]0;x\u0007",
            "<b>&amp;\"'\\</b>",
            "=cmd()",
            "\ud83d\ude00 \u202e\u2066",
            " ",
            "x".repeat(70_000));
    sequence.dump(TraceBuilder.heap(100, "heap;\n<&>\"", 1000).row(stack, 1, 10, 0, 0));
    written(Conversions.asRecorded(Conversions.read(trace.bytes())));
  }

  @Test
  void invalidUtf8IsWrittenAsValidText() throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    long stack = sequence.stack("main");
    sequence
        .pending()
        .setFunctionNames(
            0,
            sequence.pending().getFunctionNames(0).toBuilder()
                .setStr(
                    ByteString.copyFrom(
                        new byte[] {
                          'f', (byte) 0xff, (byte) 0xc0, (byte) 0xed, (byte) 0xa0, (byte) 0x80
                        })));
    sequence.dump(TraceBuilder.malloc(1000).row(stack, 1, 10, 0, 0));
    written(Conversions.asRecorded(Conversions.read(trace.bytes())));
  }

  @Test
  void deepStacksAndHugeNumbersAreWritten() throws IOException {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    String[] frames = new String[5000];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = "f" + i % 7;
    }
    long deep = sequence.stack(frames);
    long empty = sequence.stackOf();
    sequence.dump(
        TraceBuilder.malloc(1000)
            .row(deep, Long.MAX_VALUE, Long.MAX_VALUE, 0, 0)
            .row(empty, 1L << 53, 1L << 60, 0, 0));
    written(Conversions.asRecorded(Conversions.read(trace.bytes())));
  }

  @Test
  void theStreamIsNotClosedAndItsErrorsComeThrough() throws IOException {
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes("names")));
    WriteOptions options = new WriteOptions("heapconv test", null);
    ByteArrayOutputStream open =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    HeapConv.write(profile, format(), options, open);
    assertThat(open.size()).isPositive();

    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    assertThatThrownBy(() -> HeapConv.write(profile, format(), options, full))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }
}
