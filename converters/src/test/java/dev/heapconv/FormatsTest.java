package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.InputSource.InputContent;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A program adds formats of its own, to read and to write. */
class FormatsTest {

  private static final byte[] BYTES = "MYHEAP main 4096\n".getBytes(StandardCharsets.US_ASCII);

  @Test
  void whatIsWrittenHasAWriter() {
    for (Format format : Format.values()) {
      assertThat(format.output()).isNotNull();
    }
  }

  @Test
  void everyReaderIsHeldToTheContract() {
    List<String> contracts =
        TestData.list(tests("contract"), "ReaderContractTest.java").stream()
            .map(test -> test.getFileName().toString().toLowerCase(Locale.ROOT))
            .toList();
    Path readers = TestData.root().resolve("converters/src/main/java/dev/heapconv/reader");
    for (Path folder : TestData.list(readers, "")) {
      if (Files.isDirectory(folder) && !TestData.list(folder, "Reader.java").isEmpty()) {
        String name = folder.getFileName() + "readercontracttest.java";
        assertThat(contracts).as("a ReaderContract of %s", folder).contains(name);
      }
    }
  }

  private static Path tests(String name) {
    return TestData.root().resolve("converters/src/test/java/dev/heapconv").resolve(name);
  }

  /** As the documentation of {@link HeapConv} says. */
  @Test
  void trimmedStacksEndInTheProgram() throws IOException {
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(TestData.recording("names"), ReadOptions.DEFAULT),
            UnskewOptions.DEFAULT);
    StackTable stacks = profile.stacks();
    EstimatedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      int stack = heap.stack(row);
      int trimmed = new TrimmedStacks(stacks, false).of(stack);
      assertThat(stacks.lines(stacks.frame(stack)).get(0).function()).isEqualTo("malloc");
      assertThat(stacks.lines(stacks.frame(trimmed)).get(0).function())
          .isNotEmpty()
          .isNotEqualTo("malloc")
          .doesNotContain("perfetto", "AHeapProfile");
    }
  }

  /** {@code MYHEAP FUNCTION BYTES}. */
  private static final class MyReader implements ProfileReader {
    @Override
    public boolean accepts(byte[] head) {
      return new String(head, StandardCharsets.US_ASCII).startsWith("MYHEAP");
    }

    @Override
    public RecordedProfile read(Input input, ReadOptions options) throws IOException {
      String[] words =
          new String(input.stream().readAllBytes(), StandardCharsets.US_ASCII).strip().split(" ");
      if (words.length != 3) {
        throw HeapConvException.input(ErrorId.BAD_LINE, input.name(), 1, "not three words");
      }
      RecordingBuilder recording = new RecordingBuilder(input.name(), options);
      int frame =
          recording.frame(StackTable.NO_MAPPING, 0, List.of(new SourceLine(words[1], "", 0)));
      RecordedRows rows = RecordedRows.ofSums(List.of());
      rows.addLive(rows.row(recording.stack(1, place -> frame)), 1, Long.parseLong(words[2]));
      HeapInfo info = HeapInfo.of("heap", Sampling.COMPLETE).withProcess(1, "my");
      recording.heap(rows.heap(info, List.of(View.OBJECTS, View.SPACE)));
      return recording.finish("my format");
    }
  }

  /** The bytes in use, as a line. */
  private static final class MyWriter implements ProfileWriter {
    @Override
    public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
        throws IOException {
      double space = profile.heaps().get(0).column(View.SPACE).total();
      out.write((options.tool() + ": " + space + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aProgramReadsAndWritesItsOwnFormats() throws IOException {
    Formats formats = Formats.STANDARD.withReader(new MyReader());
    RecordedProfile recorded =
        HeapConv.read(Conversions.source(BYTES), ReadOptions.DEFAULT, formats);
    assertThat(recorded.capture().format()).isEqualTo("my format");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MyWriter()
        .write(
            HeapConv.unskew(recorded, UnskewOptions.DEFAULT), new WriteOptions("test", null), out);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("test: 4096.0\n");
  }

  @Test
  void theStandardFormatsStayWhatTheyAre() {
    Formats formats = Formats.STANDARD.withReader(new MyReader());
    assertThat(formats.content(BYTES)).isEqualTo(InputContent.PROFILE);
    assertThat(Formats.STANDARD.content(BYTES)).isEqualTo(InputContent.OTHER);
    InputSource source = Conversions.source(BYTES);
    assertThatThrownBy(() -> HeapConv.read(source, ReadOptions.DEFAULT))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.UNKNOWN_FORMAT));
  }

  @Test
  void readersThatWereAddedAreAskedFirst() throws IOException {
    ProfileReader everything =
        new ProfileReader() {
          @Override
          public boolean accepts(byte[] head) {
            return true;
          }

          @Override
          public RecordedProfile read(Input input, ReadOptions options) throws IOException {
            throw HeapConvException.input(ErrorId.NO_HEAP_PROFILE, input.name(), "asked first");
          }
        };
    Formats formats = Formats.STANDARD.withReader(new MyReader()).withReader(everything);
    InputSource source = Conversions.source(BYTES);
    assertThatThrownBy(() -> HeapConv.read(source, ReadOptions.DEFAULT, formats))
        .hasMessageContaining("asked first");
  }

  @Test
  void idsAndExtensionsAreTakenOnce() {
    List<String> taken = new ArrayList<>();
    for (FileFormat format : FileFormat.all()) {
      taken.add(format.id());
      taken.addAll(format.extensions());
    }
    assertThat(taken).doesNotHaveDuplicates();
  }

  @Test
  void ofExtensionsThatEndInOneAnotherTheLongerCounts() {
    assertThat(Format.ofFileName("a.speedscope.json")).contains(Format.SPEEDSCOPE);
    assertThat(Format.ofFileName("a.json")).contains(Format.JSON);
    assertThat(Format.ofFileName("A.PB.GZ")).contains(Format.PPROF);
    assertThat(Format.ofFileName("a.gz")).isEmpty();
  }
}
