package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read twice counts once. */
class InputConversionTest {

  private static final byte[] TRACE = TestData.bytes(TestData.recording("names"));
  private static final byte[] GREEDY = "greedy".getBytes(StandardCharsets.UTF_8);

  private @TempDir Path folder;
  private final List<String> added = new ArrayList<>();
  private final List<String> delayed = new ArrayList<>();
  private Duration maxTime = BatchOptions.Resources.MAX_TIME;
  private final BatchTally tally = new BatchTally();

  /** Runs out of memory some times before it reads a trace. */
  private static final class GreedyReader implements ProfileReader {
    private int failures;

    GreedyReader(int failures) {
      this.failures = failures;
    }

    @Override
    public boolean accepts(byte[] head) {
      return head.length == GREEDY.length;
    }

    @Override
    public RecordedProfile read(Input input, ReadOptions options) throws IOException {
      if (failures-- > 0) {
        throw new OutOfMemoryError();
      }
      InputSource trace = InputSource.stream(input.name(), new ByteArrayInputStream(TRACE));
      return HeapConv.read(trace, options);
    }
  }

  /** Never ends until it is let go, whatever happens. */
  private static final class EndlessReader implements ProfileReader {
    private final CountDownLatch end = new CountDownLatch(1);
    private @Nullable Thread thread;

    @Override
    public boolean accepts(byte[] head) {
      return head.length == GREEDY.length;
    }

    @Override
    public RecordedProfile read(Input input, ReadOptions options) throws IOException {
      thread = Thread.currentThread();
      while (end.getCount() > 0) {
        try {
          end.await();
        } catch (InterruptedException e) {
          // As a reader that only computes.
        }
      }
      return HeapConv.read(
          InputSource.stream(input.name(), new ByteArrayInputStream(TRACE)), options);
    }
  }

  /** Converts an archive whose second member is greedy, and returns its line. */
  private String convert(int failures) throws IOException {
    Path zip = folder.resolve("x.zip");
    Files.write(zip, Containers.zip("a", TRACE, "b", GREEDY, "c", TRACE));
    List<String> lines = convert(zip, new GreedyReader(failures));
    assertThat(lines).hasSize(4);
    return lines.get(3);
  }

  /** Converts an input, and returns the lines of the manifest. */
  private List<String> convert(Path input, ProfileReader reader) throws IOException {
    FleetSink sink =
        new FleetSink() {
          @Override
          public void add(ReadResult result) {
            added.add(result.facts().member() + " " + (result instanceof ReadResult.Failure));
          }

          @Override
          public List<Notice> finish(AtomicFile.Guard guard) {
            return List.of();
          }
        };
    BatchOptions.Outputs outputs =
        new BatchOptions.Outputs(folder, false, Format.PPROF, new WriteOptions("heapconv", null));
    try (OutputFolder to = OutputFolder.open(outputs, "")) {
      Semaphore cores = new Semaphore(1);
      OutputNames names = new OutputNames(Format.PPROF.extension());
      InputConversion.Shared shared =
          new InputConversion.Shared(
              new RecordingReader(
                  Formats.STANDARD.withReader(reader),
                  ReadOptions.DEFAULT,
                  UnskewSetup.of(UnskewOptions.DEFAULT)),
              cores,
              new OutputWriter(to, names, cores, AtomicFile.Guard.NONE),
              new SinkInputs(sink, false),
              tally,
              new BatchListener() {
                @Override
                public void delayed(String input) {
                  delayed.add(input);
                }
              },
              maxTime);
      new InputConversion(shared, new BatchInput(input.toString(), input, true, "x", null))
          .run(new MemoryBudget(1 << 30));
    }
    return Files.readAllLines(folder.resolve(Manifest.FILE_NAME));
  }

  @Test
  void aMemberThatRanOutOfMemoryIsReadAgainAlone() throws IOException {
    assertThat(convert(1)).contains("\"members\":3");
    assertThat(delayed).hasSize(1);
    assertThat(added).containsExactly("a false", "b false", "c false", "null false");
    assertThat(tally.result().converted()).isEqualTo(3);
    assertThat(tally.result().failures()).isEmpty();
  }

  @Test
  void aMemberThatNeedsTooMuchFailsAlone() throws IOException {
    assertThat(convert(2)).contains("\"members\":2");
    assertThat(delayed).hasSize(1);
    assertThat(added).containsExactly("a false", "b true", "c false", "null false");
    assertThat(tally.result().failures()).containsOnlyKeys("out-of-memory");
  }

  @Test
  void anInputThatNeverEndsIsGivenUp() throws Exception {
    maxTime = Duration.ofMillis(20);
    Path input = Files.write(folder.resolve("endless"), GREEDY);
    EndlessReader endless = new EndlessReader();
    try {
      assertThat(convert(input, endless))
          .singleElement()
          .asString()
          .contains("\"error\":\"timed-out\"", "given up after", "\"bytes\":6,");
    } finally {
      endless.end.countDown();
    }
    if (endless.thread != null) {
      // What it says later is not heard.
      endless.thread.join();
    }
    assertThat(added).containsExactly("null true");
    assertThat(tally.result().failures()).containsOnlyKeys("timed-out");
    assertThat(tally.result().converted()).isZero();
  }

  @Test
  void whateverAReaderThrowsFailsItsInputAlone() throws IOException {
    Path input = Files.write(folder.resolve("odd"), GREEDY);
    ProfileReader reader =
        new ProfileReader() {
          @Override
          public boolean accepts(byte[] head) {
            return head.length == GREEDY.length;
          }

          @Override
          public RecordedProfile read(Input ignored, ReadOptions options) {
            throw new InternalError("of a library");
          }
        };
    assertThat(convert(input, reader)).singleElement().asString().contains("of a library");
    assertThat(added).containsExactly("null true");
    assertThat(tally.result().failures()).containsOnlyKeys("internal-error");
    assertThat(tally.isStopped()).isFalse();
  }
}
