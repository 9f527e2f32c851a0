package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README.md and docs/ show of the program is what it does. */
class DocumentExamplesTest {

  private static final Path ROOT = TestData.root();
  private static final String PROMPT = "$ heapconv ";

  private static final Pattern CODE_SPAN = Pattern.compile("`(heapconv [^`]+)`");

  /** A fenced block of a document. */
  record Block(String document, List<String> lines) {}

  static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), files.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }

  static List<Block> blocks(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> open = null;
    String indent = "";
    for (String line : Files.readAllLines(document)) {
      if (line.strip().startsWith("```")) {
        if (open != null) {
          blocks.add(new Block(ROOT.relativize(document).toString(), open));
        }
        open = open == null ? new ArrayList<>() : null;
        indent = line.substring(0, line.indexOf('`'));
      } else if (open != null) {
        // In a list, a block is indented as a whole.
        open.add(line.startsWith(indent) ? line.substring(indent.length()) : line);
      }
    }
    assertThat(open).as("a block that is not closed in " + document).isNull();
    return blocks;
  }

  static Stream<Block> outputs() throws IOException {
    List<Block> outputs = new ArrayList<>();
    for (Path document : documents()) {
      blocks(document).stream()
          .filter(block -> block.lines().get(0).startsWith(PROMPT))
          .forEach(outputs::add);
    }
    assertThat(outputs).hasSizeGreaterThan(1);
    return outputs.stream();
  }

  /** A block that begins with a command shows what it prints. */
  @ParameterizedTest
  @MethodSource("outputs")
  void outputsAreThoseOfTheProgram(Block block) {
    String command = block.lines().get(0).substring(PROMPT.length());
    String folder = ROOT + "/";
    String[] words = command.replace("testdata/", folder + "testdata/").split(" ");
    List<String> printed = CommandRun.of(words).isOk().out().replace(folder, "").lines().toList();
    assertThat(printed).isEqualTo(block.lines().subList(1, block.lines().size()));
  }

  /** An interactive bash takes an exclamation mark outside of single quotes for an old command. */
  @Test
  void commandsCanBePastedIntoBash() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Path document : documents()) {
      Matcher span = CODE_SPAN.matcher(Files.readString(document));
      while (span.find()) {
        commands.add(span.group(1));
      }
      for (Block block : blocks(document)) {
        block.lines().stream().filter(line -> line.contains("heapconv ")).forEach(commands::add);
      }
    }
    for (String command : new String[] {"", "info", "diff", "growth", "batch"}) {
      CommandRun.of("help", command).out().lines().forEach(commands::add);
    }
    assertThat(commands)
        .hasSizeGreaterThan(100)
        .map(command -> command.replaceAll("'[^']*'", ""))
        .noneMatch(command -> command.matches(".*![^ =(\"].*"));
  }
}
