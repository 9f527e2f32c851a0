package dev.heapconv.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader said is the recording, as far as it is selected. */
class RecordingBuilderTest {

  private static final HeapInfo HEAP =
      HeapInfo.of("malloc", Sampling.COMPLETE).withProcess(7, "app");

  private static ReadOptions options(DumpSelector dump, boolean strict, int maxDepth) {
    Selection selection = new Selection(List.of(), List.of(), dump);
    return new ReadOptions(selection, 0, strict, Limits.DEFAULT.withMaxStackDepth(maxDepth));
  }

  private static RecordedHeap dump(int number, int count, long live) {
    RecordedRows rows = RecordedRows.ofSums(List.of());
    rows.addLive(rows.row(StackTable.ROOT), 1, live);
    return rows.heap(HEAP.withDump(number, count), List.of(View.SPACE));
  }

  @ParameterizedTest
  @CsvSource({"last, 3", "max, 2", "first, 1", "all, 1 2 3"})
  void dumpsAreSelectedAndAllAreSummed(String choice, String expected) throws HeapConvException {
    RecordingBuilder recording =
        new RecordingBuilder("x", options(DumpSelector.parse(choice), false, 10));
    for (int i = 1; i <= 3; i++) {
      recording.heap(dump(i, 3, i == 2 ? 100 : i));
    }
    RecordedProfile profile = recording.finish("format");
    assertThat(profile.heaps())
        .extracting(heap -> Integer.toString(heap.info().dump().number()))
        .containsExactly(expected.split(" "));
    assertThat(profile.dumps())
        .extracting(dump -> dump.totals().get(0))
        .containsExactly(1L, 100L, 3L);
    assertThat(profile.heaps().get(0).info().dump().peak()).isEqualTo(choice.equals("max"));
  }

  @Test
  void aReaderMayKeepOnlyTheDumpThatItsProducerCallsThePeak() throws HeapConvException {
    RecordingBuilder recording = new RecordingBuilder("x", options(DumpSelector.MAX, false, 10));
    recording.dump(dump(1, 2, 5).summary());
    recording.dump(dump(2, 2, 9).summary());
    recording.kept(dump(1, 2, 5));
    RecordedProfile profile = recording.finish("format");
    assertThat(profile.heaps()).extracting(heap -> heap.info().dump().number()).containsExactly(1);
    assertThat(profile.dumps()).hasSize(2);
  }

  @Test
  void aRecordingWithoutRowsSaysSo() throws HeapConvException {
    RecordingBuilder recording = new RecordingBuilder("x", ReadOptions.DEFAULT);
    recording.heap(RecordedRows.ofSums(List.of()).heap(HEAP, View.ALL));
    assertThat(recording.finish("format").notices())
        .extracting(Notice::id)
        .containsExactly(ErrorId.NO_SAMPLES);
  }

  @Test
  void missingFramesAreAWarningOrStrictlyAnError() throws HeapConvException {
    RecordingBuilder lenient = new RecordingBuilder("x", options(DumpSelector.LAST, false, 10));
    lenient.stack(2, place -> RecordingBuilder.NO_FRAME);
    lenient.heap(dump(1, 1, 5));
    assertThat(lenient.finish("format").notices())
        .containsExactly(Notice.of(ErrorId.BROKEN_REFERENCES, 2L));
    RecordingBuilder strict = new RecordingBuilder("x", options(DumpSelector.LAST, true, 10));
    strict.addBroken(1);
    strict.heap(dump(1, 1, 5));
    assertThatThrownBy(() -> strict.finish("format"))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.BROKEN_REFERENCES));
  }

  @Test
  void deepStacksKeepTheirInnermostFrames() throws HeapConvException {
    RecordingBuilder recording = new RecordingBuilder("x", options(DumpSelector.LAST, false, 2));
    int[] frames = new int[3];
    for (int i = 0; i < frames.length; i++) {
      frames[i] =
          recording.frame(StackTable.NO_MAPPING, 0, List.of(new SourceLine("f" + i, "", 0)));
    }
    int stack = recording.stack(3, place -> frames[place]);
    assertThat(recording.stacks().frames(stack)).containsExactly(frames[0], frames[1]);
    recording.heap(dump(1, 1, 5));
    assertThat(recording.finish("format").notices())
        .containsExactly(Notice.of(ErrorId.DEEP_STACK, 2));
  }

  /** Profilers write so what they cannot name; where the address is lost, the name still has it. */
  @ParameterizedTest
  @CsvSource({
    "liba.so+0x1f0, 1f0, ''",
    "liba.so+0xzz, 0, liba.so+0xzz",
    "libb.so+0x1, 0, libb.so+0x1"
  })
  void aNameThatIsAnAddressIsNone(String name, String relPc, String function) {
    RecordingBuilder recording = new RecordingBuilder("x", options(DumpSelector.LAST, false, 9));
    StackTable stacks = recording.stacks();
    int mapping = stacks.addMapping(new Mapping("/lib/liba.so", ""));
    int frame = recording.frame(mapping, 0, List.of(new SourceLine(name, "", 0)));

    assertThat(Long.toHexString(stacks.frameRelPc(frame))).isEqualTo(relPc);
    assertThat(stacks.lines(frame).get(0).function()).isEqualTo(function);
  }
}
