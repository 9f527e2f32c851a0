package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.samples.WholeNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** pprof files against the contract of all writers: read back sample by sample. */
class PprofWriterContractTest extends WriterContract {

  @Override
  protected Format format() {
    return Format.PPROF;
  }

  @Override
  protected void check(byte[] bytes, EstimatedProfile profile) {
    // A profile of nothing has no sample types, which no invariant but that one minds.
    if (profile.heaps().isEmpty()) {
      assertThat(Pprof.decode(bytes).profile.getSampleCount()).isZero();
      return;
    }
    Pprof pprof = CheckValid.of(bytes);
    List<View> views = new ArrayList<>(profile.views());
    List<String> types = pprof.sampleTypes();
    assertThat(types.subList(0, views.size())).isEqualTo(views.stream().map(View::name).toList());
    for (String counts : types.subList(views.size(), types.size())) {
      View samples = new View(counts, "count");
      assertThat(samples).isIn(View.ALLOC_SAMPLES, View.SAMPLES);
      views.add(samples);
    }
    int next = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      List<WholeNumbers> wholeNumbers = views.stream().map(view -> new WholeNumbers()).toList();
      for (int row = 0; row < heap.rows(); row++) {
        List<Long> values = values(heap, views, row, wholeNumbers);
        if (values.stream().allMatch(value -> value == 0)) {
          continue;
        }
        Sample sample = pprof.profile.getSample(next++);
        assertThat(sample.getValueList()).isEqualTo(values);
        assertThat(pprof.labels(sample)).containsEntry("heap", heap.info().heap());
        checkStack(pprof, sample, profile.stacks(), heap.stack(row));
      }
    }
    assertThat(pprof.profile.getSampleCount()).isEqualTo(next);
  }

  private static List<Long> values(
      EstimatedHeap heap, List<View> views, int row, List<WholeNumbers> wholeNumbers) {
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      View view = views.get(i);
      Column column = heap.column(view);
      boolean areCounts = view.equals(View.ALLOC_SAMPLES) || view.equals(View.SAMPLES);
      long count = areCounts && heap.has(view.isLive()) ? heap.samples(view, row) : 0;
      values.add(column == null ? count : wholeNumbers.get(i).next(column.value(row)));
    }
    return values;
  }

  private static void checkStack(Pprof pprof, Sample sample, StackTable stacks, int stack) {
    int s = stack;
    for (long id : sample.getLocationIdList()) {
      int frame = stacks.frame(s);
      var location = pprof.location(id);
      List<SourceLine> lines =
          stacks.lines(frame).stream().filter(line -> !line.function().isEmpty()).toList();
      if (location.getAddress() != stacks.frameAddress(frame)
          || location.getLineCount() != lines.size()) {
        throw new AssertionError("frame " + frame + " is written as " + location);
      }
      for (int i = 0; i < lines.size(); i++) {
        var function = pprof.function(location.getLine(i).getFunctionId());
        if (!pprof.text(function.getName()).equals(lines.get(i).function())
            || !pprof.text(function.getSystemName()).equals(lines.get(i).systemName())
            || location.getLine(i).getLine() != lines.get(i).line()) {
          throw new AssertionError("frame " + frame + " is written as " + location);
        }
      }
      s = stacks.parent(s);
    }
    assertThat(s).isEqualTo(StackTable.ROOT);
  }

  @Test
  void theGzipHeaderHasNoTime() throws IOException {
    byte[] bytes =
        written(Conversions.asRecorded(Conversions.read(TestData.recordingBytes("names"))));
    assertThat(new byte[] {bytes[4], bytes[5], bytes[6], bytes[7]}).containsOnly(0);
  }
}
