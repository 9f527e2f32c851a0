package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch that is killed while it writes totals outside its folder. */
class KilledTotalsTest {

  @TempDir private Path folder;
  private Path totals;

  @BeforeEach
  void makeFolder() throws IOException {
    totals = Files.createDirectory(folder.resolve("totals"));
  }

  @Test
  void theNextBatchDeletesWhatItWrote() throws IOException {
    assertThatThrownBy(() -> batch(new KilledBeside(totals)).run()).isInstanceOf(Killed.class);
    assertThat(names(totals)).hasSize(1);
    batch(AtomicFile.Guard.NONE).run();
    assertThat(names(totals)).containsExactly("fleet.pb.gz");
    assertThat(names(folder.resolve("out/.heapconv/tmp"))).isEmpty();
  }

  private Batch batch(AtomicFile.Guard guard) {
    return new Batch(
        new BatchOptions(
            List.of(TestData.recording("names").toString()),
            List.of(),
            new NameFilter(List.of(), List.of()),
            folder.resolve("out"),
            BatchOptions.Existing.RESUME_BY_TIME,
            Formats.STANDARD,
            Format.PPROF,
            ReadOptions.DEFAULT,
            UnskewSetup.of(UnskewOptions.DEFAULT),
            new WriteOptions("heapconv", null),
            1,
            1 << 30,
            0,
            new FleetOptions(
                FleetGrouping.NONE,
                FleetDevices.EACH_INPUT,
                totals.resolve("fleet.pb.gz"),
                null,
                null,
                1000),
            false),
        new BatchListener() {},
        guard);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static final class Killed extends RuntimeException {}

  /**
   * Ends the batch in the middle of writing a file in a folder, as a kill does: nothing is tidied
   * up.
   */
  private record KilledBeside(Path folder) implements AtomicFile.Guard {
    @Override
    public void begin(Path temporary) {
      if (temporary.getParent().equals(folder)) {
        try {
          Files.writeString(temporary, "half");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        throw new Killed();
      }
    }

    @Override
    public void end(Path temporary) {}
  }
}
