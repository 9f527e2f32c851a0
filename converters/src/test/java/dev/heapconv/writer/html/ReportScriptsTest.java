package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Asked;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.show.Table;
import dev.heapconv.testing.Node;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.writer.Profiles;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a report shows of a profile, and of choices. */
@Tag("slow")
final class ReportScriptsTest extends ReportInNode {

  /** The second heap of the varied profile by itself. */
  private static final Map<String, Object> CUSTOM = Map.of("heap", 1);

  @Test
  void showsTheNumbersOfTheProfile() throws Exception {
    JsonNode shown = shown(Profiles.varied(), CUSTOM).get(0);
    // The custom heap: 600 objects of 1000 bytes, 300 of them live.
    assertThat(texts(card(shown, "alloc_objects"))).contains("392\u2013937", "600 objects");
    assertThat(texts(card(shown, "space")).get(1)).isEqualTo("176\u2013498 KiB");
    assertThat(shown.get("state").get("view").asString()).isEqualTo("space");
    // Allocator frames are hidden: work stands for the malloc that it called.
    JsonNode work = function(shown, "work");
    assertThat(texts(work.get("self")))
        .startsWith("\u224898 KiB (48\u2013200)", "48.8\u2013196 KiB");
    assertThat(work.get("total").get("recorded").asInt()).isEqualTo(1);
    assertThat(work.get("library").asString()).endsWith("libapp.so");
    assertThat(texts(function(shown, "main").get("self"))).startsWith("0", "");
    assertThat(texts(function(shown, "main").get("total")))
        .startsWith("\u2248293 KiB (170\u2013500)", "176\u2013498 KiB");
    assertThat(boxes(shown)).containsExactly("server (17)", "main", "outer \u203a inner", "work");
  }

  @Test
  void choicesChangeWhatIsShown() throws Exception {
    List<JsonNode> shown =
        shown(
            Profiles.varied(),
            Map.of("view", "alloc_objects", "heap", 1),
            Map.of("view", "alloc_objects", "heap", 1, "hideAllocator", false),
            Map.of("view", "alloc_objects", "heap", 0, "dump", 1),
            Map.of("view", "alloc_objects", "heap", 0, "dump", 0));
    assertThat(texts(function(shown.get(0), "work").get("self")).get(0)).startsWith("\u2248100 ");
    assertThat(texts(function(shown.get(0), "libapp.so+0x1f0").get("total")).get(0))
        .startsWith("\u2248300 ");
    assertThat(functions(shown.get(0))).doesNotContain("malloc");
    assertThat(texts(function(shown.get(1), "malloc").get("self")).get(0)).startsWith("\u2248100 ");
    assertThat(boxes(shown.get(1))).contains("work \u203a malloc");
    // Row i of dump 2 holds 3 (i + 1) objects; there are twelve.
    assertThat(card(shown.get(2), "alloc_objects").get("value").asInt()).isEqualTo(234);
    assertThat(card(shown.get(3), "alloc_objects").get("value").asInt()).isEqualTo(78);
  }

  @Test
  void stacksAreFilteredAndFramesHidden() throws Exception {
    List<JsonNode> shown =
        shown(
            Profiles.varied(),
            Map.of("heap", 1, "focus", "^INN.R$"),
            Map.of("heap", 1, "focus", "^INN.R$", "hide", "outer"),
            Map.of("heap", 1, "ignore", "inner|libapp"),
            Map.of("ignore", "("));
    assertThat(texts(card(shown.get(0), "space")).get(0)).contains("195 KiB");
    assertThat(boxes(shown.get(0)))
        .containsExactly("server (17)", "main \u203a outer \u203a inner");
    assertThat(boxes(shown.get(1))).containsExactly("server (17)", "main \u203a inner");
    assertThat(functions(shown.get(2))).isEmpty();
    assertThat(functions(shown.get(3))).as("no regular expression").isNotEmpty();
  }

