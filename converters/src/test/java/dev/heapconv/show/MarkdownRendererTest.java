package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MarkdownRendererTest {

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void everyLineHasTheSameCells(GroupBy by) throws Exception {
    String markdown =
        Written.table(
            new MarkdownRenderer(),
            AggregateOptions.DEFAULT.withBy(by).withCumulative(true),
            ProfileBuilder.server());
    String table = markdown.substring(markdown.indexOf('|'));
    long cells = bars(table.lines().findFirst().orElseThrow());

    assertThat(table.lines()).allSatisfy(line -> assertThat(bars(line)).as(line).isEqualTo(cells));
  }

  @Test
  void numbersStandRightOfNamesUnderTheVerdict() throws Exception {
    assertThat(
            Written.table(
                new MarkdownRenderer(),
                AggregateOptions.DEFAULT.withLimit(1),
                ProfileBuilder.server()))
        .startsWith("Bytes: reliable. Object counts: reliable, within 2x for about 95 %")
        .contains(
            "\n| space | share | objects | function | library |\n|---:|---:|---:|:---|:---|\n")
        .containsPattern(
            "\n\\| 11.4 MiB ±11 % \\| 71.2 % \\| .* \\| `read_request` \\| `server` \\|\n");
  }

  private static long bars(String line) {
    return line.replace("\\|", "").chars().filter(c -> c == '|').count();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "a|b, `a\\|b`",
        "<b>&lt</b>, `<b>&lt</b>`",
        "*x*_y_[z](q), `*x*_y_[z](q)`",
        "a`b``c, ``` a`b``c ```",
      })
  void namesAreCode(String name, String expected) throws Exception {
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack(name, 100).build();

    assertThat(Written.table(new MarkdownRenderer(), AggregateOptions.DEFAULT, profile))
        .contains("| " + expected + " |");
  }

  @Test
  void namesStayOnTheirLine() throws Exception {
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack("a\n| b |", 100).build();

    assertThat(Written.table(new MarkdownRenderer(), AggregateOptions.DEFAULT, profile).lines())
        .filteredOn(line -> line.startsWith("|"))
        .hasSize(3);
  }
}
