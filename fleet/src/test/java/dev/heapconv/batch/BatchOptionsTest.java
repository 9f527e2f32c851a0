package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.ReferenceSizes;
import dev.heapconv.transform.StackChoice;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which options make outputs that are to be made again. */
class BatchOptionsTest {

  private static BatchOptions options(UnskewSetup unskew) {
    return new BatchOptions(
        List.of(),
        new NameFilter(List.of(), List.of()),
        Path.of("out"),
        true,
        false,
        Format.PPROF,
        ReadOptions.DEFAULT,
        unskew,
        new WriteOptions("heapconv 0.1.0", null),
        1,
        1 << 30,
        0,
        BatchOptions.MAX_TIME,
        true,
        BatchPart.WHOLE,
        false,
        List.of(),
        false);
  }

  @Test
  void equalOptionsHaveEqualSettingsAndAnotherCutoffHasNot() {
    String usual = options(UnskewSetup.of(UnskewOptions.DEFAULT)).settings();
    assertThat(options(UnskewSetup.of(UnskewOptions.DEFAULT)).settings())
        .isEqualTo(usual)
        .hasSize(12);
    UnskewOptions given = new UnskewOptions(true, UnskewOptions.Cutoff.INTERVAL, 0, 0.95);
    assertThat(options(UnskewSetup.of(given)).settings()).isNotEqualTo(usual);
  }

  private static UnskewSetup sizesFrom(String reference) throws IOException {
    EstimatedProfile recording =
        HeapConv.unskew(
            HeapConv.read(InputSource.file(TestData.recording(reference)), ReadOptions.DEFAULT),
            UnskewOptions.DEFAULT);
    return new UnskewSetup(
        UnskewOptions.DEFAULT, ReferenceSizes.of(List.of(recording)), StackChoice.ALL);
  }

  @Test
  void otherKnowledgeOfSizesMeansOtherSettings() throws IOException {
    String usual = options(UnskewSetup.of(UnskewOptions.DEFAULT)).settings();
    String known = options(sizesFrom("truth_i512")).settings();
    assertThat(known).isEqualTo(options(sizesFrom("truth_i512")).settings());
    assertThat(List.of(usual, known, options(sizesFrom("truth_i4096")).settings()))
        .doesNotHaveDuplicates();
  }
}
