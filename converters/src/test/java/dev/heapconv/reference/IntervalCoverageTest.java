package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The 95 % intervals of what heapprofd recorded of a program that counts its own allocations, with
 * which nothing was chosen. Programs that people use are judged in the module benchmarks, dumps of
 * other samplers in {@link AllocPeerTest}.
 */
class IntervalCoverageTest {

  private static final List<String> RECORDINGS =
      List.of("truth_i512", "truth_i4096", "truth_i32768");

  static List<View> views() {
    return View.ALL;
  }

  /** Sites are drawn apart from one another; the views of a site are not, so each is judged. */
  @ParameterizedTest
  @MethodSource("views")
  void intervalsHoldTheTruthAsOftenAsTheySay(View view) throws IOException {
    List<String> missed = new ArrayList<>();
    int sites = 0;
    for (String recording : RECORDINGS) {
      EstimatedProfile profile = Conversions.estimated(recording, DumpSelector.LAST);
      JsonNode truth =
          new ObjectMapper()
              .readTree(TestData.own("heapprofd").resolve(recording + ".truth.json").toFile());
      for (String function : functions(truth)) {
        Estimate estimate = sum(profile, view, function);
        double counted = counted(truth, view, function);
        if (estimate == null || isKnown(estimate, counted)) {
          continue;
        }
        sites++;
        if (counted < estimate.low() || counted > estimate.high()) {
          missed.add(recording + " " + function + " " + counted + " " + estimate);
        }
      }
    }
    assertThat(sites).isGreaterThan(60);
    // 1 or 2 of 62 are. More than this have a probability of 0.1 % if each has one of 5 %.
    int most = BinomialDistribution.of(sites, 0.05).inverseSurvivalProbability(0.001);
    assertThat(missed).as("of %d intervals", sites).hasSizeLessThanOrEqualTo(most);
  }

  /** Of what was recorded completely, and of nothing, there is no chance to miss the truth. */
  private static boolean isKnown(Estimate estimate, double counted) {
    return estimate.low() == counted && estimate.high() == counted;
  }

  private static Set<String> functions(JsonNode truth) {
    Set<String> functions = new HashSet<>();
    truth.get("sites").forEach(site -> functions.add(function(site)));
    return functions;
  }

  /** Sites of one function differ in their callers: together they are what the function did. */
  private static String function(JsonNode site) {
    return site.get("function").asString().replaceAll("\\(.*| depth=.*", "");
  }

  private static double counted(JsonNode truth, View view, String function) {
    String key = (view.isLive() ? "kept_" : "alloc_") + (view.isBytes() ? "bytes" : "count");
    double sum = 0;
    for (JsonNode site : truth.get("sites")) {
      sum += function(site).equals(function) ? site.get(key).asDouble() : 0;
    }
    return sum;
  }

  /** Null where nothing was recorded, of which there is nothing to say. */
  private static Estimate sum(EstimatedProfile profile, View view, String function) {
    EstimateSums sum = EstimateSums.ofStacks();
    EstimatedHeap heap = profile.heaps().get(0);
    boolean isRecorded = false;
    for (int row = 0; row < heap.rows(); row++) {
      if (RecordedText.names(profile.stacks(), heap.stack(row)).stream()
          .anyMatch(name -> name.replaceAll(".* |[(<].*", "").equals(function))) {
        sum.add(0, heap.column(view), row);
        isRecorded |= heap.recordedAlloc(row) > 0;
      }
    }
    return isRecorded ? sum.estimate(0) : null;
  }
}
