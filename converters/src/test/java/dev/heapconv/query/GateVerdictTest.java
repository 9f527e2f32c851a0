package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.Selection.DumpSelector;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GateVerdictTest {

  private static final Limit ROWS = new Limit("space", false, 5, true, "space>5%");
  private static final Limit TOTAL = new Limit("space", true, 5, true, "total:space>5%");

  private static EstimatedProfile dump(DumpSelector choice) throws IOException {
    return Conversions.estimated("phases_i512", choice);
  }

  private static GateVerdict verdict(
      EstimatedProfile base, EstimatedProfile changed, String filter, Limit... limits)
      throws IOException {
    Pattern pattern = filter.isEmpty() ? null : Pattern.compile(filter);
    AggregateOptions options = AggregateOptions.DEFAULT.withFilter(pattern);
    return GateVerdict.of(Difference.of(base, changed, options, null), List.of(limits), 0.01);
  }

  @Test
  void aFilterLeavesTheTotalToLimitsOfTheTotal() throws IOException {
    EstimatedProfile first = dump(DumpSelector.FIRST);
    EstimatedProfile last = dump(DumpSelector.LAST);
    assertThat(verdict(first, last, "once", ROWS).outcome()).isEqualTo(Outcome.PASS);
    GateVerdict both = verdict(first, last, "late", TOTAL, ROWS);
    assertThat(both.failures())
        .extracting(failure -> failure.limit().text() + " " + failure.name())
        .containsExactly("total:space>5% ", "space>5% late_only()");
  }

  @Test
  void whatIsUnchangedHasBeenTested() throws IOException {
    EstimatedProfile last = dump(DumpSelector.LAST);
    GateVerdict verdict = verdict(last, last, "late", ROWS);
    assertThat(verdict.doubts()).isEmpty();
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
  }

  @Test
  void recordingsWithoutHeapsAreNotComparable() throws IOException {
    EstimatedProfile last = dump(DumpSelector.LAST);
    EstimatedProfile none = last.withHeaps(List.of());
    for (GateVerdict verdict :
        List.of(
            verdict(none, none, "", ROWS),
            verdict(none, last, "", ROWS),
            verdict(last, none, "", ROWS))) {
      assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(verdict.doubts()).anyMatch(doubt -> doubt.startsWith("no process and heap"));
      assertThat(verdict.failures()).isEmpty();
    }
  }
}
