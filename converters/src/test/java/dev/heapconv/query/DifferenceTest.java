package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Which rows of a difference come first, and which are left out as noise. */
class DifferenceTest {

  private static Estimate within(double value, double part) {
    return new Estimate(value, value * (1 - part), value * (1 + part));
  }

  private static EstimatedProfile profile(
      double noisy, double grown, double shrunk, double unknown, double objects) {
    Estimate some = Estimate.exact(10);
    return ProfileBuilder.oneHeap()
        .stack("noisy", some, within(noisy, 0.5), 9)
        .stack("grown", some, within(grown, 0.01), 9)
        .stack("shrunk", some, within(shrunk, 0.01), 9)
        .stack("unknown", some, Estimate.withoutInterval(unknown), 9)
        .stack("same", some, Estimate.exact(7), 9)
        .stack("counted", Estimate.exact(objects), Estimate.exact(9), 9)
        .build();
  }

  private static Answer answer(AggregateOptions options) throws HeapConvException {
    return Difference.of(
        profile(1e6, 1000, 5000, 100, 10),
        profile(1.2e6, 3000, 1000, 200, 30),
        options,
        View.SPACE);
  }

  private static String names(Answer answer, int[] rows) {
    return String.join(" ", Arrays.stream(rows).mapToObj(answer::name).toList());
  }

  private static Question question(AggregateOptions options) {
    return new Difference(options, View.SPACE, null);
  }

  /** Of 1000000 bytes known to a half, 200000 more are noise. */
  @Test
  void whatIsBeyondNoiseComesFirst() throws HeapConvException {
    AggregateOptions usual = AggregateOptions.DEFAULT;
    Answer answer = answer(usual);
    assertThat(names(answer, answer.order()))
        .as("what is equal in all views is no row")
        .isEqualTo("shrunk grown unknown noisy counted");
    assertThat(names(answer, question(usual).shown(answer))).isEqualTo("shrunk grown unknown");
    assertThat(names(answer, question(usual).listed(answer)))
        .as("tables have rows that changed in any view")
        .isEqualTo("shrunk grown unknown counted");
    NumberColumn beyond = answer.get(View.SPACE, Difference.BEYOND_NOISE);
    for (int row : answer.order()) {
      String name = answer.name(row);
      boolean isBeyond = name.equals("shrunk") || name.equals("grown");
      assertThat(beyond.value(row)).as(name).isEqualTo(isBeyond ? 1 : 0);
      assertThat(beyond.at(row).isUnknown()).as(name).isEqualTo(name.equals("unknown"));
    }
  }

  @Test
  void rowsThatAreSortedKeepTheirOrder() throws HeapConvException {
    AggregateOptions sorted = AggregateOptions.DEFAULT.withSort("space");
    Answer answer = answer(sorted);
    assertThat(names(answer, answer.order())).isEqualTo("noisy shrunk grown unknown counted");
    assertThat(names(answer, question(sorted).shown(answer))).isEqualTo("shrunk grown unknown");
  }

  /** Whoever asks for all rows gets noise too, but not what is equal. */
  @Test
  void nothingIsLeftOutIfAllAreWanted() throws HeapConvException {
    AggregateOptions all = AggregateOptions.DEFAULT.withLimit(0);
    Answer answer = answer(all);
    assertThat(names(answer, question(all).shown(answer))).isEqualTo("shrunk grown unknown noisy");
    assertThat(question(all).listed(answer)).isEqualTo(answer.order());
  }

  @Test
  void whatWasSearchedForIsShown() throws HeapConvException {
    AggregateOptions found =
        AggregateOptions.DEFAULT.withFilter(Pattern.compile("noisy|grown|counted"));
    Answer answer = answer(found);
    assertThat(names(answer, question(found).shown(answer))).isEqualTo("grown noisy counted");
    assertThat(names(answer, question(found).listed(answer))).isEqualTo("grown noisy counted");
    AggregateOptions heaps =
        AggregateOptions.DEFAULT.withBy(GroupBy.HEAP).withFilter(Pattern.compile("none"));
    Answer none = answer(heaps);
    assertThat(question(heaps).shown(none)).isEmpty();
  }

