package dev.heapconv.writer.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.GroupTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableBuilderTest {

  private static Table table(EstimatedProfile profile, TableOptions options)
      throws HeapConvException {
    return TableBuilder.build(profile, options, null);
  }

  private static Table table(EstimatedProfile profile, GroupBy by) throws HeapConvException {
    return table(profile, TableOptions.DEFAULT.withBy(by));
  }

  private static List<String> names(Table table) {
    List<String> names = new ArrayList<>();
    for (int row : table.rows()) {
      names.add(table.name(row));
    }
    return names;
  }

  private static int row(Table table, String name) {
    return table.rows()[names(table).indexOf(name)];
  }

  private static double self(Table table, String name) {
    return table.self(View.SPACE).value(row(table, name));
  }

  private static double cumulative(Table table, String name) {
    return table.cumulative(View.SPACE).value(row(table, name));
  }

  @Test
  void recursionCountsOnce() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("f;f;g;f;main", 1000).stack("g;f;main", 10).build();
    Table table = table(profile, GroupBy.FUNCTION);

    assertThat(self(table, "f")).isEqualTo(1000);
    assertThat(cumulative(table, "f")).isEqualTo(1010);
    assertThat(self(table, "g")).isEqualTo(10);
    assertThat(cumulative(table, "g")).isEqualTo(1010);
    assertThat(self(table, "main")).isZero();
    assertThat(table.total(View.SPACE).value(0)).isEqualTo(1010);
  }

  @Test
  void inlinedFunctionsAreFunctions() throws Exception {
    Table table = table(ProfileBuilder.server(), GroupBy.FUNCTION);

    assertThat(self(table, "grow")).isEqualTo(500_000);
    assertThat(self(table, "append")).isZero();
    assertThat(cumulative(table, "append")).isEqualTo(500_000);
  }

  @Test
  void allocatorFramesAreHiddenAtTheLeafOnly() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("AHeapProfile_reportAllocation;malloc;f;main", 100)
            .stack("operator new(unsigned long)~make;main", 20)
            .stack("f;malloc;main", 3)
            .build();
    Table hidden = table(profile, GroupBy.FUNCTION);
    Table shown = table(profile, TableOptions.DEFAULT.withAllocatorFrames(true));

    assertThat(self(hidden, "f")).isEqualTo(103);
    assertThat(self(hidden, "make")).isEqualTo(20);
    assertThat(cumulative(hidden, "malloc")).isEqualTo(3);
    assertThat(self(shown, "AHeapProfile_reportAllocation")).isEqualTo(100);
    assertThat(self(shown, "operator new(unsigned long)")).isEqualTo(20);
    assertThat(cumulative(shown, "malloc")).isEqualTo(103);
  }

  @Test
  void stackOfNothingButTheAllocatorKeepsItsOutermostFrame() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("AHeapProfile_reportAllocation;malloc", 100)
            .stack("", 7)
            .build();

    assertThat(names(table(profile, GroupBy.FUNCTION))).containsExactly("malloc", "(no stack)");
    assertThat(names(table(profile, GroupBy.STACK))).containsExactly("malloc", "(no stack)");
  }

  @Test
  void codeWithoutNameIsFileAndAddress() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("/opt/lib/libplugin.so!;main", 100)
            .stack("!;main", 50)
            .build();

    assertThat(names(table(profile, GroupBy.FUNCTION)).get(0))
        .matches("libplugin\\.so\\+0x[0-9a-f]+");
    assertThat(names(table(profile, GroupBy.FUNCTION)).get(1)).matches("0x[0-9a-f]+");
    assertThat(names(table(profile, GroupBy.LIBRARY)))
        .containsExactlyInAnyOrder("/opt/lib/libplugin.so", "(unknown library)", "/bin/server");
  }

  @Test
  void stacksThatReadTheSameAreOne() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("malloc;f;main", 100)
            .stack("calloc;f;main", 10)
            .stack("a~b;main", 5)
            .stack("a;b;main", 2)
            .build();
    Table table = table(profile, GroupBy.STACK);

    assertThat(names(table)).containsExactly("f;main", "a;b;main");
    assertThat(self(table, "f;main")).isEqualTo(110);
    assertThat(self(table, "a;b;main")).isEqualTo(7);
    assertThat(table.frames(row(table, "a;b;main"))).containsExactly("a", "b", "main");
  }

  @Test
  void sameFunctionInSeveralLibrariesIsOneRow() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("/a.so!f;main", 1).stack("/b.so!f;main", 2).build();
    Table table = table(profile, GroupBy.FUNCTION);

    assertThat(self(table, "f")).isEqualTo(3);
    assertThat(table.library(row(table, "f"))).isEqualTo("several");
    assertThat(table.library(row(table, "main"))).isEqualTo("server");
  }

  @Test
  void halfWidthsAddInQuadratureEachForItself() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f;main", Estimate.exact(1), Estimate.of(100, 97, 120), 1)
            .stack("g;f;main", Estimate.exact(1), Estimate.of(50, 46, 65), 1)
            .build();
    Table table = table(profile, GroupBy.FUNCTION);
    GroupSums sums = table.cumulative(View.SPACE);
    int f = row(table, "f");

    assertThat(sums.value(f)).isEqualTo(150);
    assertThat(sums.low(f)).isCloseTo(150 - 5, offset(1e-9));
    assertThat(sums.high(f)).isCloseTo(150 + 25, offset(1e-9));
    assertThat(table.total(View.SPACE).high(0)).isCloseTo(175, offset(1e-9));
  }

  @Test
  void sumsAreThoseOfGroupTotals() {
    GroupSums sums = new GroupSums();
    GroupTotals totals = new GroupTotals();
    for (int i = 1; i < 200; i++) {
      double value = i * 37 % 101;
      sums.add(150, value, value * 0.7, value * 1.9, i);
      totals.add(value, value * 0.7, value * 1.9);
    }
    assertThat(sums.value(150)).isEqualTo(totals.value());
    assertThat(sums.low(150)).isEqualTo(totals.low());
    assertThat(sums.high(150)).isEqualTo(totals.high());
    assertThat(sums.value(149)).isZero();
    assertThat(sums.high(100_000)).isZero();
  }

  @Test
  void oneStackWithoutIntervalLeavesNone() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f;main", Estimate.exact(1), Estimate.of(100, 97, 120), 1)
            .stack("f;main;x", Estimate.exact(1), Estimate.withoutInterval(50), 1)
            .build();
    Table table = table(profile, GroupBy.FUNCTION);

    assertThat(table.self(View.SPACE).high(row(table, "f"))).isInfinite();
    assertThat(table.self(View.SPACE).low(row(table, "f"))).isZero();
  }

  @Test
  void dumpsOfOneHeapAreNotAddedUp() throws Exception {
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, "a", "libc.malloc", 1, 2)
            .stack("f;main", 100)
            .heap(1, "a", "libc.malloc", 2, 2)
            .stack("f;main", 130)
            .heap(2, "a", "libc.malloc", 1, 1)
            .stack("f;main", 1000)
            .build();

    assertThat(self(table(profile, GroupBy.FUNCTION), "f")).isEqualTo(1130);
    Table dumps = table(profile, GroupBy.DUMP);
    assertThat(names(dumps)).hasSize(3);
    assertThat(dumps.self(View.SPACE).value(dumps.rows()[0])).isEqualTo(100);
    assertThat(dumps.whole(View.SPACE)).isZero();
  }

  @Test
  void processesAndHeapsAreToldApart() throws Exception {
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, "a", "libc.malloc", 1, 1)
            .stack("f;main", 100)
            .heap(
                1,
                "a",
                "com.android.art",
                1,
                1,
                4096,
                List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))
            .stack("f;main", 70)
            .heap(2, "a", "libc.malloc", 1, 1)
            .stack("g;main", 10)
            .build();

    assertThat(names(table(profile, GroupBy.PROCESS))).containsExactly("a (1)", "a (2)");
    Table heaps = table(profile, GroupBy.HEAP);
    assertThat(names(heaps))
        .containsExactly("a (1), libc.malloc", "a (2), libc.malloc", "a (1), com.android.art");
    assertThat(heaps.self(View.ALLOC_SPACE).value(row(heaps, "a (1), com.android.art")))
        .isEqualTo(140);
    assertThat(heaps.hasView(View.SPACE, row(heaps, "a (1), com.android.art"))).isFalse();
    assertThat(heaps.hasView(View.SPACE, row(heaps, "a (2), libc.malloc"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "name, a b c",
    "space, c b a",
    "self, c b a",
    "space_percent, c b a",
    "objects, b a c",
    "space_low, b c a",
    "space_high, a c b",
    "samples, a c b",
    "alloc_samples, a c b",
    "alloc_objects_low, b a c",
  })
  void anyColumnSorts(String column, String order) throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("a", Estimate.exact(2), Estimate.of(100, 0, 900), 9)
            .stack("b", Estimate.exact(3), Estimate.of(110, 109, 120), 1)
            .stack("c", Estimate.exact(1), Estimate.of(120, 50, 200), 5)
            .build();
    Table table = table(profile, TableOptions.DEFAULT.withSort(SortKey.parse(column)));

    assertThat(String.join(" ", names(table))).isEqualTo(order);
  }

  @Test
  void cumulativeColumnsSortToo() throws Exception {
    TableOptions options = TableOptions.DEFAULT.withSort(SortKey.parse("space_cum"));

    assertThat(names(table(ProfileBuilder.server(), options)))
        .startsWith("main", "serve", "read_request");
    assertThat(names(table(ProfileBuilder.server(), TableOptions.DEFAULT.withCumulative(true))))
        .startsWith("main");
    assertThat(
            table(
                    ProfileBuilder.server(),
                    TableOptions.DEFAULT.withSort(SortKey.parse("alloc_objects")))
                .view())
        .isEqualTo(View.ALLOC_OBJECTS);
  }

  @Test
  void filterLeavesTheWholeAsItIs() throws Exception {
    Table table =
        table(
            ProfileBuilder.server(),
            TableOptions.DEFAULT.withFilter(Pattern.compile("^p.*e$|grow")));

    assertThat(names(table)).containsExactly("parse", "grow");
    assertThat(table.whole(View.SPACE)).isEqualTo(16_844_096);
  }

  @Test
  void missingViewIsNamedWithThoseThereAre() {
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(
                1,
                "a",
                "com.android.art",
                1,
                1,
                4096,
                List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))
            .stack("f", 1)
            .build();

    assertThatThrownBy(() -> TableBuilder.build(profile, TableOptions.DEFAULT, View.SPACE))
        .isInstanceOf(HeapConvException.class)
        .hasMessage("no view 'space'; the profile has alloc_objects, alloc_space");
    assertThatThrownBy(() -> table(profile, TableOptions.DEFAULT.withSort(SortKey.parse("size"))))
        .hasMessageContaining("no view 'size'");
  }

  @Test
  void profileOfNothingIsAnEmptyTable() throws Exception {
    for (GroupBy by : GroupBy.values()) {
      assertThat(names(table(new ProfileBuilder().build(), by))).isEmpty();
    }
  }
}
