package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

  private static Answer table(EstimatedProfile profile, AggregateOptions options)
      throws HeapConvException {
    return Totals.of(profile, options, null);
  }

  private static Answer table(EstimatedProfile profile, GroupBy by) throws HeapConvException {
    return table(profile, AggregateOptions.DEFAULT.withBy(by));
  }

  private static List<String> names(Answer table) {
    List<String> names = new ArrayList<>();
    for (int row : table.order()) {
      names.add(table.name(row));
    }
    return names;
  }

  private static int row(Answer table, String name) {
    return table.order()[names(table).indexOf(name)];
  }

  private static NumberColumn space(Answer table, boolean through) {
    String sum = table.main().meta().name();
    return Objects.requireNonNull(table.find(View.SPACE, through, sum));
  }

  private static double self(Answer table, String name) {
    return space(table, false).value(row(table, name));
  }

  private static double cumulative(Answer table, String name) {
    return space(table, true).value(row(table, name));
  }

  @Test
  void recursionCountsOnce() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("f;f;g;f;main", 1000).stack("g;f;main", 10).build();
    Answer table = table(profile, GroupBy.FUNCTION);

    assertThat(self(table, "f")).isEqualTo(1000);
    assertThat(cumulative(table, "f")).isEqualTo(1010);
    assertThat(self(table, "g")).isEqualTo(10);
    assertThat(cumulative(table, "g")).isEqualTo(1010);
    assertThat(self(table, "main")).isZero();
    assertThat(table.total(View.SPACE).value(Answer.TOTAL)).isEqualTo(1010);
  }

  @Test
  void rowsCanBeSortedByAColumnOfNoView() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("many;main", 1000)
            .ofSize(100)
            .stack("small;main", 10)
            .ofSize(5)
            .stack("unknown;main", 500)
            .stack("large;main", 20)
            .ofSize(300)
            .build();
    AggregateOptions bySize = AggregateOptions.DEFAULT.withSort(Totals.SIZE);
    assertThat(names(table(profile, bySize))).startsWith("large", "many", "small", "unknown");
  }

  @Test
  void inlinedFunctionsAreFunctions() throws Exception {
    Answer table = table(ProfileBuilder.server(), GroupBy.FUNCTION);

    assertThat(self(table, "grow")).isEqualTo(500_000);
    assertThat(self(table, "append")).isZero();
    assertThat(cumulative(table, "append")).isEqualTo(500_000);
  }

  @Test
  void whatTheAllocatorCallsIsTheAllocator() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("AHeapProfile_reportAllocation;map_arena;malloc;f;main", 100)
            .stack("operator new(unsigned long)~make;main", 20)
            .stack("f;malloc;main", 3)
            .build();
    Answer hidden = table(profile, GroupBy.FUNCTION);

    assertThat(self(hidden, "f")).isEqualTo(100);
    assertThat(self(hidden, "make")).isEqualTo(20);
    assertThat(self(hidden, "main")).isEqualTo(3);
    assertThat(names(hidden)).containsExactly("f", "make", "main");
  }

  @Test
  void stackOfNothingButTheAllocatorStaysAsItIs() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("malloc;operator new(unsigned long)", 100)
            .stack("", 7)
            .build();

    assertThat(names(table(profile, GroupBy.FUNCTION)))
        .containsExactly("malloc", "(no stack)", "operator new(unsigned long)");
    assertThat(names(table(profile, GroupBy.STACK)))
        .containsExactly("malloc;operator new(unsigned long)", "(no stack)");
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
    Answer table = table(profile, GroupBy.STACK);

    assertThat(names(table)).containsExactly("f;main", "a;b;main");
    assertThat(self(table, "f;main")).isEqualTo(110);
    assertThat(self(table, "a;b;main")).isEqualTo(7);
    assertThat(table.names().get(0).cell(row(table, "a;b;main")))
        .isEqualTo(List.of("a", "b", "main"));
  }

  @Test
  void sameFunctionInSeveralLibrariesIsOneRow() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("/a.so!f;main", 1).stack("/b.so!f;main", 2).build();
    Answer table = table(profile, GroupBy.FUNCTION);

    assertThat(self(table, "f")).isEqualTo(3);
    NameColumn library = table.names().get(1);
    assertThat(library.text(row(table, "f"))).isEqualTo("several");
    assertThat(library.text(row(table, "main"))).isEqualTo("server");
  }

  @Test
  void halfWidthsAddByTheirProducts() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f;main", Estimate.exact(1), new Estimate(100, 97, 120), 1)
            .stack("g;f;main", Estimate.exact(1), new Estimate(50, 46, 65), 1)
            .build();
    Answer table = table(profile, GroupBy.FUNCTION);
    NumberColumn sums = space(table, true);
    int f = row(table, "f");

    assertThat(sums.value(f)).isEqualTo(150);
    // Products 3 x 20 and 4 x 15, whose differences are 14 on average.
    assertThat(sums.at(f).low()).isCloseTo(150 - 6, offset(1e-9));
    assertThat(sums.at(f).high()).isCloseTo(150 + 20, offset(1e-9));
    assertThat(table.total(View.SPACE).at(Answer.TOTAL).high()).isCloseTo(170, offset(1e-9));
  }

  @Test
  void oneStackWithoutIntervalLeavesNone() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f;main", Estimate.exact(1), new Estimate(100, 97, 120), 1)
            .stack("f;main;x", Estimate.exact(1), Estimate.withoutInterval(50), 1)
            .build();
    Answer table = table(profile, GroupBy.FUNCTION);

    assertThat(space(table, false).at(row(table, "f")).high()).isInfinite();
    assertThat(space(table, false).at(row(table, "f")).low()).isInfinite();
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
    Answer dumps = table(profile, GroupBy.DUMP);
    assertThat(names(dumps)).hasSize(3);
    assertThat(space(dumps, false).value(dumps.order()[0])).isEqualTo(100);
    assertThat(dumps.get(View.SPACE, Totals.PERCENT).value(dumps.order()[0])).isNaN();
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
    Answer heaps = table(profile, GroupBy.HEAP);
    assertThat(names(heaps))
        .containsExactly("a (1), libc.malloc", "a (2), libc.malloc", "a (1), com.android.art");
    assertThat(heaps.main(View.ALLOC_SPACE).value(row(heaps, "a (1), com.android.art")))
        .isEqualTo(140);
    assertThat(heaps.main(View.SPACE).value(row(heaps, "a (1), com.android.art"))).isNaN();
    assertThat(heaps.main(View.SPACE).value(row(heaps, "a (2), libc.malloc"))).isNotNaN();
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
            .stack("a", Estimate.exact(2), new Estimate(100, 0, 900), 9)
            .stack("b", Estimate.exact(3), new Estimate(110, 109, 120), 1)
            .stack("c", Estimate.exact(1), new Estimate(120, 50, 200), 5)
            .build();
    Answer table = table(profile, AggregateOptions.DEFAULT.withSort(column));

    assertThat(String.join(" ", names(table))).isEqualTo(order);
  }

  @Test
  void cumulativeColumnsSortToo() throws Exception {
    AggregateOptions options = AggregateOptions.DEFAULT.withSort("space_cum");

    assertThat(names(table(ProfileBuilder.server(), options)))
        .startsWith("main", "serve", "read_request");
    assertThat(names(table(ProfileBuilder.server(), AggregateOptions.DEFAULT.withCumulative(true))))
        .startsWith("main");
    assertThat(
            table(ProfileBuilder.server(), AggregateOptions.DEFAULT.withSort("alloc_objects"))
                .view())
        .isEqualTo(View.ALLOC_OBJECTS);
  }

  @Test
  void filterLeavesTheWholeAsItIs() throws Exception {
    Answer table =
        table(
            ProfileBuilder.server(),
            AggregateOptions.DEFAULT.withFilter(Pattern.compile("^p.*e$|grow")));

    assertThat(names(table)).containsExactly("parse", "grow");
    double percent = table.get(View.SPACE, Totals.PERCENT).value(table.order()[0]);
    assertThat(100 * self(table, "parse") / percent).isCloseTo(16_844_096, offset(1e-3));
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

    assertThatThrownBy(() -> Totals.of(profile, AggregateOptions.DEFAULT, View.SPACE))
        .isInstanceOf(HeapConvException.class)
        .hasMessage("no view 'space'; the profile has alloc_objects, alloc_space");
    assertThatThrownBy(() -> table(profile, AggregateOptions.DEFAULT.withSort("size")))
        .hasMessageContaining("no column 'size'");
  }

  @Test
  void profileOfNothingIsAnEmptyTable() throws Exception {
    for (GroupBy by : GroupBy.values()) {
      assertThat(names(table(new ProfileBuilder().build(), by))).isEmpty();
    }
  }

  private static Answer difference(AggregateOptions options) throws HeapConvException {
    EstimatedProfile base =
        new ProfileBuilder()
            .heap(1, "a", "libc.malloc", 1, 2)
            .stack("malloc;shrinks;main", 5000)
            .heap(1, "a", "libc.malloc", 2, 2)
            .stack("malloc;shrinks;main", 3000)
            .stack("malloc;stays;main", 700)
            .build();
    EstimatedProfile changed =
        new ProfileBuilder()
            .heap(2, "a", "libc.malloc", 1, 1)
            .stack("calloc;grows;main", 900)
            .stack("calloc;stays;main", 700)
            .stack("calloc;shrinks;main", 10)
            .build();
    return Difference.of(base, changed, options, null);
  }

  @Test
  void differencesAreOfGroupsWithOneNameAndTheLargestComeFirst() throws Exception {
    Answer table = difference(AggregateOptions.DEFAULT);

    assertThat(names(table)).containsExactly("shrinks", "grows", "main");
    NumberColumn space = space(table, false);
    int shrinks = row(table, "shrinks");
    assertThat(space.value(shrinks)).isEqualTo(-2990);
    assertThat(table.get(View.SPACE, Difference.BASE).value(shrinks)).isEqualTo(3000);
    assertThat(table.get(View.SPACE, Difference.NEW).value(shrinks)).isEqualTo(10);
    assertThat(space.at(shrinks).high()).isCloseTo(-2990 + Math.hypot(300, 1), offset(1e-9));
    assertThat(table.get(View.SPACE, Difference.BEYOND_NOISE).value(shrinks)).isOne();
    assertThat(space(table, true).value(row(table, "main"))).isEqualTo(910 - 3000);
    assertThat(table.total(View.SPACE).value(Answer.TOTAL)).isEqualTo(910 - 3000);
    Difference usual = new Difference(AggregateOptions.DEFAULT, null, null);
    assertThat(usual.shown(table)).containsExactly(shrinks);
    assertThat(usual.text(table).hidden()).startsWith("1 more row ");
    AggregateOptions options = AggregateOptions.DEFAULT.withLimit(0);
    Difference withNoise = new Difference(options, null, null);
    assertThat(withNoise.shown(difference(options))).hasSize(2);
    assertThat(usual.listed(table)).containsExactly(shrinks);
    assertThat(withNoise.listed(difference(options))).hasSize(3);
    assertThat(withNoise.text(difference(options)).hidden()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "space_diff, shrinks grows main",
    "space, shrinks grows main",
    "space_new, grows shrinks main",
    "space_base, shrinks grows main",
    "space_diff_low, main shrinks grows",
    "space_cum_diff, shrinks main grows",
    "space_beyond_noise, shrinks grows main",
    "name, grows main shrinks",
  })
  void anyColumnOfADifferenceSorts(String column, String order) throws Exception {
    Answer table = difference(AggregateOptions.DEFAULT.withSort(column));
    assertThat(String.join(" ", names(table))).isEqualTo(order);
  }

  @Test
  void runsAreComparedWithoutPidsAndTimes() throws Exception {
    assertThat(names(difference(AggregateOptions.DEFAULT.withBy(GroupBy.PROCESS))))
        .containsExactly("a");
    assertThat(names(difference(AggregateOptions.DEFAULT.withBy(GroupBy.HEAP))))
        .containsExactly("a, libc.malloc");
    Answer dumps = difference(AggregateOptions.DEFAULT.withBy(GroupBy.DUMP));
    assertThat(names(dumps)).containsExactly("dump 1", "dump 2");
    assertThat(space(dumps, false).value(dumps.order()[0])).isEqualTo(1610 - 5000);
  }

  @Test
  void differencesHaveNoColumnOfSamples() {
    assertThatThrownBy(() -> difference(AggregateOptions.DEFAULT.withSort("samples")))
        .hasMessageContaining("no column 'samples' to sort by; ");
  }

  @Test
  void allocatorLibrariesWithoutNamesAreHiddenLikeNamedFunctions() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("/lib/libjemalloc.so.2!;/lib/libheapprofd_client.so!;f;main", 100)
            .build();
    assertThat(names(table(profile, GroupBy.STACK))).containsExactly("f;main");
  }
}
