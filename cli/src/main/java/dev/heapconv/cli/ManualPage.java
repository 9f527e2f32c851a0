package dev.heapconv.cli;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page: the texts of the help in the form that {@code man} reads, man(7). Each option is
 * described once, where it comes first.
 */
final class ManualPage {

  private final PrintWriter out;
  private final Set<String> described = new HashSet<>();

  private ManualPage(PrintWriter out) {
    this.out = out;
  }

  static void print(CommandLine program, PrintWriter out) {
    new ManualPage(out).print(program.getCommandSpec());
  }

  private void print(CommandSpec program) {
    UsageMessageSpec help = program.usageMessage();
    final String[] footer = help.footer();
    HeapConvCommand.describeAll(help);
    out.println(".TH HEAPCONV 1 \"\" \"" + Version.tool() + "\" \"User Commands\"");
    section("NAME");
    out.println("heapconv \\- show what holds memory, and convert heap profiles");
    section("SYNOPSIS");
    asItIs(help.customSynopsis());
    section("DESCRIPTION");
    paragraphs(help.description());
    section("OPTIONS");
    describe(program);
    section("COMMANDS");
    out.println("Options that a command shares with those before mean the same.");
    program.subcommands().forEach((name, command) -> print(name, command.getCommandSpec()));
    section("EXIT STATUS");
    help.exitCodeList().forEach((status, meaning) -> item("\\fB" + status + "\\fR", meaning));
    section("ENVIRONMENT");
    lines(help.footer()).forEach(this::variable);
    section("EXAMPLES");
    // What else the first screen says is said above.
    asItIs(lines(footer).filter(line -> line.startsWith("  ")).toArray(String[]::new));
  }

  private void print(String name, CommandSpec command) {
    UsageMessageSpec help = command.usageMessage();
    out.println(".SS " + name);
    paragraphs(help.header());
    asItIs(help.customSynopsis());
    paragraphs(help.description());
    describe(command);
    asItIs(help.footer());
    command
        .subcommands()
        .forEach((next, nested) -> print(name + " " + next, nested.getCommandSpec()));
  }

  private void section(String title) {
    out.println(".SH " + title);
  }

  /** Arguments and options that were not described before, in the order of the help. */
  private void describe(CommandSpec command) {
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      if (!parameter.hidden() && described.add(parameter.paramLabel())) {
        item(value(parameter), text(parameter.description()));
      }
    }
    for (OptionSpec option : Heading.inOrder(command)) {
      if (described.add(option.longestName())) {
        String names =
            Stream.of(option.names())
                .sorted(Comparator.comparingInt(String::length))
                .map(ManualPage::escaped)
                .collect(joining("\\fR, \\fB"));
        String value = option.arity().max() == 0 ? "" : "=" + value(option);
        item("\\fB" + names + "\\fR" + value, text(option.description()));
      }
    }
  }

  private static String value(ArgSpec argument) {
    return "\\fI" + escaped(argument.paramLabel()) + "\\fR";
  }

  /** A term, already in man's form, and what it means. */
  private void item(String term, String meaning) {
    out.println(".TP\n" + term);
    line(meaning);
  }

  private void paragraphs(String... texts) {
    lines(texts)
        .filter(text -> !text.isBlank())
        .forEach(
            text -> {
              out.println(".PP");
              line(text);
            });
  }

  /** A variable and what it means, or more of that. */
  private void variable(String line) {
    String[] term = line.strip().split(" {2,}", 2);
    if (term.length == 2) {
      item("\\fB" + term[0] + "\\fR", term[1]);
    } else {
      line(term[0]);
    }
  }

  private void asItIs(String... texts) {
    out.println(".PP\n.nf");
    lines(texts).map(String::strip).filter(text -> !text.isEmpty()).forEach(this::line);
    out.println(".fi");
  }

  private void line(String text) {
    // A dot or an apostrophe at the start of a line would be a request.
    out.println("\\&" + escaped(text));
  }

  private static String text(String... lines) {
    return String.join(" ", lines(lines).toList());
  }

  /** In texts of the help, %n ends a line, and %% is a percent sign. */
  private static Stream<String> lines(String... texts) {
    return Stream.of(texts)
        .flatMap(text -> List.of(text.replace("%n", "\n").replace("%%", "%").split("\n")).stream());
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
