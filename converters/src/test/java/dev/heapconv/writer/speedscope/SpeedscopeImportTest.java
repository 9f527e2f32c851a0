package dev.heapconv.writer.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.FrameNames;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.samples.WholeNumbers;
import dev.heapconv.writer.Profiles;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The real Speedscope imports a file, and exports what it understood: the totals of each frame in
 * there must be those of the model.
 */
@Tag("slow")
final class SpeedscopeImportTest {

  @TempDir private Path folder;

  @Test
  void variedProfileHasTheSameTotals() throws IOException {
    assertSameTotals(Profiles.varied());
  }

  static List<String> recordings() {
    return Effort.of(1, List.of("customheap_all", "inlined_symbolized", "python_i4096"));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void recordingsHaveTheSameTotals(String recording) throws IOException {
    assertSameTotals(Conversions.estimated(recording, DumpSelector.ALL));
  }

  private void assertSameTotals(EstimatedProfile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new SpeedscopeWriter().write(profile, new WriteOptions("heapconv 1.0", null), out);
    JsonNode written = JsonMapper.shared().readTree(out.toByteArray());
    JsonNode imported =
        SpeedscopePackage.importAndExport("t.speedscope.json", out.toByteArray(), folder);
    assertThat(imported.get("exporter").asString()).startsWith("speedscope@");
    assertThat(imported.get("activeProfileIndex").asInt())
        .isEqualTo(written.get("activeProfileIndex").asInt());
    int index = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      for (View view : heap.views()) {
        JsonNode part = imported.get("profiles").get(index++);
        assertThat(SpeedscopePackage.totals(imported, part))
            .as(part.get("name").asString())
            .isEqualTo(totals(profile, heap, view));
        assertThat(part.get("unit").asString()).isEqualTo(view.isBytes() ? "bytes" : "none");
      }
    }
    assertThat(imported.get("profiles")).hasSize(index);
  }

  private static Map<String, Long> totals(EstimatedProfile profile, EstimatedHeap heap, View view) {
    StackTable stacks = profile.stacks();
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    Map<String, Long> totals = new TreeMap<>();
    WholeNumbers wholeNumbers = new WholeNumbers();
    for (int row = 0; row < heap.rows(); row++) {
      long weight = wholeNumbers.next(heap.column(view).value(row));
      Set<String> seen = new HashSet<>();
      int leaf = trimmed.of(heap.stack(row));
      for (int s = leaf; s != StackTable.ROOT && weight > 0; s = stacks.parent(s)) {
        int frame = stacks.frame(s);
        for (SourceLine line : trimmed.lines(frame)) {
          String file = line.file().isEmpty() ? FrameNames.library(stacks, frame) : line.file();
          String name = TerminalText.printable(FrameNames.of(stacks, frame, line));
          String key = name + "|" + TerminalText.printable(file) + "|" + line.line();
          if (seen.add(key)) {
            totals.merge(key, weight, Long::sum);
          }
        }
      }
    }
    return totals;
  }
}
