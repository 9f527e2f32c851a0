package dev.heapconv.cli;

import static java.util.Map.entry;

import dev.heapconv.Format;
import dev.heapconv.model.View;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What users of pprof, jeprof, traceconv, jfrconv, heaptrack_print, ms_print and flamegraph.pl type
 * out of habit, and what does it here.
 */
final class OtherTools {

  private static final String TABLE = "heapconv top INPUT";
  private static final String CONVERT = "heapconv INPUT -o OUT, whose extension selects the format";
  private static final String PAGE = "heapconv INPUT -o report.html";
  private static final String BROWSER =
      "heapconv INPUT --open, which shows the report in a browser";
  private static final String PPROF = "heapconv INPUT -o out.pb.gz";
  private static final String STACKS = "heapconv INPUT -o out.folded";
  private static final String FOLDER = "heapconv INPUT -o DIR/, a pprof file for each heap";
  private static final String NAMES = "heapconv TRACE --symbols PATH -o named.pftrace";
  private static final String DIFFERENCE = "heapconv diff BASE NEW";
  private static final String ROWS = "heapconv top -n N INPUT";
  private static final String PEEK = "heapconv top --peek REGEX INPUT";
  private static final String MEMBERS = "heapconv info INPUT";
  private static final String PICTURE = "heapconv INPUT -o flame.svg";
  private static final String RECORDS =
      "heapconv accuracy --config PROCESS, which prints what Perfetto needs to record";

  /** By the first word of a command line, where no file has that name. */
  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          entry("convert", CONVERT),
          entry("export", CONVERT),
          entry("import", CONVERT),
          entry("traceconv", CONVERT),
          entry("text", TABLE),
          entry("print", TABLE),
          entry("report", PAGE),
          entry("show", TABLE),
          entry("summary", TABLE),
          entry("stats", TABLE),
          entry("table", TABLE),
          entry("view", BROWSER),
          entry("web", BROWSER),
          entry("open", BROWSER),
          entry("gui", BROWSER),
          entry("serve", BROWSER),
          entry("html", PAGE),
          entry("flamegraph", PICTURE),
          entry("flame", PICTURE),
          entry("svg", PICTURE),
          entry("profile", FOLDER),
          entry("pprof", PPROF),
          entry("speedscope", "heapconv INPUT -o out.speedscope.json"),
          entry("collapse", STACKS),
          entry("folded", STACKS),
          entry("json", "heapconv top --json INPUT"),
          entry("csv", "heapconv INPUT -o out.csv"),
          entry("symbolize", NAMES),
          entry("deobfuscate", "heapconv TRACE --proguard-map FILE -o named.pftrace"),
          entry("bundle", NAMES),
          entry("peek", PEEK),
          entry("list", PEEK),
          entry("tree", "heapconv top --tree INPUT"),
          entry("leaks", "heapconv growth INPUT, for a recording with several dumps"),
          entry("base", DIFFERENCE),
          entry("difference", DIFFERENCE),
          entry("add", "heapconv merge INPUT... -o OUT"),
          entry("sum", "heapconv merge INPUT... -o OUT"),
          entry("ls", MEMBERS),
          entry("dump", MEMBERS),
          entry("inspect", MEMBERS),
          entry("record", RECORDS),
          entry("collect", RECORDS),
          entry("attach", RECORDS),
          entry("run", RECORDS),
          entry("heap_profile", RECORDS),
          entry("version", "heapconv --version"));

  /** By the name of an option, without its dashes. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          entry("top", TABLE),
          entry("text", TABLE),
          entry("tree", "heapconv top --tree INPUT"),
          entry("peek", PEEK),
          entry("list", PEEK),
          entry("weblist", PEEK),
          entry("traces", STACKS),
          entry("raw", STACKS),
          entry("collapsed", STACKS),
          entry("folded", STACKS),
          entry("proto", PPROF),
          entry("pprof", PPROF),
          entry("http", BROWSER),
          entry("web", BROWSER),
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
          entry("base", DIFFERENCE),
          entry("diff_base", DIFFERENCE),
          entry("diff", DIFFERENCE),
          entry("normalize", DIFFERENCE),
          entry("drop_negative", DIFFERENCE),
          entry("nodecount", ROWS),
          entry("nodefraction", ROWS),
          entry("edgefraction", ROWS),
          entry("maxdegree", ROWS),
          entry("top-n", ROWS),
          entry("count", ROWS),
          entry("threshold", ROWS),
          entry("sample_index", "--view space, objects, alloc_space or alloc_objects"),
          entry("total", "--view alloc_space"),
          entry("alloc", "--view alloc_space"),
          entry("nativemem", "--heap NAME; heapconv info INPUT lists the heaps"),
          entry("leak", "--view space"),
          entry("show", "--focus REGEX"),
          entry("include", "--focus REGEX"),
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
          entry("package", "--process NAME"),
          entry("timestamps", "--dump NUMBER, first, last or max; heapconv info lists the times"),
          entry("timestamp", "--dump NUMBER, first, last or max; heapconv info lists the times"),
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
    return Stream.of(COMMANDS, OPTIONS).flatMap(of -> of.values().stream()).toList();
  }

  /** What does here what an option does elsewhere; empty if no tool is known to have it. */
  static String insteadOfOption(String option) {
    String name = option.replaceFirst("^--?", "").toLowerCase(Locale.ROOT);
    if (!View.ours(name).equals(name) || OutputOptions.viewNames().contains(name)) {
      return "--view " + View.ours(name);
    }
    return OPTIONS.getOrDefault(name, "");
  }

  /**
   * What a word that is no file may have been meant for, as the end of a message; empty if it is
   * like nothing.
   */
  static String insteadOfFile(String word) {
    String command = COMMANDS.get(word.toLowerCase(Locale.ROOT));
    if (command != null) {
      return "; try: " + command;
    }
    if (word.matches("-\\d+")) {
      return "; for " + word.substring(1) + " rows: -n " + word.substring(1);
    }
    boolean isWritten =
        Format.ofFileName(word)
            .filter(format -> !format.has(Format.Property.OF_RECORDING))
            .isPresent();
    return isWritten ? "; to write it: -o " + word : "";
  }
}
