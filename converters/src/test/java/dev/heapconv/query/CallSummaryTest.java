package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallSummaryTest {

  private static CallSummary tree(EstimatedProfile profile) {
    StackNames names = new StackNames();
    names.over(profile.stacks());
    return new CallSummary(profile, AggregateOptions.DEFAULT, View.SPACE, names, function -> true);
  }

  private static List<String> lines(EstimatedProfile profile) {
    return lines(tree(profile).heaviest(5, Integer.MAX_VALUE).fromRoot(), "");
  }

  private static List<String> lines(List<Answer.Call> calls, String indent) {
    List<String> lines = new ArrayList<>();
    for (Answer.Call call : calls) {
      String path = String.join(" > ", call.path()) + (call.goesOn() ? " > ..." : "");
      lines.add(indent + Math.round(call.percent()) + " " + path);
      lines.addAll(lines(call.callees(), indent + "  "));
    }
    return lines;
  }

  @Test
  void branchesBelowTheShareAreLeftOut() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("a;main", 90).stack("b;main", 6).stack("c;main", 4).build();

    assertThat(lines(profile)).containsExactly("100 main", "  90 a", "  6 b");
    assertThat(tree(profile).heaviest(5, 9))
        .extracting(Answer.Calls::others, Answer.Calls::percent)
        .containsExactly(1, 4.0);
    assertThat(lines(tree(profile).heaviest(1, 9).fromRoot(), ""))
        .containsExactly("100 main", "  90 a", "  6 b", "  4 c");
    assertThat(tree(profile).heaviest(1, 9).others()).isZero();
  }

  @Test
  void callsInARowAreOne() {
    assertThat(lines(ProfileBuilder.oneHeap().stack("f;e;d;c;b;a", 10).build()))
        .containsExactly("100 a > b > c > d > e > f");
  }

  @Test
  void whatAllocatesItselfBranches() {
    assertThat(lines(ProfileBuilder.oneHeap().stack("a;main", 30).stack("b;a;main", 70).build()))
        .containsExactly("100 main > a", "  70 b");
  }

  @Test
  void onlyTheHeaviestPathsAreTaken() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("a;phase;main", 40)
            .stack("b;phase;main", 20)
            .stack("c;thread", 30)
            .stack("d;phase;main", 10)
            .build();

    assertThat(tree(profile).heaviest(5, 3))
        .extracting(Answer.Calls::others, Answer.Calls::percent)
        .containsExactly(1, 10.0);
    assertThat(lines(tree(profile).heaviest(5, 3).fromRoot(), ""))
        .containsExactly("70 main > phase", "  40 a", "  20 b", "30 thread > c");
  }

  @Test
  void whatIsScatteredGoesOn() {
    ProfileBuilder profile = ProfileBuilder.oneHeap();
    for (int i = 0; i < 100; i++) {
      profile.stack("f" + i + ";compile;main", 10);
    }
    assertThat(lines(profile.build())).containsExactly("100 main > compile > ...");
  }

  @Test
  void addressesAndEntriesAreNoPartOfAPath() {
    assertThat(
            lines(
                ProfileBuilder.oneHeap()
                    .stack("grow;/lib/a.so!;std::sort<int>(int*);run;main;_start", 10)
                    .build()))
        .containsExactly("100 main > run > grow");
  }

  @Test
  void theAllocatorIsHidden() {
    assertThat(lines(ProfileBuilder.server()))
        .containsExactly(
            "100 main > serve",
            "  71 read_request",
            "  20 Cache<std::string, Entry>::put(std::string const&, Entry&&)",
            "  5 parse");
  }

  @Test
  void aFunctionIsCalledByTheHeaviestCallerWithAName() {
    Map<String, Answer.Caller> callers =
        tree(ProfileBuilder.oneHeap()
                .stack("f;void std::vector<int>::push_back<int>(int);a;main", 30)
                .stack("f;f;b;main", 50)
                .stack("f;c;main", 10)
                .stack("g;0x1f0;_start", 10)
                .build())
            .mainCallers();

    assertThat(callers.get("f")).isEqualTo(new Answer.Caller("b", 50, 2));
    assertThat(callers.get("g").name()).as("the next one, if none has a name").isEqualTo("0x1f0");
  }
}
