package dev.heapconv.reader.v8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Sampling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of samples is known only if a file lists them. */
class V8ReaderTest {

  private static RecordedHeap heap(int samples, int lastOrdinal) throws IOException {
    String listed =
        IntStream.rangeClosed(1, samples)
            .map(sample -> sample == samples ? lastOrdinal : sample)
            .mapToObj(ordinal -> "{\"size\":9,\"nodeId\":2,\"ordinal\":" + ordinal + "}")
            .collect(Collectors.joining(","));
    return Conversions.read(
            profile(samples == 0 ? "" : ",\"samples\":[" + listed + "]")
                .getBytes(StandardCharsets.UTF_8))
        .heaps()
        .get(0);
  }

  /**
   * V8 counts its samples, and drops those of collected objects unless it was told to keep them.
   */
  @Test
  void samplesWithoutGapsAreOfWhatWasAllocated() throws IOException {
    RecordedHeap kept = heap(200, 200);
    assertThat(kept.views()).containsExactly(View.ALLOC_SPACE);
    assertThat(kept.allocBytes(0)).isEqualTo(100);
    RecordedHeap live = heap(200, 1000);
    assertThat(live.views()).containsExactly(View.SPACE);
    assertThat(live.info().provenance().live()).isEqualTo(Live.MOMENT);
    for (RecordedHeap unknown : List.of(heap(0, 0), heap(5, 5))) {
      assertThat(unknown.views()).containsExactly(View.SPACE);
      assertThat(unknown.info().provenance().live()).isEqualTo(Live.UNCOLLECTED);
      assertThat(unknown.info().provenance().interval()).isEqualTo(Evidence.UNKNOWN);
    }
  }

  /** Of node 20: 300 objects that are kept, and 500 arrays in two blocks each that are not. */
  @Test
  void aTimelineHasWhatWasAllocatedAndWhatIsLive() throws IOException {
    RecordedProfile profile =
        Conversions.read(TestData.bytes(TestData.own("alloc/v8/v8_timeline.heaptimeline")));
    RecordedHeap heap = profile.heaps().get(0);
    Map<String, List<Long>> rows = new HashMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      SourceLine leaf = profile.stacks().lines(profile.stacks().frame(heap.stack(row))).get(0);
      rows.put(
          leaf.function() + " " + leaf.file() + ":" + leaf.line(),
          List.of(
              heap.allocCount(row),
              heap.allocBytes(row),
              heap.liveCount(row),
              heap.liveBytes(row)));
    }

    assertThat(heap.info().sampling()).isEqualTo(Sampling.COMPLETE);
    assertThat(rows)
        .containsEntry("grow /app/workload.js:3", List.of(308L, 14784L, 303L, 9736L))
        .containsEntry("waste /app/workload.js:3", List.of(1004L, 40056L, 0L, 0L));
    // Objects of the time before are not of the recording.
    assertThat(heap.sum(View.OBJECTS)).isLessThan(heap.sum(View.ALLOC_OBJECTS));
  }

  private static byte[] timeline(int functions, String nodes, String tree) {
    return """
    {"snapshot":{"meta":{"node_fields":["type","self_size","trace_node_id"],
    "trace_function_info_fields":["name","script_name","line"],
    "trace_node_fields":["id","function_info_index","count","size","children"]},
    "trace_function_count":%d},
    "nodes":%s,"edges":[1,[2]],"trace_function_infos":[1,2,0,0,2,7],"trace_tree":%s,
    "strings":["","f","a.js"]}
    """
        .formatted(functions, nodes, tree)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Siblings after children, a function without a name, and objects of no stack. */
  @Test
  void eachNodeOfATimelineIsAStack() throws IOException {
    byte[] timeline =
        timeline(
            2, "[0,8,0,0,16,3,0,16,3,0,24,2]", "[1,9,0,0,[2,0,5,50,[3,1,2,32,[]],4,1,1,4,[]]]");
    RecordedProfile profile = Conversions.read(timeline);

    assertThat(profile.heaps().get(0).rows()).isEqualTo(3);
    assertThat(profile.heaps().get(0).sum(View.ALLOC_SPACE)).isEqualTo(86);
    assertThat(profile.heaps().get(0).sum(View.SPACE)).isEqualTo(56);
    assertThat(profile.heaps().get(0).sum(View.OBJECTS)).isEqualTo(3);
  }

  /** Optimized code of node 20 made 30,000 objects of a loop in 10,842 allocations. */
  @Test
  void allocationsOfSeveralObjectsDoNotCountObjects() throws IOException {
    String objects = "[0,16,2,0,16,2,0,16,%d]";
    String tree = "[1,9,0,0,[2,0,2,48,[],3,1,1,16,[]]]";
    RecordedProfile several = Conversions.read(timeline(2, objects.formatted(2), tree));
    assertThat(several.heaps().get(0).views())
        .containsExactly(View.ALLOC_SPACE, View.OBJECTS, View.SPACE);
    assertThat(several.heaps().get(0).sum(View.OBJECTS)).isEqualTo(3);
    assertThat(several.comments()).anyMatch(comment -> comment.contains("several objects as one"));

    RecordedProfile each = Conversions.read(timeline(2, objects.formatted(3), tree));
    assertThat(each.heaps().get(0).views()).isEqualTo(View.ALL);
    assertThat(each.comments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1,0,0,0]", "[1,0,[],0,0]", "[[]]", "[1,0,0,0,[],", "{}", "7"})
  void aTreeOfAnotherShapeIsRefused(String tree) {
    assertThatThrownBy(() -> Conversions.read(timeline(2, "[]", tree)))
        .isInstanceOf(HeapConvException.class);
  }

  /** Chrome's plain snapshots have no stacks. */
  @Test
  void aSnapshotWithoutStacksIsNamed() {
    assertThatThrownBy(() -> Conversions.read(timeline(0, "[]", "[]")))
        .hasMessageContaining("a V8 heap snapshot without allocation stacks");
  }

  private static String profile(String samples) {
    return "{\"head\":{\"callFrame\":{},\"selfSize\":0,\"id\":1,\"children\":[{\"callFrame\":"
        + "{\"functionName\":\"f\"},\"selfSize\":100,\"id\":2,\"children\":[]}]}"
        + samples
        + "}";
  }

  private static String table(String samples, Format format) throws IOException {
    byte[] table =
        Conversions.write(
            HeapConv.unskew(
                Conversions.read(profile(samples).getBytes(StandardCharsets.UTF_8)),
                UnskewOptions.DEFAULT),
            format);
    return new String(table, StandardCharsets.UTF_8);
  }

  @Test
  void tablesHaveThemOnlyIfTheyAreKnown() throws IOException {
    String listed = ",\"samples\":[{\"size\":100,\"nodeId\":2,\"ordinal\":1}]";
    for (Format format : new Format[] {Format.CSV, Format.JSON}) {
      assertThat(table(listed, format)).contains("samples");
      assertThat(table("", format)).contains("100").doesNotContain("samples");
    }
  }
}
