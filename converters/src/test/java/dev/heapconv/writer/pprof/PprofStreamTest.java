package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.Presentation;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Pprof;
import dev.heapconv.unskew.Sampling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PprofStreamTest {

  private static final List<View> VIEWS = List.of(View.OBJECTS, View.SPACE);

  private static final HeapInfo INFO = HeapInfo.of("heap", Sampling.COMPLETE);

  private final StackTable stacks = new StackTable();
  private final int libc = mapping("/lib/libc.so");
  private final int app = mapping("/bin/app");
  private final int unused = mapping("/lib/unused.so");
  private final int malloc = frame(libc, 0x10, new SourceLine("malloc", "", 0));
  private final int main = frame(app, 0x20, new SourceLine("main", "main.cc", 7));
  private final int unnamed = frame(libc, 0x30, SourceLine.UNKNOWN);
  private final int freed = frame(unused, 0x40, new SourceLine("freed", "freed.cc", 9));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PprofStream stream = stream();

  private PprofStream stream() {
    try {
      return new PprofStream(VIEWS, stacks, 6, 1, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private int mapping(String path) {
    return stacks.addMapping(new Mapping(path, ""));
  }

  private int frame(int mapping, long relPc, SourceLine line) {
    return stacks.addFrame(mapping, relPc, line);
  }

  private int stack(int... frames) {
    int stack = StackTable.ROOT;
    for (int frame : frames) {
      stack = stacks.addStack(stack, frame);
    }
    return stack;
  }

  private void row(int stack, List<Label> labels, List<Label> own, double... values)
      throws IOException {
    List<Column> columns =
        DoubleStream.of(values).mapToObj(value -> Column.exact(new double[] {value})).toList();
    EstimatedHeap heap =
        new EstimatedHeap(
            INFO, VIEWS, new int[] {stack}, columns, new long[1], new long[1], List.of(own));
    stream.samples(heap, labels);
  }

  private Pprof finish(String... programs) throws IOException {
    return finish(0, programs);
  }

  private Pprof finish(long period, String... programs) throws IOException {
    stream.finish(Set.of(programs), List.of("a comment"), View.SPACE, Presentation.UNKNOWN, period);
    return CheckValid.of(bytes.toByteArray());
  }

  @Test
  void aSampleHasTheFramesOfItsStackInnermostFirst() throws IOException {
    row(stack(main, malloc), List.of(), List.of(), 1, 16);
    row(stack(main), List.of(), List.of(), 1, 16);
    Pprof pprof = finish();
    assertThat(pprof.profile.getSample(0).getLocationIdList()).containsExactly(1L, 2L);
    assertThat(pprof.profile.getSample(1).getLocationIdList()).containsExactly(2L);
    assertThat(pprof.profile.getLocation(1).getAddress()).isEqualTo(0x20);
  }

  @Test
  void samplesOfZerosAreLeftOutWithAllThatOnlyTheyUse() throws IOException {
    row(stack(freed, malloc), List.of(), List.of(), 0, 0);
    row(stack(main, malloc), List.of(), List.of(), 0, 1L << 40);
    Pprof pprof = finish();
    assertThat(pprof.profile.getSampleList()).hasSize(1);
    assertThat(pprof.profile.getSample(0).getValueList()).containsExactly(0L, 1L << 40);
    assertThat(pprof.profile.getStringTableList()).doesNotContain("freed", "/lib/unused.so");
  }

  @Test
  void aSampleHasSharedLabelsAndItsOwn() throws IOException {
    List<Label> shared =
        List.of(new Label("heap", "malloc", 0, ""), new Label("pid", null, 42, ""));
    List<Label> own = List.of(new Label("bytes", null, 16, "bytes"));
    row(stack(main), shared, own, 1, 1);
    row(StackTable.ROOT, shared, List.of(), 1, 1);
    Pprof pprof = finish();
    Sample first = pprof.profile.getSample(0);
    assertThat(pprof.labels(first)).isEqualTo(Map.of("heap", "malloc", "pid", "42", "bytes", "16"));
    assertThat(pprof.text(first.getLabel(2).getNumUnit())).isEqualTo("bytes");
    assertThat(pprof.labels(pprof.profile.getSample(1)))
        .isEqualTo(Map.of("heap", "malloc", "pid", "42"));
  }

  @Test
  void theFirstMappingIsTheProgram() throws IOException {
    row(stack(main, malloc), List.of(), List.of(), 1, 1);
    Pprof pprof = finish("other", "app");
    assertThat(pprof.text(pprof.profile.getMapping(0).getFilename())).isEqualTo("/bin/app");
  }

  @Test
  void aMappingHasWhatAllItsFramesHave() throws IOException {
    row(stack(main, malloc), List.of(), List.of(), 1, 1);
    row(stack(main, unnamed), List.of(), List.of(), 1, 1);
    Pprof pprof = finish();
    var ofLibc = pprof.profile.getMapping(0);
    var ofApp = pprof.profile.getMapping(1);
    assertThat(ofLibc.getHasFunctions()).isFalse();
    assertThat(ofLibc.getHasFilenames()).isFalse();
    assertThat(ofApp.getHasFunctions()).isTrue();
    assertThat(ofApp.getHasFilenames()).isTrue();
    assertThat(ofApp.getHasLineNumbers()).isTrue();
    assertThat(ofApp.getHasInlineFrames()).isFalse();
  }

  @Test
  void whatHasNoSamplingIntervalHasNoTypeOfIt() throws IOException {
    Pprof pprof = finish();
    assertThat(pprof.profile.hasPeriodType()).isFalse();
  }

  @Test
  void tellsWhenAndHowItWasRecorded() throws IOException {
    stream.time(1_700_000_000_000_000_000L);
    Pprof pprof = finish(4096);
    assertThat(pprof.profile.getTimeNanos()).isEqualTo(1_700_000_000_000_000_000L);
    assertThat(pprof.profile.getPeriod()).isEqualTo(4096);
    assertThat(pprof.text(pprof.profile.getPeriodType().getType())).isEqualTo("space");
    assertThat(pprof.comments()).containsExactly("a comment");
  }
}
