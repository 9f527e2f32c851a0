package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.LaboratorySizes;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which options make outputs that are to be made again. */
class BatchOptionsTest {

  private static BatchOptions options(UnskewOptions unskew) {
    return new BatchOptions(
        List.of(),
        List.of(),
        new NameFilter(List.of(), List.of()),
        Path.of("out"),
        BatchOptions.Existing.RESUME_BY_TIME,
        Formats.STANDARD,
        Format.PPROF,
        ReadOptions.DEFAULT,
        unskew,
        new WriteOptions("heapconv 0.1.0", null),
        1,
        1 << 30,
        0,
        true,
        BatchPart.WHOLE,
        false,
        List.of(),
        false);
  }

  @Test
  void equalOptionsHaveEqualSettingsAndAnotherCutoffHasNot() {
    String usual = options(UnskewOptions.DEFAULT).settings();
    assertThat(options(UnskewOptions.DEFAULT).settings()).isEqualTo(usual).hasSize(12);
    UnskewOptions given =
        new UnskewOptions(true, UnskewOptions.Cutoff.INTERVAL, 0, 0.95, true, null);
    assertThat(options(given).settings()).isNotEqualTo(usual);
  }

  private static UnskewOptions sizesFrom(String laboratory) throws IOException {
    EstimatedProfile recording =
        HeapConv.unskew(
            HeapConv.read(InputSource.file(TestData.recording(laboratory)), ReadOptions.DEFAULT),
            UnskewOptions.DEFAULT);
    return UnskewOptions.DEFAULT.withSizes(true, LaboratorySizes.of(List.of(recording)));
  }

  @Test
  void otherKnowledgeOfSizesMeansOtherSettings() throws IOException {
    String usual = options(UnskewOptions.DEFAULT).settings();
    String alone = options(UnskewOptions.DEFAULT.withSizes(false, null)).settings();
    String known = options(sizesFrom("truth_i512")).settings();
    assertThat(known).isEqualTo(options(sizesFrom("truth_i512")).settings());
    assertThat(List.of(usual, alone, known, options(sizesFrom("truth_i4096")).settings()))
        .doesNotHaveDuplicates();
  }
}