  @Test
  void equalRecordingsDifferInNothing() throws HeapConvException {
    EstimatedProfile one = profile(1e6, 1000, 5000, 100, 10);
    AggregateOptions usual = AggregateOptions.DEFAULT;
    Answer answer = Difference.of(one, one, usual, View.SPACE);
    assertThat(question(usual).shown(answer)).isEmpty();
    assertThat(question(usual).listed(answer)).isEmpty();
    assertThat(answer.order()).isEmpty();
  }

  /** The error about its sizes is the same one, whichever allocator functions it passed through. */
  @Test
  void aStackOfTwoHeapsIsOneStack() throws HeapConvException {
    String leaf = "malloc;leaf;main";
    Answer same = Difference.of(heaps(leaf, leaf, 40), heaps(leaf, leaf, 90), BY_HEAP, null);
    String wrapped = "malloc;operator new(unsigned long);leaf;main";
    for (AggregateOptions options : List.of(AggregateOptions.DEFAULT, BY_HEAP)) {
      Answer other =
          Difference.of(heaps(leaf, wrapped, 40), heaps(leaf, wrapped, 90), options, null);
      assertThat(other.total(View.OBJECTS).at(Answer.TOTAL))
          .isEqualTo(same.total(View.OBJECTS).at(Answer.TOTAL));
    }
    double sum = 0;
    for (int row : same.order()) {
      sum += same.main(View.OBJECTS).value(row);
    }
    assertThat(sum).isEqualTo(same.total(View.OBJECTS).value(Answer.TOTAL));
  }

  private static final AggregateOptions BY_HEAP = AggregateOptions.DEFAULT.withBy(GroupBy.HEAP);

  /** Two heaps with a stack each, of allocations whose sizes are known to a factor of three. */
  private static EstimatedProfile heaps(String first, String second, int samples) {
    double objects = samples * 50.0;
    Estimate count = new Estimate(objects, objects / 4, objects * 4, objects / 3, objects * 3);
    Estimate bytes = within(samples * 4096.0, 0.2);
    return new ProfileBuilder()
        .heap(17, "server", "libc.malloc", 1, 1)
        .stack(first, count, bytes, samples)
        .heap(17, "server", "custom", 1, 1)
        .stack(second, count, bytes, samples)
        .build();
  }

