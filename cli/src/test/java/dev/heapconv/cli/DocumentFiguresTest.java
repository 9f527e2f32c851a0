package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures of the documents are those of the program, and of what the recorded programs counted. */
@Tag("slow")
class DocumentFiguresTest {

  private static final Pattern HEADER =
      Pattern.compile(
          "(?m)^(?:Live|Uncollected|Allocated) +(\\S+ \\S+(?: \u00b1\\d+ %)?)"
              + "(?: +(\\S+) objects(?: (\\S+(?: %)?))?)?.*$");

  private static String number(long number) {
    return HumanNumbers.withSeparators(number);
  }

  /** A document in one line. */
  private static String text(String document) throws IOException {
    return Files.readString(TestData.root().resolve(document)).replaceAll("\\s+", " ");
  }

  private static JsonNode truth(String file) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(TestData.own(file + ".truth.json")));
  }

  private static JsonNode top(Path recording) {
    return TruthSite.run(recording);
  }

  private static Map<String, TruthSite> sites(String recording) throws IOException {
    return TruthSite.of(TestData.recording(recording), truth("heapprofd/" + recording));
  }

  @Test
  void theReadmeSaysHowNearTheTruthCountsAre() throws IOException {
    Map<String, TruthSite> fine = sites("truth_i512");
    Map<String, TruthSite> usual = sites("truth_i4096");
    String readme = text("README.md");
    assertThat(readme)
        .contains(
            fine.get("site_16_kept").row("16 bytes each"),
            fine.get("site_64_kept").row("64 bytes"),
            fine.get("site_256_kept").row("256 bytes"),
            fine.get("site_1000_kept").row("1,000 bytes"),
            usual.get("site_16_kept").row("**16 bytes, sampled every 4,096 bytes**"),
            "records %d of %s small objects;"
                .formatted(
                    usual.get("site_16_kept").recorded(),
                    number(usual.get("site_16_kept").truth())));
    List<String> found = new ArrayList<>();
    long within = 0;
    int all = 0;
    for (int interval : new int[] {512, 4096, 32768}) {
      List<TruthSite> sites = List.copyOf(sites("truth_i" + interval).values());
      long near = sites.stream().filter(site -> site.isNear(site.value())).count();
      long raw = sites.stream().filter(site -> site.isNear(site.recorded())).count();
      within += sites.stream().filter(TruthSite::holds).count();
      String of =
          all == 0
              ? near + " of " + sites.size() + " call sites are within a factor of two"
              : "" + near;
      all += sites.size();
      found.add("at " + number(interval) + " bytes " + of + " (raw counts: " + raw + ")");
    }
    assertThat(readme)
        .containsIgnoringCase(String.join(", ", found) + ". ")
        .contains(within + " of " + all + " intervals hold the truth");
  }

  /** The sites with most allocations are in the table, and one whose sizes differ. */
  @Test
  void theReadmeSaysWhatTheBinaryAdds() throws IOException {
    String readme = text("README.md");
    Map<String, TruthSite> alone = TruthSite.ofCode("shelf", 4096);
    Map<String, TruthSite> known = TruthSite.ofCode("shelf", 4096, "--symbols");
    List<String> largest =
        known.keySet().stream()
            .filter(name -> known.get(name).isOfOneSize())
            .sorted(Comparator.comparing(name -> -known.get(name).truth()))
            .limit(5)
            .toList();
    List<String> found = new ArrayList<>();
    for (String name : largest) {
      found.add(rowOfCode(name, known.get(name).size(), alone, known));
    }
    assertThat(known.get("shelf::shape").size()).isEqualTo("600..6000");
    found.add(rowOfCode("shelf::shape", "600 or 6,000", alone, known));
    for (String[] option : new String[][] {{}, {"--symbols"}}) {
      List<TruthSite> sites = new ArrayList<>();
      for (int interval : TruthSite.CODE_INTERVALS) {
        for (String program : TruthSite.CODE_PROGRAMS) {
          sites.addAll(TruthSite.ofCode(program, interval, option).values());
        }
      }
      sites.removeIf(site -> !site.isOfOneSize());
      double[] widths =
          sites.stream().mapToDouble(s -> (double) s.high() / s.low()).sorted().toArray();
      found.add(
          "%d of %d are within a factor of two, %d intervals hold the truth, and the median of"
                  .formatted(
                      sites.stream().filter(site -> site.isNear(site.value())).count(),
                      sites.size(),
                      sites.stream().filter(TruthSite::holds).count())
              + String.format(Locale.ROOT, " upper/lower end is %.1f", widths[widths.length / 2]));
    }
    assertThat(readme).contains(found);
  }

  private static String rowOfCode(
      String name, String size, Map<String, TruthSite> alone, Map<String, TruthSite> known) {
    TruthSite site = known.get(name);
    return "| `%s`, %s bytes | %s | %s | %s | %s |"
        .formatted(
            name.replace("shelf::", ""),
            size,
            number(site.truth()),
            number(site.recorded()),
            alone.get(name).estimate(),
            site.estimate());
  }

  @Test
  void theReadmeBeginsWithWhatTheProgramPrints() throws IOException {
    String trace = TestData.recording("truth_i4096").toString();
    String printed =
        CommandRun.of("-q", "--view", "alloc_objects", "--filter", "site_16_kept", trace)
            .isOk()
            .out();
    Matcher figure =
        Pattern.compile("how sure it is: (~\\S+ \\(\\S+\\))\\.").matcher(text("README.md"));
    assertThat(figure.find()).isTrue();
    assertThat(printed).contains(figure.group(1) + " ");
    assertThat(text("docs/comparison.md")).contains("| 60,000 | 240 | " + figure.group(1) + " |");
  }

  /** The last cell of a row is what the first lines of the table say. */
  @ParameterizedTest
  @CsvSource({
    "A heapprofd trace, allocated bytes, heapprofd/truth_i4096.pftrace, 1, 1",
    "A heapprofd trace, allocated objects, heapprofd/truth_i4096.pftrace, 1, 2",
    "A jemalloc dump, allocated objects, alloc/jemalloc/je530_lg15_t1_acc1.heap, 1, 2",
    "A jemalloc dump, allocated bytes, alloc/jemalloc/je530_lg15_t1_acc1.heap, 1, 1",
    "A Go heap profile, allocated objects, alloc/go/go123_rate524288.allocs.pb.gz, 1, 2",
    "A JFR recording, live native bytes, alloc/jfr/nat_ap_nativemem64k.jfr, 0, 1",
    "A JFR recording, live native blocks, alloc/jfr/nat_ap_nativemem64k.jfr, 0, 2",
    "A JFR recording, allocated Java objects, alloc/jfr/give_ap_live16k.jfr, 1, 2",
    "A JFR recording, allocated Java bytes, alloc/jfr/give_ap_live16k.jfr, 1, 1",
    "A JFR recording, live bytes on the Java heap, alloc/jfr/give_ap_live16k.jfr, 0, 1",
  })
  void comparisonsHaveTheNumbersOfTheProgram(
      String section, String label, String file, int line, int part) throws IOException {
    String out = CommandRun.of("-q", "-n", "1", TestData.own(file).toString()).isOk().out();
    Matcher header = HEADER.matcher(out);
    for (int i = 0; i <= line; i++) {
      assertThat(header.find()).as(out).isTrue();
    }
    String certainty = header.group(3) == null ? "" : " " + header.group(3);
    String cell = part == 1 ? header.group(1) : header.group(2) + certainty;
    assertThat(row(section, label)).endsWith("| " + cell + " |");
  }

  private static String row(String section, String label) throws IOException {
    String document = Files.readString(TestData.root().resolve("docs/comparison.md"));
    String after = document.substring(document.indexOf("\n## " + section));
    return after
        .lines()
        .filter(line -> line.startsWith("| " + label))
        .findFirst()
        .orElseThrow(() -> new AssertionError(section + ": " + label));
  }

  @Test
  void comparisonsHaveTheTruth() throws IOException {
    JsonNode heapprofd = truth("heapprofd/truth_i4096").get("sites");
    long count = heapprofd.valueStream().mapToLong(site -> site.get("alloc_count").asLong()).sum();
    long bytes = heapprofd.valueStream().mapToLong(site -> site.get("alloc_bytes").asLong()).sum();
    long recorded =
        top(TestData.recording("truth_i4096")).at("/totals/alloc_objects/samples").asLong();
    assertThat(row("A heapprofd trace", "allocated objects"))
        .startsWith("| allocated objects | " + number(count) + " | " + number(recorded) + " |");
    assertThat(row("A heapprofd trace", "allocated bytes"))
        .startsWith("| allocated bytes | " + HumanNumbers.exact(bytes, true) + " |");
    assertThat(row("A heapprofd trace", "objects of `site_40000_kept`"))
        .endsWith(sites("truth_i4096").get("site_40000_kept").truth() + " | 400 | 400 |");
    JsonNode jemalloc = truth("alloc/jemalloc/je530_lg15_t1_acc1").get("total");
    assertThat(row("A jemalloc dump", "allocated objects"))
        .contains("| " + number(jemalloc.get("alloc_objects").asLong()) + " |");
    assertThat(row("A jemalloc dump", "allocated bytes"))
        .contains("| " + number(jemalloc.get("alloc_usable").asLong()) + " |");
    JsonNode go = truth("alloc/go/go123_rate524288").get("total");
    assertThat(row("A Go heap profile", "allocated objects"))
        .contains("| " + number(go.get("alloc_objects").asLong()) + " |");
  }
}
