package dev.heapconv.writer.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warnings;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.ProfileWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole outputs, as files to look at. {@code -Dheapconv.updateGoldens=true} writes them anew. */
class TableGoldenTest {

  private static final Path FOLDER =
      TestData.root().resolve("converters/src/test/resources/dev/heapconv/writer/table");

  private static void check(String name, ProfileWriter writer, EstimatedProfile profile)
      throws Exception {
    String written = Written.by(writer, profile);
    Path golden = FOLDER.resolve(name);
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, written);
    }
    assertThat(written).isEqualTo(Files.readString(golden));
    assertThat(Written.by(writer, profile)).as("the same again").isEqualTo(written);
  }

  private static void checkAll(String name, EstimatedProfile profile, TableOptions options)
      throws Exception {
    check(name + ".txt", new TextTableWriter(options), profile);
    check(name + ".csv", DelimitedTableWriter.csv(options), profile);
    check(name + ".tsv", DelimitedTableWriter.tsv(options), profile);
    check(name + ".json", new JsonTableWriter(options), profile);
    check(name + ".md", new MarkdownTableWriter(options), profile);
  }

  /** Two processes, one of which has a heap that reports no frees; the other with two dumps. */
  private static EstimatedProfile device() {
    return new ProfileBuilder()
        .heap(17, "com.example.app", "libc.malloc", 1, 1)
        .stack(
            "/lib/libc.so!malloc;/data/app/lib/libgame.so!load_texture;/data/app/lib/libgame.so!main",
            7_000_000)
        .heap(
            17,
            "com.example.app",
            "com.android.art",
            1,
            1,
            4096,
            List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))
        .stack(
            "/data/app/base.odex!com.example.Main.load;/data/app/base.odex!com.example.Main.main",
            600_000)
        .heap(300, "surfaceflinger", "libc.malloc", 1, 2)
        .stack("malloc;composite;main", 100_000)
        .heap(300, "surfaceflinger", "libc.malloc", 2, 2)
        .stack("malloc;composite;main", 250_000)
        .warning("made by hand")
        .build();
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void groupings(GroupBy by) throws Exception {
    EstimatedProfile profile = by.isPartOfRecording() ? device() : ProfileBuilder.server();
    checkAll("by-" + by.id(), profile, TableOptions.DEFAULT.withBy(by));
  }

  @Test
  void cumulative() throws Exception {
    checkAll(
        "cumulative",
        ProfileBuilder.server(),
        TableOptions.DEFAULT.withCumulative(true).withLimit(4));
  }

  @Test
  void summaries() throws Exception {
    check("summary.txt", new SummaryWriter(TableOptions.DEFAULT, true), ProfileBuilder.server());
    check(
        "summary-80.txt",
        new SummaryWriter(TableOptions.DEFAULT.withTerminal(80, false), true),
        ProfileBuilder.server());
    check("summary-device.txt", new SummaryWriter(TableOptions.DEFAULT, true), device());
  }

  @ParameterizedTest
  @ValueSource(strings = {"truth_i4096", "customheap_all"})
  void recordings(String recording) throws Exception {
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes(recording)));
    String name = recording + ".pftrace";
    EstimatedProfile renamed =
        new EstimatedProfile(
            new CaptureInfo(name, "", "", ""),
            profile.stacks(),
            profile.heaps(),
            profile.comments(),
            profile.confidence(),
            new Warnings());

    // Warnings are the reader's words.
    check(name + ".txt", new SummaryWriter(TableOptions.DEFAULT, true), renamed);
    check(name + ".csv", DelimitedTableWriter.csv(TableOptions.DEFAULT.withLimit(30)), renamed);
  }
}
