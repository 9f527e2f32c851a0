package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.unskew.Saturation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Firefox profiles against the contract of all writers: whole tables, equal sums by stack. */
class FirefoxWriterContractTest extends WriterContract {

  @Override
  protected Format format() {
    return Format.FIREFOX;
  }

  @Override
  protected void check(byte[] bytes, EstimatedProfile profile) {
    JsonNode file = JsonMapper.shared().readTree(bytes);
    JsonNode shared = file.get("shared");
    shared.forEach(FirefoxWriterContractTest::checkColumns);
    List<Map<List<String>, Long>> read = new ArrayList<>();
    for (JsonNode thread : file.get("threads")) {
      JsonNode allocations = thread.get("nativeAllocations");
      checkColumns(allocations);
      Map<List<String>, Long> sums = new HashMap<>();
      for (int i = 0; i < allocations.get("length").asInt(); i++) {
        sums.merge(
            names(allocations.get("stack").get(i), shared),
            allocations.get("weight").get(i).asLong(),
            Saturation::add);
      }
      read.add(sums);
    }
    assertThat(read).isEqualTo(sums(profile));
  }

  /** All columns of a table are as long as it says. */
  private static void checkColumns(JsonNode table) {
    for (Map.Entry<String, JsonNode> column : table.properties()) {
      if (column.getValue().isArray()) {
        assertThat(column.getValue()).as(column.getKey()).hasSize(table.get("length").asInt());
      }
    }
  }

  /** Functions and lines of a stack, innermost first. */
  private static List<String> names(JsonNode stack, JsonNode shared) {
    List<String> names = new ArrayList<>();
    JsonNode offsets = shared.at("/stackTable/prefixOffset");
    for (int row = stack.isNull() ? -1 : stack.asInt(); row >= 0; ) {
      int frame = shared.at("/stackTable/frame").get(row).asInt();
      int function = shared.at("/frameTable/func").get(frame).asInt();
      int name = shared.at("/funcTable/name").get(function).asInt();
      names.add(
          shared.get("stringArray").get(name).asString()
              + ":"
              + shared.at("/frameTable/line").get(frame).asInt(0));
      int offset = offsets.get(row).asInt();
      row = offset == 0 ? -1 : row - offset;
    }
    return names;
  }

  private static List<Map<List<String>, Long>> sums(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    List<Map<List<String>, Long>> threads = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      List<View> views = new ArrayList<>(List.of(View.SPACE, View.ALLOC_SPACE));
      views.retainAll(heap.views());
      for (View view : views) {
        Map<List<String>, Long> sums = new HashMap<>();
        for (int row = 0; row < heap.rows(); row++) {
          List<String> names = new ArrayList<>();
          for (int s = trimmed.of(heap.stack(row)); s != StackTable.ROOT; s = stacks.parent(s)) {
            for (SourceLine line : trimmed.lines(stacks.frame(s))) {
              String name = FrameNames.of(stacks, stacks.frame(s), line);
              names.add(TerminalText.printable(name) + ":" + line.line());
            }
          }
          long weight = Math.round(heap.column(view).value(row));
          if (weight > 0) {
            sums.merge(names, weight, Saturation::add);
          }
        }
        threads.add(sums);
      }
    }
    return threads;
  }
}
