package dev.heapconv.cli;

import dev.heapconv.query.HumanNumbers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a function of a recorded program really allocated, beside what heapconv says.
 *
 * @param truth the number of allocations
 * @param size of each in bytes, as the truth has it: more than a number if they differ
 * @param recorded those that were recorded
 * @param value the estimate, with the ends of its interval
 * @param stated the size that the code states; 0 if it states none
 */
record TruthSite(
    long truth, String size, long recorded, long value, long low, long high, long stated) {

  /** Of testdata/code. */
  static final List<String> CODE_PROGRAMS = List.of("shelf", "shelf-arm64", "shelf-rust");

  static final List<Integer> CODE_INTERVALS = List.of(4096, 4099, 32768);

  boolean isNear(long count) {
    return truth <= 2 * count && count <= 2 * truth;
  }

  boolean holds() {
    return low <= truth && truth <= high;
  }

  boolean isOfOneSize() {
    return size.matches("\\d+");
  }

  String row(String label) {
    String interval = low == high ? "exact" : number(low) + " \u2013 " + number(high);
    List<String> numbers = List.of(number(truth), number(recorded), number(value), interval);
    return "| " + label + " | " + String.join(" | ", numbers) + " |";
  }

  String estimate() {
    return "%s (%s \u2013 %s)".formatted(number(value), number(low), number(high));
  }

  private static String number(long number) {
    return HumanNumbers.withSeparators(number);
  }

  /** What a command answers. */
  static JsonNode run(Path recording, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-q", "--json", recording.toString()));
    return JsonMapper.shared().readTree(CommandRun.of(all.toArray(String[]::new)).isOk().out());
  }

  /**
   * What the functions of a program of testdata/code allocate themselves.
   *
   * @param options {@code --symbols} is with the binaries there
   */
  static Map<String, TruthSite> ofCode(String program, int interval, String... options)
      throws IOException {
    List<String> words = new ArrayList<>();
    for (String option : options) {
      words.add(option);
      if (option.equals("--symbols")) {
        words.add(TestData.own("code/bin").toString());
      }
    }
    JsonNode truth =
        JsonMapper.shared()
            .readTree(Files.readString(TestData.own("code/" + program + ".truth.json")));
    Path recording = TestData.own("code/" + program + "_i" + interval + ".pftrace");
    Map<String, TruthSite> sites = of(recording, truth, words.toArray(String[]::new));
    sites.keySet().removeIf(name -> !name.startsWith("shelf::"));
    return sites;
  }

  /** The recorded functions; those of one function with several callers together. */
  static Map<String, TruthSite> of(Path recording, JsonNode truth, String... options) {
    Map<String, Long> counted = new TreeMap<>();
    Map<String, Set<String>> sizes = new TreeMap<>();
    for (JsonNode site : truth.get("sites")) {
      String function = name(site.get("function").asString());
      counted.merge(function, site.get("alloc_count").asLong(), Long::sum);
      sizes.computeIfAbsent(function, f -> new HashSet<>()).add(site.get("size").asString());
    }
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--limit", "0"));
    Map<String, TruthSite> sites = new TreeMap<>();
    for (JsonNode row : run(recording, all.toArray(String[]::new)).get("rows")) {
      String function = name(row.get("name").asString());
      JsonNode sum = row.at("/self/alloc_objects");
      if (counted.containsKey(function)) {
        Set<String> of = sizes.get(function);
        boolean isStated = row.path("size_source").asString("").equals("code");
        sites.put(
            function,
            new TruthSite(
                counted.get(function),
                of.size() == 1 ? of.iterator().next() : of.toString(),
                sum.get("samples").asLong(),
                sum.get("value").asLong(),
                sum.get("low").asLong(),
                sum.get("high").asLong(),
                isStated ? row.get("size").asLong() : 0));
      }
    }
    return sites;
  }

  /** A function without parameters and what it returns. */
  private static String name(String function) {
    return function
        .replaceAll("^<(\\S+) as \\S+>", "$1")
        .replaceAll("[(<].*| depth=.*", "")
        .replaceAll(".* ", "");
  }
}
