package dev.heapconv.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A command: its options, its help, and what it does. */
abstract class Command extends OptionGroup implements Callable<Integer> {

  private static final CollectionFactory FACTORY = new CollectionFactory();

  private final Terminal terminal;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this, FACTORY);

  Command(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Sets the texts of the help. */
  abstract void describe(UsageMessageSpec help);

  /** The parser of the options of this command; to be called once. */
  final CommandLine parser() {
    // No name is a variable, and looking for some in all of them takes a millisecond.
    spec.interpolateVariables(false);
    addTo(spec);
    spec.addOption(
        option(Heading.GENERAL, "-h --help", "Show this help message and exit.")
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
    return new CommandLine(spec, FACTORY).setHelpFactory(new HeadedHelp(this));
  }

  /** Sets how options are listed when help is printed, because that takes twenty classes. */
  private record HeadedHelp(Command command) implements IHelpFactory {
    @Override
    public Help create(CommandSpec ofCommand, ColorScheme colors) {
      ofCommand
          .usageMessage()
          .sectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, command::listOptions);
      return new Help(ofCommand, colors);
    }
  }

  /** The options as help shows them. */
  String listOptions(Help help) {
    return Heading.all(help);
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
