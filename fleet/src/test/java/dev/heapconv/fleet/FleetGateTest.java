package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.query.GateVerdict.Outcome;
import dev.heapconv.unskew.Estimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What limits say of a comparison whose numbers were made by hand. */
class FleetGateTest {

  private static final double ALPHA = 0.05;

  private static final Limit ROWS = new Limit("space", false, 10, true, "space>10%");
  private static final Limit TOTAL = new Limit("space", true, 10, true, "total:space>10%");

  private static SqlRow row(
      String kind, double before, double change, @Nullable Double q, double detectable) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("kind", kind);
    values.put("name", kind.equals("row") ? "f" : "");
    values.put("mean_a", before);
    values.put("change", change);
    values.put("p", q);
    values.put("q", q);
    values.put("detectable", detectable);
    return new SqlRow(values);
  }

  private static FleetComparison comparison(boolean isSound, List<Notice> doubts, SqlRow... rows) {
    FleetGroup group = new FleetGroup(9, 9, 0);
    return new FleetComparison(
        new FleetQuestion(List.of("function"), "space", false, 0),
        List.of(rows),
        ALPHA,
        new FleetComparison.Groups(group, group, 4),
        new SplitCheck(1000, List.of(new SplitCheck.Kind("device", 9, isSound ? 70 : 71, 70))),
        List.of(),
        doubts);
  }

  private static GateVerdict verdict(Limit limit, SqlRow... rows) {
    return FleetGate.of(comparison(true, List.of(), rows), List.of(limit), false);
  }

  private static final SqlRow STEADY = row("total", 1000, 5, 1.0, 50);

  /** Growth by the limit itself is allowed, and a p-value of alpha itself counts. */
  @Test
  void failsBeyondTheLimitAndUpToAlpha() {
    assertThat(verdict(ROWS, STEADY, row("row", 100, 10, 0.01, 5)).outcome())
        .isEqualTo(Outcome.PASS);
    GateVerdict beyond = verdict(ROWS, STEADY, row("row", 100, 10.001, ALPHA, 5));
    assertThat(beyond.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(beyond.failures())
        .containsExactly(
            new GateVerdict.Failure(
                ROWS,
                "f",
                Estimate.withoutInterval(100),
                Estimate.withoutInterval(110.001),
                true,
                ALPHA));
    assertThat(beyond.tests()).isEqualTo(2);
    assertThat(beyond.noise()).isEqualTo("noise between devices");
    assertThat(verdict(ROWS, STEADY, row("row", 100, 30, ALPHA + 1e-9, 5)).outcome())
        .isEqualTo(Outcome.PASS);
    assertThat(verdict(ROWS, STEADY, row("row", 100, 30, null, 5)).outcome())
        .as("not tested")
        .isEqualTo(Outcome.PASS);
  }

  @Test
  void limitsOfTheTotalAreOfTheTotal() {
    SqlRow grown = row("row", 100, 30, 0.01, 5);
    assertThat(verdict(TOTAL, STEADY, grown).outcome()).isEqualTo(Outcome.PASS);
    assertThat(verdict(TOTAL, STEADY, grown).detectable()).hasSize(1);
    GateVerdict failed = verdict(TOTAL, row("total", 1000, 101, 0.01, 50), grown);
    assertThat(failed.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(failed.failures().get(0).name()).isEmpty();
    assertThat(verdict(ROWS, row("total", 1000, 101, 0.01, 50)).outcome())
        .as("the total is a row")
        .isEqualTo(Outcome.FAIL);
  }

  /** Growth by just the limit that is just found is seen. */
  @Test
  void aTotalThatCouldNotShowTheLimitIsADoubt() {
    assertThat(verdict(TOTAL, row("total", 1000, 5, 1.0, 100)).outcome()).isEqualTo(Outcome.PASS);
    GateVerdict unseen = verdict(TOTAL, row("total", 1000, 5, 1.0, 100.1));
    assertThat(unseen.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(unseen.doubts())
        .containsExactly(Notice.of(ErrorId.TOO_FEW_FOR_LIMIT, "total:space>10%"));
    assertThat(verdict(TOTAL, row("total", 1000, 200, 0.01, 100.1)).outcome())
        .as("what is found fails all the same")
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void rowsThatCouldNotShowTheLimitLeaveAStrictGateOpen() {
    SqlRow unseen = row("row", 100, 1, 1.0, 11);
    SqlRow fresh = row("row", 0, 1, 1.0, 900);
    for (boolean strict : new boolean[] {false, true}) {
      GateVerdict verdict =
          FleetGate.of(comparison(true, List.of(), STEADY, unseen), List.of(ROWS), strict);
      assertThat(verdict.outcome()).isEqualTo(strict ? Outcome.INCONCLUSIVE : Outcome.PASS);
      assertThat(verdict.detectable())
          .extracting(GateVerdict.Detectable::base)
          .containsExactly(1000.0, 100.0);
      assertThat(
              FleetGate.of(comparison(true, List.of(), STEADY, fresh), List.of(ROWS), strict)
                  .outcome())
          .as("a new row has no base")
          .isEqualTo(Outcome.PASS);
    }
  }

  @Test
  void devicesThatAreTooFewOrAlikeAreADoubt() {
    GateVerdict few = verdict(TOTAL, row("total", 1000, 500, null, 50));
    assertThat(few.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(few.doubts()).extracting(Notice::id).containsExactly(ErrorId.TOO_FEW_DEVICES);

    SqlRow grown = row("total", 1000, 500, 0.001, 50);
    GateVerdict alike = FleetGate.of(comparison(false, List.of(), grown), List.of(TOTAL), false);
    assertThat(alike.outcome()).as("growth proves nothing").isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(alike.failures()).hasSize(1);
    assertThat(alike.doubts()).hasSize(1);

    Notice doubt = Notice.of(ErrorId.UNNAMED_DEVICES, "3");
    GateVerdict doubted =
        FleetGate.of(comparison(true, List.of(doubt), STEADY), List.of(TOTAL), false);
    assertThat(doubted.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(doubted.doubts()).containsExactly(doubt);
    assertThat(
            FleetGate.of(comparison(true, List.of(doubt), grown), List.of(TOTAL), false).outcome())
        .isEqualTo(Outcome.FAIL);
  }
}
