package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.View;
import dev.heapconv.query.Answer.NameColumn;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A page has the same rows whether all are added up or only those that it shows. */
class FirstRowsTest {

  private static final int FUNCTIONS = 15;
  private static final int STACKS = 300;

  /** Stacks of two heaps, some of which hold the same, and some nothing. */
  private static EstimatedProfile profile() {
    Random random = new Random(1);
    ProfileBuilder profile = ProfileBuilder.oneHeap();
    for (int i = 0; i < STACKS; i++) {
      if (i == STACKS / 2) {
        profile.heap(2, "q", "libc.malloc", 1, 1);
      }
      String stack = i % 7 == 0 ? "malloc" : "";
      for (int depth = 0; depth < 4; depth++) {
        stack += (stack.isEmpty() ? "" : ";") + "f" + random.nextInt(FUNCTIONS);
      }
      double bytes = 4096.0 * random.nextInt(3);
      Estimate space = new Estimate(bytes, bytes / 2, bytes * 3);
      profile.stack(stack, new Estimate(bytes / 16, 0, bytes), space, (long) (bytes / 4096));
    }
    return profile.build();
  }

  private static List<String> lines(Answer result, int[] rows) {
    List<String> lines = new ArrayList<>();
    for (int row : rows) {
      StringBuilder line = new StringBuilder();
      for (NameColumn column : result.names()) {
        if (column.kind() != NameColumn.Kind.LIBRARY) {
          line.append(column.text(row)).append(' ');
        }
      }
      for (NumberColumn column : result.numbers()) {
        if (!column.meta().cumulative()) {
          line.append(column.at(row)).append(' ');
        }
      }
      lines.add(line.toString());
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"FUNCTION,3", "FUNCTION,1000", "STACK,5", "LIBRARY,1", "FILE,2", "LINE,4"})
  void aPageHasTheRowsThatComeFirstOfAll(GroupBy by, int most) throws Exception {
    EstimatedProfile profile = profile();
    AggregateOptions options = AggregateOptions.DEFAULT.withBy(by).withLimit(most);

    Answer all = Totals.of(profile, options, null);
    Totals totals = new Totals(options, null, most);
    Answer first = totals.ask(Subject.of(profile));

    int[] shown = totals.shown(all);
    int[] expected = Arrays.copyOf(shown, Math.min(most, shown.length));
    assertThat(lines(first, totals.shown(first))).isEqualTo(lines(all, expected));
    assertThat(first.rows().others()).isEqualTo(shown.length - expected.length);
    assertThat(first.calls(5, 3)).isEqualTo(all.calls(5, 3));
  }

  private static Answer first(EstimatedProfile profile, AggregateOptions options)
      throws HeapConvException {
    Subject subject = Subject.of(profile);
    return new Totals(options, null).onPage(subject, 20).ask(subject);
  }

  @Test
  void whatTakesAllSumsHasThem() throws Exception {
    EstimatedProfile profile = profile();
    AggregateOptions usual = AggregateOptions.DEFAULT.withLimit(3);

    for (AggregateOptions options :
        List.of(
            usual.withLimit(0),
            usual.withCumulative(true),
            usual.withSort("objects"),
            usual.withFilter(Pattern.compile("f1")),
            usual.withBy(GroupBy.HEAP))) {
      Answer first = first(profile, options);

      assertThat(first.rows().others()).isZero();
      assertThat(first.order()).isEqualTo(Totals.of(profile, options, null).order());
    }
    assertThat(first(profile, usual).find(profile.defaultView(), true, "value"))
        .as("sums of callers, which a page does not show")
        .isNull();
  }

  /** A second process is new. */
  private static Subject compared() {
    EstimatedProfile profile = profile();
    return new Subject(profile, profile.withHeaps(profile.heaps().subList(0, 1)));
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void aPageOfADifferenceHasTheRowsOfAll(GroupBy by) throws Exception {
    Pattern filter = by == GroupBy.PEEK ? Pattern.compile("f1") : null;
    AggregateOptions options = AggregateOptions.DEFAULT.withBy(by).withFilter(filter);
    Difference difference = new Difference(options, null, null);
    Subject subject = compared();
    Difference ofPage = difference.onPage(subject, 20);

    Answer all = difference.ask(subject);
    Answer page = ofPage.ask(subject);

    assertThat(page.find(View.SPACE, true, Difference.DIFF)).isNull();
    assertThat(all.find(View.SPACE, true, Difference.DIFF) != null).isEqualTo(by.isCumulative());
    assertThat(lines(page, ofPage.shown(page)))
        .isNotEmpty()
        .isEqualTo(lines(all, difference.shown(all)));
    assertThat(ofPage.text(page).hidden()).isEqualTo(difference.text(all).hidden());
  }

  @Test
  void aDifferenceThatShowsSortsOrTestsCumulativeNumbersHasThem() throws Exception {
    AggregateOptions usual = AggregateOptions.DEFAULT;
    Subject subject = compared();
    for (AggregateOptions options :
        List.of(
            usual.withCumulative(true),
            usual.withSort("space_cum_diff"),
            usual.withFilter(Pattern.compile("f1")))) {
      Answer page = new Difference(options, null, null).onPage(subject, 20).ask(subject);
      assertThat(page.find(View.SPACE, true, Difference.DIFF)).isNotNull();
    }
    GateLimits gate = new GateLimits(List.of(), 0.05, false);
    Difference gated = new Difference(usual, null, gate);
    assertThat(gated.onPage(subject, 20)).isSameAs(gated);
  }
}
