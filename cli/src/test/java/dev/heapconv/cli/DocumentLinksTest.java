package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link of a document leads to a file of the repository, or to a heading of one. */
class DocumentLinksTest {

  private static final Path ROOT = TestData.root();

  private static final Pattern LINK =
      Pattern.compile("\\]\\(<?([^)>\\s]+)|^\\[[^\\]]+\\]:\\s*(\\S+)|(?:src|href)=\"([^\"]+)\"");

  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String folder :
        List.of(
            "",
            "docs",
            "converters",
            "unskew",
            "demangle",
            "spark",
            "benchmarks",
            "testdata",
            ".github")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), folder.isEmpty() ? 1 : 9)) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            // Those of packages that tests use.
            .filter(file -> !file.toString().contains("node_modules"))
            .sorted()
            .forEach(documents::add);
      }
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkLeadsSomewhere(Path document) throws IOException {
    List<String> dead = new ArrayList<>();
    for (String target : targets(text(document))) {
      int hash = target.indexOf('#');
      String file = hash < 0 ? target : target.substring(0, hash);
      Path path = file.isEmpty() ? document : document.resolveSibling(file).normalize();
      boolean there = Files.exists(path) && path.startsWith(ROOT);
      if (!there || hash >= 0 && !anchors(text(path)).contains(target.substring(hash + 1))) {
        dead.add(target);
      }
    }
    assertThat(dead).isEmpty();
  }

  /** A bar in a cell, even in a command, cuts it in two unless a backslash stands before it. */
  @ParameterizedTest
  @MethodSource("documents")
  void rowsHaveAsManyCellsAsTheirHeading(Path document) throws IOException {
    List<String> wrong = new ArrayList<>();
    long columns = 0;
    for (String line : text(document)) {
      long cells = line.startsWith("|") ? BAR.matcher(line).results().count() : 0;
      if (columns > 0 && cells > 0 && cells != columns) {
        wrong.add(line);
      }
      columns = columns == 0 || cells == 0 ? cells : columns;
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void anchorsAreThoseOfGitHub() {
    List<String> text = List.of("# What's `new`: a_b-c", "## [Twice](x.md)", "## Twice", "text #3");
    assertThat(anchors(text)).containsExactlyInAnyOrder("whats-new-a_b-c", "twice", "twice-1");
  }

  /** The lines outside of fenced blocks. */
  private static List<String> text(Path document) throws IOException {
    List<String> text = new ArrayList<>();
    boolean fenced = false;
    for (String line : Files.readAllLines(document)) {
      boolean fence = line.strip().startsWith("```");
      fenced ^= fence;
      if (!fenced && !fence) {
        text.add(line);
      }
    }
    return text;
  }

  private static List<String> targets(List<String> text) {
    return text.stream()
        .map(line -> line.replaceAll("`[^`]*`", ""))
        .flatMap(line -> LINK.matcher(line).results())
        .map(DocumentLinksTest::target)
        .filter(target -> !ELSEWHERE.matcher(target).matches())
        .toList();
  }

  private static String target(MatchResult link) {
    return Stream.of(1, 2, 3).map(link::group).filter(group -> group != null).findFirst().get();
  }

  private static Set<String> anchors(List<String> text) {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> used = new HashMap<>();
    for (String line : text) {
      ANCHOR.matcher(line).results().forEach(anchor -> anchors.add(anchor.group(1)));
      if (line.matches("#{1,6} .*")) {
        String heading = line.replaceFirst("#+ +", "").replaceAll("\\]\\([^)]*\\)", "");
        String slug =
            heading
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
        int count = used.merge(slug, 1, Integer::sum);
        anchors.add(count == 1 ? slug : slug + "-" + (count - 1));
      }
    }
    return anchors;
  }
}
