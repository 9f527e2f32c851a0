package dev.heapconv.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page, from the texts of the help, in the form that {@code man} reads: man(7). */
final class ManPage {

  private static final Map<String, String> VARIABLES =
      Map.of(
          NamingOptions.SYMBOLS_VARIABLE,
          "Where symbols are, if --symbols is not given.",
          NamingOptions.PERFETTO_SYMBOLS_VARIABLE,
          "Likewise, if the one before is not set; folders joined by colons, as for traceconv.",
          NamingOptions.MAPS_VARIABLE,
          "Maps of R8 or ProGuard, if --proguard-map is not given.",
          NativeNames.SYMBOLIZER_VARIABLE,
          "The llvm-symbolizer to use for source lines, instead of the one on the PATH.",
          "HEAPCONV_JAVA_OPTS",
          "Options for the Java virtual machine, such as -Xmx8g.",
          "JAVA_HOME",
          "The Java to run with, instead of the one on the PATH.",
          "NO_COLOR",
          "If set, tables have no colors unless --color says so.",
          "XDG_CACHE_HOME",
          "Where downloads are kept for further runs (default: ~/.cache).");

  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  static String of(CommandLine root) {
    return new ManPage().program(root);
  }

  private String program(CommandLine root) {
    CommandSpec program = root.getCommandSpec();
    UsageMessageSpec help = program.usageMessage();
    line(".TH HEAPCONV 1 \"\" \"" + Version.tool() + "\" \"User Commands\"");
    section("NAME");
    text("heapconv - turn heap profiles and traces into profiles with unskewed numbers");
    section("SYNOPSIS");
    for (String form : help.customSynopsis()) {
      line(".B " + escaped(form.strip()));
      line(".br");
    }
    section("DESCRIPTION");
    text(
        "Reads heapprofd traces of Perfetto, sample logs, and the dumps of jemalloc, gperftools,"
            + " tcmalloc, Go, V8 and others; estimates what the program really allocated; and"
            + " writes profiles, reports and tables. Without -o it shows a summary.");
    section("OPTIONS");
    for (Heading heading : Heading.values()) {
      options(heading.title(), heading.of(program));
    }
    section("COMMANDS");
    root.getSubcommands().values().forEach(command -> command(command.getCommandSpec(), program));
    section("EXIT STATUS");
    help.exitCodeList().forEach((status, meaning) -> item("\\fB" + status + "\\fR", meaning));
    section("ENVIRONMENT");
    VARIABLES.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            variable -> item("\\fB" + escaped(variable.getKey()) + "\\fR", variable.getValue()));
    section("EXAMPLES");
    examples(help);
    root.getSubcommands()
        .values()
        .forEach(command -> examples(command.getCommandSpec().usageMessage()));
    section("SEE ALSO");
    text("heapconv help numbers, heapconv help formats, pprof, perfetto(1), llvm-symbolizer(1)");
    return page.toString();
  }

  /** A command and those of its options that the program has not without it. */
  private void command(CommandSpec command, CommandSpec program) {
    UsageMessageSpec help = command.usageMessage();
    line(".SS " + escaped(help.customSynopsis()[0].replace("%n", "")));
    for (String paragraph : help.header()) {
      text(paragraph);
    }
    for (String paragraph : help.description()) {
      text(paragraph.replace("%n", ""));
    }
    for (Heading heading : Heading.values()) {
      for (OptionSpec option : heading.of(command)) {
        OptionSpec known = program.findOption(option.longestName());
        if (known == null || !List.of(known.description()).equals(List.of(option.description()))) {
          item(names(option), option.description()[0]);
        }
      }
    }
  }

  private void options(String title, List<OptionSpec> options) {
    if (!options.isEmpty()) {
      line(".SS " + title);
      for (OptionSpec option : options) {
        item(names(option), option.description()[0]);
      }
    }
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      names.append(names.length() == 0 ? "" : ", ").append("\\fB" + escaped(name) + "\\fR");
    }
    if (option.arity().max() > 0) {
      names.append("=\\fI").append(escaped(option.paramLabel())).append("\\fR");
    }
    return names.toString();
  }

  private void examples(UsageMessageSpec help) {
    line(".nf");
    for (String example : help.footer()) {
      if (example.strip().startsWith("heapconv")) {
        line(escaped(String.format(Locale.ROOT, example).strip()));
      }
    }
    line(".fi");
  }

  private void section(String title) {
    line(".SH " + title);
  }

  private void item(String term, String description) {
    line(".TP");
    line(term);
    text(description);
  }

  private void text(String paragraph) {
    line(escaped(paragraph));
  }

  private void line(String line) {
    page.append(line).append('\n');
  }

  /** A dot or an apostrophe at the start of a line would be a request, and - a hyphen. */
  private static String escaped(String text) {
    String line = text.replace("\\", "\\e").replace("-", "\\-");
    return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
  }
}