  @Test
  void callersAndCalleesOfAFunction() throws Exception {
    List<JsonNode> shown =
        shown(
            Profiles.varied(),
            Map.of("heap", 1, "callers", true),
            Map.of("heap", 1, "function", "inner"),
            Map.of("heap", 1, "function", "inner", "callers", true),
            Map.of("heap", 1, "fold", false));
    assertThat(boxes(shown.get(0))).contains("inner \u203a outer \u203a main", "work \u203a main");
    assertThat(boxes(shown.get(1))).containsExactly("inner");
    assertThat(boxes(shown.get(2))).containsExactly("inner", "outer \u203a main");
    assertThat(boxes(shown.get(3))).contains("outer", "inner");
  }

  /** What {@code top --by line --cum} says of the same recording. */
  @Test
  void linesOfAFunctionHaveSums() throws Exception {
    EstimatedProfile inlined = Conversions.estimated("inlined_symbolized", DumpSelector.LAST);
    JsonNode shown = shown(inlined, Map.of("lines", true)).get(0);

    assertThat(function(shown, "raw").get("lines")).hasToString("[[12,2928000]]");
    assertThat(function(shown, "main").get("lines")).hasToString("[[26,2928000],[29,23040]]");
    assertThat(function(shown, "_start").get("lines")).isEmpty();
  }

  @Test
  void aFunctionIsDividedByTheSizesOfItsAllocations() throws Exception {
    Map<String, Object> sizes = Map.of("sizes", true);
    Map<String, Object> change = Map.of("sizes", true, "dump", 0, "base", 0);
    List<JsonNode> shown = shown(ProfileBuilder.sized(), sizes, change);

    JsonNode work = function(shown.get(0), "work");
    assertThat(work.get("bars"))
        .hasToString(
            "[[48,300000],[5000000000,300000],[\"recorded\",50000],[\"inferred\",450000]]");
    assertThat(work.get("size").asLong()).as("not all are known").isZero();
    assertThat(function(shown.get(0), "one").get("size").asLong()).isEqualTo(48);
    assertThat(function(shown.get(0), "large").get("size").asLong()).isEqualTo(5_000_000_000L);
    assertThat(function(shown.get(0), "several").get("size").asLong()).isZero();
    assertThat(functions(shown.get(1))).as("nothing has changed").isEmpty();

    JsonNode unknown = function(shown(Profiles.varied(), sizes).get(0), "work");
    assertThat(unknown.get("bars")).isEmpty();
    assertThat(unknown.get("size").isNull()).isTrue();
  }

  @Test
  void sizesOfFunctionsAreThoseOfTop() throws Exception {
    RecordedProfile recorded =
        Conversions.read(TestData.recording("phases_i512"), Conversions.dump(DumpSelector.ALL));
    StackTable stacks = recorded.stacks();
    for (int stack = 1; stack < stacks.stackCount(); stack++) {
      // Of some functions, all stacks have one size; of others, some have none, or another one.
      int caller = stacks.frame(stacks.parent(stack));
      if (caller % 3 != 0) {
        stacks.setAllocationSize(stack, 16 + 8 * (caller % 4));
      }
    }
    EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
    JsonNode shown = shown(profile, Map.of("sizes", true)).get(0);

    Answer top = Totals.of(profile, AggregateOptions.DEFAULT, View.SPACE);
    NumberColumn sizes = Objects.requireNonNull(top.find(Totals.SIZE));
    Map<String, Long> ofTop = new HashMap<>();
    for (int row : top.order()) {
      ofTop.put(top.name(row), Double.isNaN(sizes.value(row)) ? 0 : (long) sizes.value(row));
    }
    for (JsonNode function : shown.get("functions")) {
      String name = function.get("name").asString();
      assertThat(function.get("size").asLong()).as(name).isEqualTo(ofTop.get(name));
    }
    assertThat(shown.get("functions").valueStream().map(each -> each.get("size").asInt() > 0))
        .contains(true, false);
  }

