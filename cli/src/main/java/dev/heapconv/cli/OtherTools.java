package dev.heapconv.cli;

import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;

import dev.heapconv.model.View;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What users of pprof, jeprof, traceconv, jfrconv, heaptrack_print, ms_print and flamegraph.pl type
 * out of habit, and what does it here.
 */
final class OtherTools {

  /** Of a program that is named before or after its profile, as pprof and jeprof want it. */
  static final String PROGRAM = "; to take names from a program: --symbols PROGRAM";

  private static final String TABLE = "heapconv top INPUT";
  private static final String CONVERT = "heapconv INPUT -o OUT, whose extension selects the format";
  private static final String PAGE = "heapconv INPUT -o report.html";
  private static final String PPROF = "heapconv INPUT -o out.pb.gz";
  private static final String STACKS = "heapconv INPUT -o out.folded";
  private static final String FOLDER = "heapconv INPUT -o DIR/, a pprof file for each heap";
  private static final String NAMES = "heapconv TRACE --symbols PATH -o named.pftrace";
  private static final String DIFFERENCE = "heapconv diff BASE NEW";
  private static final String ROWS = "heapconv top -n N INPUT";
  private static final String PEEK = "heapconv top --peek REGEX INPUT";
  private static final String MEMBERS = "heapconv info INPUT";
  private static final String PICTURE = "heapconv INPUT -o flame.svg";
  private static final String TREE = "heapconv top --tree INPUT";
  private static final String CELLS = "heapconv INPUT -o out.csv";
  private static final String MERGED = "heapconv merge INPUT... -o OUT";
  private static final String INPUT = "leave it out: inputs need no option";
  private static final String LOOKS = "leave it out: pictures choose their size and words";
  private static final String OF_HEAPS = "leave it out: heapconv reads heap profiles only";
  private static final String RECORDS =
      "heapconv accuracy --config PROCESS, which prints what Perfetto needs to record";

  /** Tools by their names; what follows them may say more. */
  private static final Map<String, String> TOOLS =
      Map.ofEntries(
          entry("heapconv", "heapconv --help"),
          entry("go", TABLE),
          entry("tool", TABLE),
          entry("pprof", TABLE),
          entry("jeprof", TABLE),
          entry("google-pprof", TABLE),
          entry("perf", TABLE),
          entry("memray", TABLE),
          entry("traceconv", CONVERT),
          entry("trace_to_text", CONVERT),
          entry("trace_processor", CELLS),
          entry("trace_processor_shell", CELLS),
          entry("jfrconv", CONVERT),
          entry("jfr2flame", PICTURE),
          entry("jfr2pprof", PPROF),
          entry("flamegraph.pl", PICTURE),
          entry("inferno-flamegraph", PICTURE),
          entry("heaptrack_print", TABLE),
          entry("heaptrack_gui", PAGE),
          entry("ms_print", TABLE),
          entry("massif-visualizer", PAGE),
          entry("heap_profile", RECORDS),
          entry("heaptrack", RECORDS),
          entry("perfetto", RECORDS),
          entry("asprof", RECORDS),
          entry("profiler.sh", RECORDS),
          entry("valgrind", RECORDS),
          entry("adb", RECORDS));

