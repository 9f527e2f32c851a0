package dev.heapconv.writer.folded;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.heapconv.writer.WriteOptions;
import dev.heapconv.writer.speedscope.SpeedscopePackage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

/** Folded stacks as another program reads them: Speedscope takes them besides its own format. */
@Tag("slow")
final class FoldedImportTest {

  @TempDir private Path folder;

  static List<String> recordings() {
    return Effort.of(1, List.of("names", "python_i4096"));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void everyFunctionHasTheSameTotal(String recording) throws IOException {
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FoldedWriter().write(profile, new WriteOptions("heapconv 1.0", View.ALLOC_SPACE), out);
    JsonNode imported =
        SpeedscopePackage.importAndExport("t.collapsedstack.txt", out.toByteArray(), folder);
    Map<String, Long> totals = SpeedscopePackage.totals(imported, imported.get("profiles").get(0));
    assertThat(totals).isEqualTo(totals(profile));
  }

  private static Map<String, Long> totals(EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    TrimmedStacks trimmed = new TrimmedStacks(stacks, false);
    Map<String, Long> totals = new TreeMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        long value = Math.round(heap.column(View.ALLOC_SPACE).value(row));
        Set<String> names = new HashSet<>(Set.of(heap.info().id().process().displayName()));
        int leaf = trimmed.of(heap.stack(row));
        for (int s = leaf; s != StackTable.ROOT; s = stacks.parent(s)) {
          for (SourceLine line : trimmed.lines(stacks.frame(s))) {
            names.add(FoldedNames.safe(FrameNames.of(stacks, stacks.frame(s), line)));
          }
        }
        // As the exported frames are told apart: name, file, line; a folded stack has only names.
        names.forEach(name -> totals.merge(name + "||0", value, Long::sum));
      }
    }
    totals.values().removeIf(total -> total == 0);
    return totals;
  }
}