  @Test
  void searchFindsGroupsOfMatchingFunctions() throws Exception {
    List<JsonNode> shown =
        shown(
            Profiles.varied(),
            Map.of("heap", 1, "search", "^INN.R$"),
            Map.of("heap", 1, "search", "inner|work"),
            Map.of("search", "inner("));
    assertThat(strings(shown.get(0).get("graph").get("found"))).containsExactly("inner");
    assertThat(shown.get(0).get("graph").get("held").asDouble()).isEqualTo(200_000);
    assertThat(strings(shown.get(1).get("graph").get("found"))).containsExactly("inner", "work");
    assertThat(shown.get(1).get("graph").get("held").asDouble()).isEqualTo(300_000);
    assertThat(strings(shown.get(2).get("graph").get("found"))).isEmpty();
  }

  @Test
  void whatALinkSaysIsLeftAloneIfItDoesNotExist() throws Exception {
    JsonNode state =
        shown(Profiles.varied(), Map.of("heap", 0, "dump", 0.5, "view", "x", "widths", "y"))
            .get(0)
            .get("state");
    assertThat(state.get("dump").asInt()).isEqualTo(1);
    assertThat(state.get("view").asString()).isEqualTo("space");
    assertThat(state.get("widths").asString()).isEqualTo("change");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deeprec", "python_i4096", "cc1plus_i512"})
  void everyFunctionOfTheTableIsInItsGraphs(String recording) throws Exception {
    EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
    for (JsonNode shown :
        shown(profile, Map.of("lacks", true), Map.of("lacks", true, "callers", true))) {
      assertThat(functions(shown)).isNotEmpty();
      assertThat(strings(shown.get("graph").get("missing"))).isEmpty();
    }
  }

  @Test
  void cardsSayHowFarTheirNumbersCanBeTrusted() throws Exception {
    EstimatedProfile profile = Conversions.estimated("truth_i4096", DumpSelector.LAST);
    List<JsonNode> shown =
        shown(
            profile, Map.of(), Map.of("focus", "site_40000_kept"), Map.of("focus", "site_16_kept"));
    String reliability =
        Table.of(
                "",
                new Asked(Subject.of(profile), new Totals(AggregateOptions.DEFAULT, View.SPACE)))
            .trust()
            .text(false);
    for (Reliability.OfView of : Reliability.of(profile).views()) {
      String trust = card(shown.get(0), of.view().name()).get("trust").asString();
      assertThat(reliability).contains(trust.replaceAll(".*\u2248| of bytes", ""));
    }
    assertThat(card(shown.get(1), "objects").get("trust").asString())
        .as("recorded completely")
        .isEqualTo("exact");
    assertThat(card(shown.get(2), "objects").get("trust").asString()).isNotEmpty();
    assertThat(texts(card(shown.get(0), "alloc_objects")).get(0))
        .matches("\u2248\\d{3},\\d{3} \\(.*");
    assertThat(texts(card(shown.get(0), "space")).get(0)).matches("[\\d.]+ MiB \u00b11 %");
  }

  @Test
  void intervalsThatBeginAtNothingOrEndFarAwayCanBeRead() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("wide", Estimate.exact(1), new Estimate(300_000, 0, 900_000), 1)
            .stack("far", Estimate.exact(1), new Estimate(100, 0, 3_000_000), 1)
            .stack("leaf;none", Estimate.exact(1), Estimate.exact(100), 1)
            .stack("none", Estimate.exact(1), new Estimate(0, 0, 3_000_000), 1)
            .build();
    JsonNode shown = shown(profile, Map.of()).get(0);
    assertThat(texts(function(shown, "wide").get("self")).get(0))
        .isEqualTo("~290 KiB (0\u2013880)");
    assertThat(texts(function(shown, "far").get("self")).get(0))
        .isEqualTo("~100 B (0\u20132.9 MiB)");
    assertThat(texts(function(shown, "none").get("self")).get(0)).isEqualTo("0");
  }