  /** Commands of such tools that are not like one of their options. */
  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          entry("convert", CONVERT),
          entry("export", CONVERT),
          entry("import", CONVERT),
          entry("transform", CONVERT),
          entry("systrace", CONVERT),
          entry("ctrace", CONVERT),
          entry("print", TABLE),
          entry("report", PAGE),
          entry("show", TABLE),
          entry("summary", TABLE),
          entry("stats", TABLE),
          entry("table", TABLE),
          entry("view", PAGE),
          entry("open", PAGE),
          entry("gui", PAGE),
          entry("serve", PAGE),
          entry("flame", PICTURE),
          entry("profile", FOLDER),
          entry("speedscope", "heapconv INPUT -o out.speedscope.json"),
          entry("collapse", STACKS),
          entry("script", STACKS),
          entry("json", "heapconv top --json INPUT"),
          entry("csv", CELLS),
          entry("symbolize", NAMES),
          entry("deobfuscate", "heapconv TRACE --proguard-map FILE -o named.pftrace"),
          entry("bundle", NAMES),
          entry("annotate", PEEK),
          entry("difference", DIFFERENCE),
          entry("compare-to", DIFFERENCE),
          entry("add", MERGED),
          entry("sum", MERGED),
          entry("ls", MEMBERS),
          entry("dump", MEMBERS),
          entry("inspect", MEMBERS),
          entry("record", RECORDS),
          entry("collect", RECORDS),
          entry("attach", RECORDS),
          entry("run", RECORDS),
          entry("start", RECORDS),
          entry("version", "heapconv --version"));

  /** By the name of an option, without its dashes. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          entry("top", TABLE),
          entry("text", TABLE),
          entry("flat", TABLE),
          entry("stdio", TABLE),
          entry("interactive", TABLE),
          entry("tree", TREE),
          entry("call_tree", TREE),
          entry("call-graph", TREE),
          entry("g", TREE),
          entry("peek", PEEK),
          entry("list", PEEK),
          entry("weblist", PEEK),
          entry("traces", STACKS),
          entry("raw", STACKS),
          entry("f", STACKS),
          entry("collapsed", STACKS),
          entry("folded", STACKS),
          entry("proto", PPROF),
          entry("pprof", PPROF),
          entry("http", PAGE),
          entry("httpd", PAGE),
          entry("web", PAGE),
          entry("svg", PICTURE),
          entry("png", PICTURE),
          entry("gif", PICTURE),
          entry("pdf", PICTURE),
          entry("ps", PICTURE),
          entry("dot", PICTURE),
          entry("gv", PICTURE),
          entry("evince", PICTURE),
          entry("eog", PICTURE),
          entry("html", PAGE),
          entry("flamegraph", PICTURE),
          entry("callgrind", PPROF),
          entry("q", CELLS),
          entry("query", CELLS),
          entry("query-file", CELLS),
          entry("query-string", CELLS),
          entry("sql", CELLS),
          entry("xls", CELLS),
          entry("xlsx", CELLS),
          entry("base", DIFFERENCE),
          entry("diff_base", DIFFERENCE),
          entry("diff", DIFFERENCE),
          entry("merge", MERGED),
          entry("normalize", DIFFERENCE),
          entry("drop_negative", DIFFERENCE),
          entry("nodecount", ROWS),
          entry("nodefraction", ROWS),
          entry("edgefraction", ROWS),
          entry("maxdegree", ROWS),
          entry("trim", ROWS),
          entry("top-n", ROWS),
          entry("count", ROWS),
          entry("threshold", ROWS),
          entry("samples", "--unskew none"),
          entry("unsampled", "--unskew none"),
          entry("sample_index", "--view space, objects, alloc_space or alloc_objects"),
          entry("total", "--view alloc_space"),
          entry("alloc", "--view alloc_space"),
          entry("nativemem", "--heap NAME; heapconv info INPUT lists the heaps"),
          entry("leak", "--view space"),
          entry("leaks", "heapconv growth INPUT, for a recording with several dumps"),
          entry("temporary-allocations", "heapconv top --view alloc_objects INPUT"),
          entry("flamegraph-cost-type", "--view VIEW"),
          entry("show", "--focus REGEX"),
          entry("include", "--focus REGEX"),
          entry("retain", "--focus REGEX"),
          entry("show_from", "--focus REGEX"),
          entry("hide", "--ignore REGEX"),
          entry("exclude", "--ignore REGEX"),
          entry("prune_from", "--ignore REGEX"),
          entry("tagfocus", "heapconv top --by label:NAME --filter REGEX INPUT"),
          entry("tagshow", "heapconv top --by label:NAME INPUT"),
          entry("tagroot", "heapconv top --by label:NAME INPUT"),
          entry("tags", "heapconv top --by label:NAME INPUT"),
          entry("granularity", "heapconv top --by function, file or library INPUT"),
          entry("functions", "heapconv top --by function INPUT"),
          entry("files", "heapconv top --by file INPUT"),
          entry("lines", "heapconv top --by file INPUT"),
          entry("threads", "heapconv top --by thread INPUT"),
          entry("addresses", "heapconv top --by stack INPUT"),
          entry("lib_prefix", "--symbols PATH"),
          entry("add_lib", "--symbols PATH"),
          entry("tools", "--symbols PATH"),
          entry("buildid", "--symbols PATH"),
          entry("symbolize", "--symbols PATH, or --no-symbols"),
          entry("mapping", "--proguard-map FILE"),
          entry("map", "--proguard-map FILE"),
          entry("pid", "--process PID or NAME"),
          entry("p", "--process PID or NAME"),
          entry("package", "--process NAME"),
          entry("package-name", "--process NAME"),
          entry("name", "--process NAME"),
          entry("timestamps", "--dump NUMBER, first, last or max; heapconv info lists the times"),
          entry("timestamp", "--dump NUMBER, first, last or max; heapconv info lists the times"),
          entry("from", "--dump NUMBER, first, last or max; heapconv info lists the times"),
          entry("to", "--dump NUMBER, first, last or max; heapconv info lists the times"),
          entry("i", INPUT),
          entry("input", INPUT),
          entry("file", INPUT),
          entry("java-heap", MEMBERS),
          entry("perf", OF_HEAPS),
          entry("perf-profile", OF_HEAPS),
          entry("cpu", OF_HEAPS),
          entry("wall", OF_HEAPS),
          entry("lock", OF_HEAPS),
          entry("state", OF_HEAPS),
          entry("title", LOOKS),
          entry("subtitle", LOOKS),
          entry("width", LOOKS),
          entry("height", LOOKS),
          entry("minwidth", LOOKS),
          entry("fonttype", LOOKS),
          entry("fontsize", LOOKS),
          entry("colors", LOOKS),
          entry("countname", LOOKS),
          entry("nametype", LOOKS),
          entry("x", LOOKS),
          entry("y", LOOKS),
          entry("compact_labels", LOOKS),
          entry("merge-backtraces", "leave it out: same stacks are one row"),
          entry("d", RECORDS),
          entry("e", RECORDS),
          entry("duration", RECORDS),
          entry("event", RECORDS),
          entry("no-annotations", "leave it out: names are written as they are"),
          entry("print-peaks", "heapconv top --dump max INPUT"),
          entry("print-leaks", "heapconv top --view space INPUT"),
          entry("print-allocators", "heapconv top --view alloc_objects INPUT"),
          entry("print-flamegraph", PICTURE),
          entry("output-dir", "-o DIR/"),
          entry("out", "-o OUT"),
          entry("unit", "leave it out: units are chosen to be read, and -f csv has bytes"),
          entry("show_bytes", "leave it out: -f csv has bytes"),
          entry("reverse", "heapconv top --peek REGEX INPUT, for the callers of a function"),
          entry("inverted", "heapconv top --peek REGEX INPUT, for the callers of a function"),
          entry("seconds", RECORDS));

  private OtherTools() {}

  /** All that is said, for a test. */
  static List<String> advice() {
    return Stream.of(TOOLS, COMMANDS, OPTIONS).flatMap(of -> of.values().stream()).toList();
  }

  /** What does here what an option does elsewhere; empty if no tool is known to have it. */
  static String insteadOfOption(String option) {
    String name = option.replaceFirst("^--?", "").replaceFirst("=.*", "").toLowerCase(Locale.ROOT);
    if (!View.ours(name).equals(name) || OutputOptions.viewNames().contains(name)) {
      return "--view " + View.ours(name);
    }
    return OPTIONS.getOrDefault(name, "");
  }

  /** What does here what a word does elsewhere as a command or a format; empty if none has it. */
  static String insteadOfWord(String word) {
    String name = word.toLowerCase(Locale.ROOT);
    String option = OPTIONS.getOrDefault(name, "");
    String alike = option.startsWith("heapconv ") ? option : TOOLS.getOrDefault(name, "");
    return COMMANDS.getOrDefault(name, name.length() > 1 ? alike : "");
  }

  /**
   * What does here what a command line does that begins with the name of another tool, or with one
   * of its commands; empty if it does not.
   */
  static String insteadOfLine(String[] words) {
    String instead = "";
    int at = 0;
    for (; at < words.length; at++) {
      String tool = TOOLS.get(words[at].replaceFirst(".*/", ""));
      if (tool == null) {
        break;
      }
      instead = tool;
    }
    String next = at == words.length ? "" : words[at];
    if (Subcommands.names().contains(next) && at > 0) {
      return "heapconv " + next;
    }
    String more = insteadOfWord(next.replaceFirst(at == 0 ? "^$" : "^--?", ""));
    instead = more.isEmpty() ? instead : more;
    if (next.matches("\\d+")) {
      instead = RECORDS;
    }
    if (instead.isEmpty() || instead.equals(RECORDS)) {
      return instead;
    }
    return Stream.concat(Stream.of(instead), Stream.of(words).map(OtherTools::insteadOfOwnOption))
        .filter(Predicate.not(String::isEmpty))
        .distinct()
        .collect(joining("; "));
  }

  /** What option does here what a word does elsewhere as an option; empty if none does. */
  private static String insteadOfOwnOption(String word) {
    String option = word.startsWith("-") ? insteadOfOption(word) : "";
    return option.startsWith("--") ? option : "";
  }
}
