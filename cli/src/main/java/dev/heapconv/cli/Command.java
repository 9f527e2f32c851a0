package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A command: its options, its help, and what it does. */
abstract class Command extends OptionGroup implements Callable<Integer> {

  private static final CollectionFactory FACTORY = new CollectionFactory();

  private static final List<String> SHORT_HELP =
      List.of(
          UsageMessageSpec.SECTION_KEY_HEADER,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS,
          UsageMessageSpec.SECTION_KEY_OPTION_LIST,
          UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
          UsageMessageSpec.SECTION_KEY_FOOTER);

  private final Terminal terminal;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this, FACTORY);
  private boolean inShort;

  Command(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Sets the texts of the help. */
  abstract void describe(UsageMessageSpec help);

  /**
   * Command lines that use most of what this command does, so that class data have it: on a
   * recording of several dumps, RUN, in a folder with all inputs, DIR.
   */
  List<String> training() {
    return List.of();
  }

  /** Commands that follow its name, by theirs. */
  Map<String, Command> subcommands() {
    return Map.of();
  }

  /** The parser of the options of this command; to be called once. */
  final CommandLine parser() {
    // No name is a variable, and looking for some in all of them takes a millisecond.
    spec.interpolateVariables(false);
    addTo(spec);
    spec.addOption(
        option(
                Heading.GENERAL,
                "-h --help",
                "Show help and exit: -h on one screen, --help all of it.")
            .usageHelp(true)
            .build());
    spec.addOption(
        option(Heading.GENERAL, "-V --version", "Print version information and exit.")
            .versionHelp(true)
            .build());
    spec.interpolateVariables(true);
    spec.version(Version.tool());
    UsageMessageSpec help = spec.usageMessage();
    describe(help.sortOptions(false).synopsisHeading("%nUsage: "));
    if (help.footer().length > 0) {
      help.footerHeading("%nExamples:%n");
    }
    CommandLine parser = new CommandLine(spec, FACTORY);
    subcommands().forEach((name, command) -> parser.addSubcommand(name, command.parser()));
    return parser.setHelpFactory(new HeadedHelp(this));
  }

  /** Sets how options are listed when help is printed, because that takes twenty classes. */
  private record HeadedHelp(Command command) implements IHelpFactory {
    @Override
    public Help create(CommandSpec ofCommand, ColorScheme colors) {
      ofCommand
          .usageMessage()
          .sectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, command::listOptions);
      ofCommand
          .usageMessage()
          .sectionMap()
          .put(UsageMessageSpec.SECTION_KEY_FOOTER, HangingLines::ofFooter);
      return new Help(ofCommand, colors);
    }
  }

  /** The options as help shows them. */
  private String listOptions(Help help) {
    return inShort ? Heading.names(help) : Heading.all(help);
  }

  /** Sets which help a program and its commands show: on one screen, or all. */
  static void showHelp(CommandLine program, boolean inShort) {
    program.getSubcommands().values().forEach(each -> showHelp(each, inShort));
    if (program.getCommand() instanceof Command command) {
      command.showHelp(program.getCommandSpec().usageMessage(), inShort);
    }
  }

  /** Shows help on one screen, or all that there is to set. */
  void showHelp(UsageMessageSpec help, boolean shortly) {
    inShort = shortly;
    if (shortly) {
      String[] synopsis = help.customSynopsis().clone();
      int last = synopsis.length - 1;
      synopsis[last] = synopsis[last].replaceFirst("%n$", "");
      help.sectionKeys(SHORT_HELP)
          .customSynopsis(synopsis)
          .footer(
              Stream.concat(
                      Stream.of(help.footer()),
                      Stream.of("%nAll about these options: " + spec.qualifiedName() + " --help"))
                  .toArray(String[]::new));
    }
  }

  /** The parser of a command line that begins with the name of a subcommand. */
  static CommandLine parserOfNames() {
    return new CommandLine(CommandSpec.wrapWithoutInspection(null, FACTORY), FACTORY);
  }

  final CommandSpec spec() {
    return spec;
  }

  final Terminal terminal() {
    return terminal;
  }

  /** A text that lies beside this class. */
  static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Command.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Where results are printed. */
  final PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