  private static int row(Answer answer, String name) {
    return Arrays.stream(answer.order())
        .filter(row -> answer.name(row).matches("(.*\\W)?" + name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * 1000 and 3000 bytes, each known to 1 %, differ by 2000, give or take the root of 10^2 + 30^2.
   */
  @Test
  void columnsAreOfBothSidesAndTheirDifference() throws HeapConvException {
    Answer answer = answer(AggregateOptions.DEFAULT);
    int grown = row(answer, "grown");
    assertThat(answer.get(View.SPACE, Difference.BASE).value(grown)).isEqualTo(1000);
    assertThat(answer.get(View.SPACE, Difference.NEW).value(grown)).isEqualTo(3000);
    Cell before = answer.get(View.SPACE, Difference.BASE).at(grown);
    assertThat(before.low()).as("of one side alone").isCloseTo(990, offset(1e-6));
    assertThat(before.high()).isCloseTo(1010, offset(1e-6));
    NumberColumn diff = answer.get(View.SPACE, Difference.DIFF);
    Cell cell = diff.at(grown);
    assertThat(cell.value()).isEqualTo(2000);
    assertThat(cell.low()).isCloseTo(2000 - Math.sqrt(1000), offset(1e-6));
    assertThat(cell.high()).isCloseTo(2000 + Math.sqrt(1000), offset(1e-6));
    assertThat(diff.size(grown, cell)).as("of the largest number").isEqualTo(3000);
    int shrunk = row(answer, "shrunk");
    assertThat(diff.value(shrunk)).isEqualTo(-4000);
    assertThat(diff.size(shrunk, diff.at(shrunk))).isEqualTo(5000);
    assertThat(question(AggregateOptions.DEFAULT).columns(answer)).hasSize(5);
  }

  private static EstimatedProfile exact(int counted, int sized, int both, int size) {
    List<View> live = List.of(View.SPACE, View.OBJECTS);
    return new ProfileBuilder()
        .heap(17, "server", "malloc", 1, 1, 1, live)
        .stack("counted", Estimate.exact(counted), Estimate.exact(10.0 * counted), counted)
        .stack("sized", Estimate.exact(sized), Estimate.exact((double) size * sized), sized)
        .stack("both", Estimate.exact(both), Estimate.exact((double) size * both), both)
        .heap(17, "server", "runtime", 1, 1, 1, List.of(View.SPACE))
        .stack("bytes", Estimate.exact(0), Estimate.exact(size), 1)
        .build();
  }

  /** Whether there are more allocations, larger ones, or more of larger ones. */
  @Test
  void aChangeIsOfTheCountOrOfTheSizeOrOfBoth() throws HeapConvException {
    AggregateOptions usual = AggregateOptions.DEFAULT;
    Answer answer =
        Difference.of(exact(100, 100, 100, 10), exact(200, 100, 300, 20), usual, View.SPACE);
    NumberColumn counts = answer.get(View.OBJECTS, Difference.BEYOND_NOISE);
    NumberColumn sizes =
        Objects.requireNonNull(answer.find(View.OBJECTS, false, Difference.SIZE_BEYOND_NOISE));
    List<ShownColumn> columns = question(usual).columns(answer);
    assertThat(columns).extracting(ShownColumn::heading).endsWith("beyond noise", "change");
    ShownColumn change = columns.get(columns.size() - 1);
    List<String> rows = new ArrayList<>();
    for (int row : answer.order()) {
      rows.add(
          "%s %.0f %.0f %s"
              .formatted(
                  answer.name(row), counts.value(row), sizes.value(row), change.cell(row).value()));
    }
    assertThat(rows)
        .containsExactlyInAnyOrder(
            "counted 1 0 count", "sized 0 1 size", "both 1 1 both", "bytes 0 0 ");
    AggregateOptions byHeap = usual.withBy(GroupBy.HEAP);
    Answer heaps =
        Difference.of(exact(100, 100, 100, 10), exact(200, 100, 300, 20), byHeap, View.SPACE);
    for (String flag : List.of(Difference.BEYOND_NOISE, Difference.SIZE_BEYOND_NOISE)) {
      NumberColumn column = Objects.requireNonNull(heaps.find(View.OBJECTS, false, flag));
      assertThat(column.value(row(heaps, "malloc"))).isEqualTo(1);
      assertThat(column.at(row(heaps, "runtime"))).as("has no counts").isEqualTo(Cell.NOTHING);
    }
  }

  @Test
  void sizesAreOfCountsAndOnlyFunctionsHaveCallees() throws HeapConvException {
    Answer functions = answer(AggregateOptions.DEFAULT);
    Answer heaps = answer(AggregateOptions.DEFAULT.withBy(GroupBy.HEAP));
    for (View view : functions.views()) {
      assertThat(functions.find(view, false, Difference.SIZE_BEYOND_NOISE) != null)
          .as(view.name())
          .isEqualTo(!view.isBytes());
      assertThat(functions.find(view, true, Difference.DIFF)).isNotNull();
      assertThat(heaps.find(view, true, Difference.DIFF)).isNull();
      assertThat(heaps.find(view, false, Difference.DIFF)).isNotNull();
    }
  }
}
