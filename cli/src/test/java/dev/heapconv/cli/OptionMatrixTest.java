package dev.heapconv.cli;

import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Which command has which option: a new one is a decision, and is looked at as one. */
class OptionMatrixTest {

  /** All commands by their names; the one without a name first. */
  private static Map<String, CommandSpec> commands() {
    Map<String, CommandSpec> commands = new LinkedHashMap<>();
    Terminal terminal = Terminal.system();
    commands.put("heapconv", new HeapConvCommand(terminal).parser().getCommandSpec());
    for (String name : Subcommands.names()) {
      CommandLine command = Subcommands.create(name, terminal).parser();
      commands.put(name, command.getCommandSpec());
      command
          .getSubcommands()
          .forEach((sub, parser) -> commands.put(name + " " + sub, parser.getCommandSpec()));
    }
    return commands;
  }

  @Test
  void commandsHaveTheOptionsThatTheyHad() throws IOException {
    Map<String, CommandSpec> commands = commands();
    Map<String, List<String>> options = new TreeMap<>();
    commands.forEach(
        (name, command) -> {
          for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
              options
                  .computeIfAbsent(String.join(" ", option.names()), key -> new ArrayList<>())
                  .add(name);
            }
          }
        });
    StringBuilder matrix = new StringBuilder();
    matrix.append(Subcommands.names().size() + 1).append(" commands, ");
    matrix.append(options.size()).append(" options\n\n").append(" ".repeat(24));
    commands.keySet().forEach(name -> matrix.append(' ').append(name));
    options.forEach(
        (option, with) -> {
          StringBuilder line = new StringBuilder(String.format("%-24s", option));
          for (String name : commands.keySet()) {
            String mark = with.contains(name) ? "x" : "";
            line.append(' ').append(String.format("%-" + name.length() + "s", mark));
          }
          matrix.append('\n').append(line.toString().stripTrailing());
        });
    Golden.check(TestData.own("golden").resolve("options.txt"), matrix.append('\n').toString());
  }
}
