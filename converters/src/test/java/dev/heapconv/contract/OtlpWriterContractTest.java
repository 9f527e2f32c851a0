package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.WholeNumbers;
import dev.heapconv.writer.otlp.OtlpValid;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** OTLP profiles against the contract of all writers: read back, with equal sums by stack. */
class OtlpWriterContractTest extends WriterContract {

  @Override
  protected Format format() {
    return Format.OTLP;
  }

  @Override
  protected void check(byte[] bytes, EstimatedProfile profile) throws IOException {
    ProfilesData data = OtlpValid.of(bytes);
    if (profile.heaps().isEmpty()) {
      assertThat(data.getResourceProfilesCount()).isZero();
      return;
    }
    EstimatedProfile again = HeapConv.unskew(read(bytes), UnskewOptions.DEFAULT);
    assertThat(sums(again)).isEqualTo(sums(profile));
    for (int i = 0; i < profile.heaps().size(); i++) {
      assertThat(again.heaps().get(i).info().dump().timeNanos())
          .isEqualTo(profile.heaps().get(i).info().dump().timeNanos());
    }
  }

  private static dev.heapconv.model.RecordedProfile read(byte[] bytes) throws IOException {
    Selection everything = new Selection(List.of(), List.of(), DumpSelector.ALL);
    return Conversions.read(bytes, ReadOptions.DEFAULT.withSelection(everything));
  }

  /** Rounded numbers by process, heap, view and the names of trimmed functions. */
  private static Map<List<Object>, Long> sums(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    Map<List<Object>, Long> sums = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (EstimatedHeap heap : profile.heaps()) {
      for (View view : heap.views()) {
        Column column = heap.columns().get(heap.views().indexOf(view));
        WholeNumbers wholeNumbers = new WholeNumbers();
        for (int row = 0; row < heap.rows(); row++) {
          long value = wholeNumbers.next(column.value(row));
          List<Object> key = new ArrayList<>();
          key.add(heap.info().id().process().displayName());
          key.add(heap.info().heap());
          key.add(view.name());
          for (int s = trimmed.of(heap.stack(row)); s != StackTable.ROOT; s = stacks.parent(s)) {
            for (SourceLine line : trimmed.lines(stacks.frame(s))) {
              key.add(FrameNames.of(stacks, stacks.frame(s), line));
              key.add(line.line());
            }
          }
          if (value != 0) {
            sums.merge(key, value, Saturation::add);
          }
        }
      }
    }
    return sums;
  }

  @Test
  void functionsOfTheAllocatorAreLeftOut() throws IOException {
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes("names")));
    assertThat(OtlpValid.of(written(profile)).getDictionary().getStringTableList())
        .contains("inuse_space")
        .doesNotContain("malloc");
  }
}