  @Test
  void firstRowsAreFoundWithoutSortingAll() throws Exception {
    int rows = 20_000;
    String found = Node.run("rows.mjs", Node.page(folder), Path.of("" + rows), Path.of("100"));
    JsonNode work = JsonMapper.shared().readTree(found);
    assertThat(work.get("first")).hasSize(100).isEqualTo(work.get("sorted"));
    assertThat(work.get("named").asInt()).isLessThan(5 * rows);
  }

  /** A stack of which one object was seen has at least that one. */
  @Test
  void wholeEndsStayWholeBesideTheErrorOfAModel() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("work", new Estimate(58.123, 1, 3_500, 22.4, 170.3), Estimate.exact(100), 1)
            .build();
    JsonNode shown = shown(profile, Map.of("view", "objects")).get(0);
    assertThat(texts(function(shown, "work").get("self"))).startsWith("~58 (1\u20133.5k)");
  }

  @Test
  void viewsThatAreEqualAreSentOnce() throws Exception {
    Estimate objects = new Estimate(3, 1, 9);
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("work;main", objects, Estimate.exact(100), 0).build();
    EstimatedHeap heap = profile.heaps().get(0);
    List<Column> columns = heap.columns();
    List<Column> live = List.of(columns.get(0), columns.get(1), columns.get(0), columns.get(1));
    JsonNode shown =
        shown(profile.withHeaps(List.of(heap.with(heap.info(), live))), Map.of()).get(0);
    assertThat(shown.get("sent").asInt()).isEqualTo(2);
    assertThat(texts(card(shown, "objects"))).isEqualTo(texts(card(shown, "alloc_objects")));
  }

  @Test
  void drawsOnlyWhatFitsOfTwentyThousandStacks() throws Exception {
    JsonNode shown = shown(Profiles.large(20_000), Map.of()).get(0);
    assertThat(boxes(shown).size()).isBetween(100, 3_000);
    for (JsonNode box : shown.get("graph").get("boxes")) {
      assertThat(box.get("width").asDouble()).isGreaterThanOrEqualTo(1);
      assertThat(box.get("x").asDouble() + box.get("width").asDouble()).isLessThan(1000.01);
    }
  }

  @Test
  void eachDumpHasItsTotals() throws Exception {
    EstimatedProfile profile = Conversions.estimated("phases_i512", DumpSelector.ALL);
    Map<?, ?>[] states = new Map<?, ?>[profile.heaps().size()];
    Arrays.setAll(states, dump -> Map.of("dump", dump, "onlyCards", true));
    List<JsonNode> shown = shown(profile, states);
    for (int dump = 0; dump < states.length; dump++) {
      assertThat(card(shown.get(dump), "space").get("value").asDouble())
          .isEqualTo(profile.heaps().get(dump).column(View.SPACE).total());
    }
  }

  private static JsonNode card(JsonNode shown, String view) {
    return shown.get("cards").get(view);
  }

  /** They are 300 MB of a million stacks if the parts of intervals are kept by node or function. */
  @Test
  void aNodeTakesFewBytes() throws Exception {
    ProfileBuilder profile = ProfileBuilder.oneHeap();
    Random random = new Random(1);
    for (int stack = 0; stack < 20_000; stack++) {
      long value = 1000 + random.nextInt(1000);
      String path = "leaf" + stack % 50 + ";call" + stack % 400 + ";path" + stack + ";main";
      profile.stack(path, Estimate.exact(1), new Estimate(value, value - 9, value + 99), 1);
    }
    try (OutputStream out = Files.newOutputStream(folder.resolve("report.html"))) {
      new HtmlWriter().write(profile.build(), OPTIONS, out);
    }
    String found = Node.run("memory.mjs", Node.page(folder), folder.resolve("report.html")).strip();
    JsonNode memory = JsonMapper.shared().readTree(found);
    assertThat(memory.get("bytes").asDouble() / memory.get("nodes").asInt())
        .as(found)
        .isLessThan(70);
  }
}
