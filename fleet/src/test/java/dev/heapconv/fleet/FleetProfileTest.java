package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.estimate.UnskewSetup;
import dev.heapconv.estimate.Unskewing;
import dev.heapconv.input.InputSource;
import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetProfileTest {

  private static ReadResult recording(double space) {
    Column.Builder column = new Column.Builder(1);
    column.set(0, space, space, space, space, space);
    EstimatedHeap heap =
        new EstimatedHeap(
            HeapInfo.of("heap", Sampling.scaled(0)),
            List.of(View.SPACE),
            new int[] {StackTable.ROOT},
            List.of(column.column()),
            new long[1],
            new long[1],
            List.of());
    EstimatedProfile profile =
        new EstimatedProfile(
            new CaptureInfo("", "", "", ""),
            new StackTable(),
            List.of(heap),
            List.of(),
            0.95,
            List.of());
    return new ReadResult.Recording(new ReadResult.Facts("a", null, 1, 0, "", 0), profile);
  }

  /** As in {@code merge}: a recording of changes may say less of a stack. */
  @Test
  void whatShrankIsTakenFromTheSum(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("sum.pb.gz");
    FleetProfile sum =
        new FleetProfile(
            file,
            Format.ofFileName(file.toString()).orElseThrow(),
            FleetGrouping.NONE,
            new WriteOptions("heapconv 1.0", null),
            10);
    sum.add(recording(1000));
    sum.add(recording(-4000));
    sum.finish(AtomicFile.Guard.NONE);
    EstimatedProfile written =
        new Unskewing(UnskewSetup.of(UnskewOptions.DEFAULT))
            .apply(HeapConv.read(InputSource.file(file), ReadOptions.DEFAULT, Formats.STANDARD));
    assertThat(written.heaps().get(0).column(View.SPACE).total()).isEqualTo(-3000);
  }
}
