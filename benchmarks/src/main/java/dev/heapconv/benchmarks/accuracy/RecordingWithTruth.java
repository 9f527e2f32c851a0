package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.HeapConv;
import dev.heapconv.benchmarks.traces.HeapTrace;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A recording ({@code NAME.pftrace}) of a program that counted its own allocations by site ({@code
 * NAME.truth.json}), estimated after its sites were made the leaf functions of its stacks.
 */
final class RecordingWithTruth {

  private static final String TRUTH = ".truth.json";

  /**
   * A site of the program: what was recorded of it, the sum of the estimates of its stacks in each
   * view, and what it counted.
   */
  record Site(String name, RecordedStack recorded, Range[] estimates, ViewTotals truth) {}

  private final String name;
  private final long interval;
  private final List<Site> sites;

  private RecordingWithTruth(String name, long interval, List<Site> sites) {
    this.name = name;
    this.interval = interval;
    this.sites = sites;
  }

  /** All recordings of a directory whose truth is known by site, sorted by interval. */
  static List<RecordingWithTruth> in(Path directory) throws IOException {
    Map<Long, RecordingWithTruth> found = new TreeMap<>();
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path truth : (Iterable<Path>) files.filter(RecordingWithTruth::isTruth)::iterator) {
        RecordingWithTruth recording = read(truth);
        found.put(recording.interval, recording);
      }
    }
    return List.copyOf(found.values());
  }

  private static boolean isTruth(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("truth_i") && name.endsWith(TRUTH);
  }

  /** Reads {@code NAME.truth.json} and the recording beside it. */
  static RecordingWithTruth read(Path truth) throws IOException {
    String file = truth.getFileName().toString();
    String name = file.substring(0, file.length() - TRUTH.length());
    RecordedProfile profile =
        HeapConv.read(
            InputSource.file(truth.resolveSibling(name + ".pftrace")), ReadOptions.DEFAULT);
    JsonNode root = new ObjectMapper().readTree(Files.readAllBytes(truth));
    RecordedHeap heap =
        profile.heaps().stream()
            .filter(h -> h.info().heap().equals(root.path("heap").asString()))
            .findFirst()
            .orElseThrow();
    Map<String, ViewTotals> truths = new LinkedHashMap<>();
    Map<String, RecordedStack> bySite = new LinkedHashMap<>();
    for (JsonNode site : root.path("sites")) {
      truths.put(
          key(site.path("function").asString(), site.path("caller").asString()), totals(site));
    }
    long interval = heap.info().samplingInterval();
    HeapTrace trace = new HeapTrace(interval);
    for (int row = 0; row < heap.rows(); row++) {
      List<String> functions = functions(profile.stacks(), heap.stack(row));
      String site = siteOf(functions, truths);
      if (site != null) {
        RecordedStack stack = recorded(heap, row);
        bySite.merge(site, stack, RecordedStack::plus);
        // In place of the allocator and the profiler, which tables leave out.
        List<String> named = new ArrayList<>(functions);
        named.subList(0, firstSite(functions)).clear();
        named.add(0, site);
        trace.add(named, stack.allocs(), stack.allocBytes(), stack.frees(), stack.freeBytes());
      }
    }
    Map<String, Range[]> estimates =
        Outputs.byFunction(
            Outputs.estimate(Outputs.read(name, trace.toByteArray()), Settings.LEVEL));
    List<Site> sites = new ArrayList<>();
    truths.forEach(
        (site, counted) -> {
          if (bySite.containsKey(site)) {
            sites.add(new Site(site, bySite.get(site), estimates.get(site), counted));
          }
        });
    return new RecordingWithTruth(name, interval, sites);
  }

  private static RecordedStack recorded(RecordedHeap heap, int row) {
    return new RecordedStack(
        heap.allocCount(row),
        heap.allocBytes(row),
        heap.allocCount(row) - heap.liveCount(row),
        heap.allocBytes(row) - heap.liveBytes(row));
  }

  private static ViewTotals totals(JsonNode site) {
    return new ViewTotals(
        site.path("alloc_count").asDouble(),
        site.path("alloc_bytes").asDouble(),
        site.path("kept_count").asDouble(),
        site.path("kept_bytes").asDouble());
  }

  /** The names of the functions of a stack from the leaf to the root. */
  private static List<String> functions(StackTable stacks, int stack) {
    List<String> names = new ArrayList<>();
    for (int at = stack; at != StackTable.ROOT; at = stacks.parent(at)) {
      for (SourceLine line : stacks.lines(stacks.frame(at))) {
        names.add(bare(line.function()));
      }
    }
    return names;
  }

  private static int firstSite(List<String> names) {
    int first = 0;
    while (!names.get(first).startsWith("site_")) {
      first++;
    }
    return first;
  }

  /** The site of a stack; a function's calls of itself count as a depth. */
  private static String siteOf(List<String> names, Map<String, ?> sites) {
    for (int i = 0; i + 1 < names.size(); i++) {
      if (!names.get(i).startsWith("site_")) {
        continue;
      }
      int last = i;
      while (last + 1 < names.size() && names.get(last + 1).equals(names.get(i))) {
        last++;
      }
      String recursive = names.get(i) + " depth=" + (last - i);
      for (int caller = last + 1; caller < names.size(); caller++) {
        for (String name : new String[] {names.get(i), recursive}) {
          String key = name + " <- " + names.get(caller);
          if (sites.containsKey(key)) {
            return key;
          }
        }
      }
    }
    return null;
  }

  private static String key(String function, String caller) {
    int depth = function.indexOf(" depth=");
    String suffix = depth < 0 ? "" : function.substring(depth);
    return bare(depth < 0 ? function : function.substring(0, depth))
        + suffix
        + " <- "
        + bare(caller);
  }

  /** Without parameters, template arguments and result type: the truth has them for some only. */
  private static String bare(String function) {
    int end = 0;
    while (end < function.length() && "(<".indexOf(function.charAt(end)) < 0) {
      end++;
    }
    String name = function.substring(0, end);
    return name.substring(name.lastIndexOf(' ') + 1);
  }

  String name() {
    return name;
  }

  long interval() {
    return interval;
  }

  /** The sites that appear in the recording. */
  List<Site> sites() {
    return sites;
  }
}
