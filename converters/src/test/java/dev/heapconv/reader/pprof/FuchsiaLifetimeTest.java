package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Lifetime series against what the truth file expects of them. */
class FuchsiaLifetimeTest {

  private static final Path FOLDER = TestData.own("alloc/fuchsia");
  private static final View FREED_OBJECTS = new View("deallocated_objects", "count");
  private static final View FREED_SPACE = new View("deallocated_space", "bytes");
  private static final List<View> VIEWS =
      List.of(
          View.OBJECTS,
          View.SPACE,
          View.ALLOC_OBJECTS,
          View.ALLOC_SPACE,
          FREED_OBJECTS,
          FREED_SPACE);

  private static List<InputSource> series(String generation) {
    return sources(TestData.list(FOLDER.resolve(generation), ""));
  }

  private static List<InputSource> sources(List<Path> files) {
    return files.stream().map(InputSource::file).toList();
  }

  private static Map<String, List<Long>> byStack(RecordedProfile profile) {
    Map<String, List<Long>> rows = new TreeMap<>();
    RecordedHeap heap = profile.heaps().get(0);
    for (int row = 0; row < heap.rows(); row++) {
      StringBuilder stack = new StringBuilder();
      for (int s = heap.stack(row); s != StackTable.ROOT; s = profile.stacks().parent(s)) {
        stack.append(stack.length() == 0 ? "" : ";");
        stack
            .append("0x")
            .append(Long.toHexString(profile.stacks().frameAddress(profile.stacks().frame(s))));
      }
      List<Long> values = new ArrayList<>();
      for (View view : VIEWS) {
        values.add(heap.column(view)[row]);
      }
      rows.put(stack.toString(), values);
    }
    return rows;
  }

  private static Map<String, List<Long>> expected(String generation) {
    JsonNode truth = new ObjectMapper().readTree(FOLDER.resolve("truth.json").toFile());
    Map<String, List<Long>> rows = new TreeMap<>();
    truth
        .get("expected_merge")
        .get(generation)
        .properties()
        .forEach(
            entry -> {
              List<Long> values = new ArrayList<>();
              entry.getValue().forEach(value -> values.add(value.asLong()));
              rows.put(entry.getKey(), values);
            });
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "B", "C"})
  void theLifetimeIsWhatTheTruthExpects(String generation) throws IOException {
    RecordedProfile merged =
        HeapConv.readLifetime(series("gen" + generation), ReadOptions.DEFAULT, false);
    assertThat(byStack(merged)).isEqualTo(expected(generation));
    assertThat(merged.heaps().get(0).info().process()).isEqualTo("session-manager.cm");
  }

  @Test
  void aMissingFinalIsAnErrorUnlessAllowed() throws IOException {
    List<InputSource> partials =
        sources(
            TestData.list(FOLDER.resolve("genA"), "").stream()
                .filter(f -> f.toString().contains("partial"))
                .toList());
    assertRefused(ErrorId.MISSING_FINAL, partials);
    RecordedProfile merged = HeapConv.readLifetime(partials, ReadOptions.DEFAULT, true);
    assertThat(Conversions.noticeIds(merged)).contains(ErrorId.MISSING_FINAL);
  }

  @Test
  void mixedProcessesGenerationsAndFinalsAreErrors(@TempDir Path folder) throws IOException {
    Path partial = FOLDER.resolve("genA/session-manager.cm_partial_1106");
    Path other = Files.copy(partial, folder.resolve("other.cm_partial_1"));
    Path end = FOLDER.resolve("genA/session-manager.cm_final_0");
    assertRefused(ErrorId.MIXED_PROCESSES, sources(List.of(other, end)));
    assertRefused(
        ErrorId.MIXED_GENERATIONS,
        sources(List.of(partial, FOLDER.resolve("genC/session-manager.cm_final_0"))));
    Path second = Files.copy(end, folder.resolve("session-manager.cm_final_1"));
    assertRefused(ErrorId.TWO_FINALS, sources(List.of(end, second)));
    assertRefused(ErrorId.REPEATED_PARTIAL, sources(List.of(partial, partial, end)));
    Path unnamed = Files.copy(end, folder.resolve("heap.pb"));
    assertRefused(ErrorId.NO_SERIES_NAME, sources(List.of(unnamed)));
    Path go =
        Files.copy(TestData.own("alloc/go/go123_rate1.heap.pb.gz"), folder.resolve("app_final_0"));
    assertRefused(ErrorId.NOT_FUCHSIA, sources(List.of(go)));
  }

  private static void assertRefused(ErrorId id, List<InputSource> sources) {
    assertThatThrownBy(() -> HeapConv.readLifetime(sources, ReadOptions.DEFAULT, false))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(id);
              assertThat(e.isOfOutput()).isFalse();
            });
  }
}
