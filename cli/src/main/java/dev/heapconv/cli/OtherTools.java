package dev.heapconv.cli;

import static java.util.stream.Collectors.joining;

import dev.heapconv.model.View;
import java.util.HashMap;
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

  private static final String TABLE = "heapconv INPUT";
  private static final String CONVERT = "heapconv INPUT -o OUT, whose extension selects the format";
  private static final String PAGE = "heapconv INPUT -o report.html";
  private static final String BROWSER =
      "heapconv INPUT --open, which shows the report in a browser";
  private static final String PPROF = "heapconv INPUT -o out.pb.gz";
  private static final String STACKS = "heapconv INPUT -o out.folded";
  private static final String FOLDER = "heapconv INPUT -o DIR/, a pprof file for each heap";
  private static final String NAMES = "heapconv TRACE --symbols PATH -o named.pftrace";
  private static final String DIFFERENCE = "heapconv diff BASE NEW";
  private static final String ROWS = "heapconv -n N INPUT";
  private static final String PEEK = "heapconv --peek REGEX INPUT";
  private static final String LIST = "heapconv --list REGEX INPUT";
  private static final String MEMBERS = "heapconv info INPUT";
  private static final String PICTURE = "heapconv INPUT -o flame.svg";
  private static final String TREE = "heapconv --tree INPUT";
  private static final String CELLS = "heapconv INPUT -o out.csv";
  private static final String MERGED = "heapconv --add INPUT... -o OUT";
  private static final String INPUT = "leave it out: inputs need no option";
  private static final String LOOKS = "leave it out: pictures choose their size and words";
  private static final String OF_HEAPS = "leave it out: heapconv reads heap profiles only";
  private static final String RECORDS =
      "heapconv plan --config PROCESS, which prints what Perfetto needs to record";

  /** Tools by their names; what follows them may say more. */
  private static final Map<String, String> TOOLS =
      advice(
          "heapconv --help",
          "heapconv",
          TABLE,
          "go tool pprof jeprof google-pprof perf memray heaptrack_print ms_print",
          CONVERT,
          "traceconv trace_to_text jfrconv",
          CELLS,
          "trace_processor trace_processor_shell",
          PICTURE,
          "jfr2flame flamegraph.pl inferno-flamegraph",
          PPROF,
          "jfr2pprof",
          PAGE,
          "heaptrack_gui massif-visualizer",
          RECORDS,
          "heap_profile heaptrack perfetto asprof profiler.sh valgrind adb");

  /** Commands of such tools that are not like one of their options. */
  private static final Map<String, String> COMMANDS =
      advice(
          CONVERT,
          "convert export import transform systrace ctrace",
          TABLE,
          "print show summary stats table",
          PAGE,
          "report",
          BROWSER,
          "view open gui serve",
          PICTURE,
          "flame",
          FOLDER,
          "profile",
          "heapconv INPUT -o out.speedscope.json",
          "speedscope",
          STACKS,
          "collapse script",
          "heapconv --json INPUT",
          "json",
          CELLS,
          "csv",
          NAMES,
          "symbolize bundle",
          "heapconv TRACE --proguard-map FILE -o named.pftrace",
          "deobfuscate",
          LIST,
          "annotate",
          DIFFERENCE,
          "difference compare compare-to",
          MERGED,
          "add sum",
          "heapconv plan",
          "accuracy",
          "heapconv help completion SHELL",
          "completion",
          MEMBERS,
          "ls dump inspect",
          RECORDS,
          "record collect attach run start",
          "heapconv --version",
          "version");

  /** By the name of an option, without its dashes. */
  private static final Map<String, String> OPTIONS =
      advice(
          TABLE,
          "top text flat stdio interactive",
          TREE,
          "tree call_tree call-graph g",
          PEEK,
          "peek",
          LIST,
          "list weblist",
          STACKS,
          "traces raw f collapsed folded",
          PPROF,
          "proto pprof callgrind",
          PAGE,
          "html",
          BROWSER,
          "http httpd web",
          PICTURE,
          "svg png gif pdf ps dot gv evince eog flamegraph print-flamegraph",
          CELLS,
          "q query query-file query-string sql xls xlsx",
          DIFFERENCE,
          "base diff_base diff normalize drop_negative",
          MERGED,
          "merge",
          ROWS,
          "nodecount nodefraction edgefraction maxdegree trim top-n count threshold",
          "--raw",
          "samples unsampled unskew",
          "--view space, objects, alloc_space or alloc_objects",
          "sample_index",
          "--view alloc_space",
          "total alloc",
          "--heap NAME; heapconv info INPUT lists the heaps",
          "nativemem",
          "--view space",
          "leak",
          "heapconv growth INPUT, for a recording with several dumps",
          "leaks",
          "heapconv --view alloc_objects INPUT",
          "temporary-allocations print-allocators",
          "--view VIEW",
          "flamegraph-cost-type",
          "--focus REGEX",
          "show include retain show_from",
          "--ignore REGEX",
          "hide exclude prune_from",
          "heapconv --by label:NAME --filter REGEX INPUT",
          "tagfocus",
          "heapconv --by label:NAME INPUT",
          "tagshow tagroot tags",
          "heapconv --by function, line, file or library INPUT",
          "granularity",
          "heapconv --by function INPUT",
          "functions",
          "heapconv --by file INPUT",
          "files",
          "heapconv --by line INPUT",
          "lines",
          "heapconv --by stack INPUT",
          "addresses",
          "--symbols PATH",
          "lib_prefix add_lib tools buildid symbolize",
          "--proguard-map FILE",
          "mapping map",
          "--process PID or NAME",
          "pid p",
          "--process NAME",
          "package package-name name",
          "--dump NUMBER, first, last or max; heapconv info lists the times",
          "timestamps timestamp from to",
          INPUT,
          "i input file",
          MEMBERS,
          "java-heap",
          OF_HEAPS,
          "perf perf-profile cpu wall lock state",
          LOOKS,
          "title subtitle width height minwidth fonttype fontsize colors countname "
              + "nametype x y compact_labels",
          "leave it out: same stacks are one row",
          "merge-backtraces",
          RECORDS,
          "d e duration event seconds",
          "leave it out: names are written as they are",
          "no-annotations",
          "heapconv --dump max INPUT",
          "print-peaks",
          "heapconv --view space INPUT",
          "print-leaks",
          "-o DIR/",
          "output-dir",
          "-o OUT",
          "out",
          "leave it out: units are chosen to be read, and -f csv has bytes",
          "unit",
          "leave it out: -f csv has bytes",
          "show_bytes",
          "heapconv --peek REGEX INPUT, for the callers of a function",
          "reverse inverted",
          // What this program had itself; docs/dev/rationale.md has the same.
          "--add",
          "by-process",
          "leave it out: without the final profile, --lifetime warns",
          "allow-partial",
          "-o report.html, whose page has a switch for them, or -o out.pb.gz, which has them",
          "allocator-frames",
          "-n N, the number of paths, or -n 0 for all",
          "tree-min",
          "-n 0",
          "all",
          "INPUT#A INPUT#B",
          "dumps",
          "-j N, or --by thread for rows by thread",
          "threads",
          "--symbols URL",
          "debuginfod",
          "HEAPCONV_SYMBOLS= before the command, so that heapconv reads no binaries",
          "no-code-sizes",
          "leave it out: heapconv sees whether names end with NUL characters",
          "0 null",
          "HEAPCONV_SYMBOLS=, and PERFETTO_PROGUARD_MAP=, before the command",
          "no-symbols",
          "XDG_CACHE_HOME=DIR before the command",
          "no-symbol-cache",
          "leave it out: progress is shown on a terminal only, and not with -q",
          "no-progress",
          "heapconv fleet add TABLE PATH...",
          "table",
          "heapconv --add INPUT... -o FILE, or heapconv fleet for many",
          "merge-into",
          "heapconv fleet TABLE --by KEY,function",
          "group-by",
          "leave it out: any number may add to a table at once",
          "part",
          "leave it out: recordings are added to what a table has",
          "add-to-day",
          "leave it out: fleet add counts copies once",
          "dedupe",
          "heapconv fleet add, which writes no file per input",
          "totals-only",
          "--resume after deleting the lines of failed inputs in manifest.jsonl",
          "retry-failed",
          "leave it out: status 5 says that inputs failed, and the manifest which",
          "max-failures",
          "'TABLE?version_code=1201&date>=2026-11-17', or SQL over the views of docs/table.md",
          "where",
          "--device '[^/]+$' where the table is written: each recording is then a device",
          "pair");

  private OtherTools() {}

  /**
   * Advice by the words that it is for.
   *
   * @param advice each followed by its words, with spaces between them
   */
  private static Map<String, String> advice(String... advice) {
    Map<String, String> byWord = new HashMap<>();
    for (int i = 0; i < advice.length; i += 2) {
      for (String word : advice[i + 1].split(" ")) {
        byWord.put(word, advice[i]);
      }
    }
    return Map.copyOf(byWord);
  }

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
