package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.estimate.ReferenceSizes;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which options make outputs that are to be made again. */
class BatchOptionsTest {

  private static String settings(UnskewSetup unskew) {
    WriteOptions write = new WriteOptions("heapconv 0.1.0", null);
    BatchOptions.Outputs outputs =
        new BatchOptions.Outputs(Path.of("out"), true, Format.PPROF, write);
    BatchOptions.Resources one =
        new BatchOptions.Resources(1, 1 << 30, BatchOptions.Resources.MAX_TIME);
    return new BatchOptions(List.of(), outputs, ReadOptions.DEFAULT, unskew, one).settings(outputs);
  }

  @Test
  void equalOptionsHaveEqualSettingsAndOthersHaveNot() {
    String usual = settings(UnskewSetup.of(UnskewOptions.DEFAULT));
    assertThat(settings(UnskewSetup.of(UnskewOptions.DEFAULT))).isEqualTo(usual).hasSize(12);
    UnskewOptions given = new UnskewOptions(false, 0.95);
    assertThat(settings(UnskewSetup.of(given))).isNotEqualTo(usual);
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
    String usual = settings(UnskewSetup.of(UnskewOptions.DEFAULT));
    String known = settings(sizesFrom("truth_i512"));
    assertThat(known).isEqualTo(settings(sizesFrom("truth_i512")));
    assertThat(List.of(usual, known, settings(sizesFrom("truth_i4096")))).doesNotHaveDuplicates();
  }
}
