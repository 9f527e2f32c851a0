package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreeTest {

  private static List<String> lines(EstimatedProfile profile) {
    return CallTree.of(profile, AggregateOptions.DEFAULT, View.SPACE, null).calls().stream()
        .map(
            line ->
                "  ".repeat(line.depth())
                    + Math.round(line.percent())
                    + " "
                    + (line.left() > 0 ? "+" + line.left() : line.function()))
        .toList();
  }

  @Test
  void branchesBelowATwentiethAreLeftOut() {
    assertThat(
            lines(
                ProfileBuilder.oneHeap()
                    .stack("a;main", 90)
                    .stack("b;main", 6)
                    .stack("c;main", 4)
                    .build()))
        .containsExactly("100 main", "  90 a", "  6 b");
  }

  @Test
  void callsInARowAreOne() {
    assertThat(lines(ProfileBuilder.oneHeap().stack("f;e;d;c;b;a", 10).build()))
        .containsExactly("100 a", "100 +4", "100 f");
    assertThat(lines(ProfileBuilder.oneHeap().stack("d;c;b;a", 10).build()))
        .containsExactly("100 a", "100 b", "100 c", "100 d");
  }

  @Test
  void whatAllocatesItselfBranches() {
    assertThat(lines(ProfileBuilder.oneHeap().stack("a;main", 30).stack("b;a;main", 70).build()))
        .containsExactly("100 main", "100 a", "  70 b");
  }

  @Test
  void theAllocatorIsHidden() {
    assertThat(lines(ProfileBuilder.server()))
        .containsExactly(
            "100 main",
            "100 serve",
            "  71 read_request",
            "  20 Cache<std::string, Entry>::put(std::string const&, Entry&&)",
            "  5 parse",
            "  5 parse",
            "  5 parse");
  }
}
