package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the scripts of {@code src/test/node}; where Node.js is absent, the calling test skips. */
public final class Node {

  private static final Path FOLDER = TestData.root().resolve("converters/src/test/node");

  private Node() {}

  /** What a script prints. */
  public static String run(String script, Path... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("node", FOLDER.resolve(script).toString()));
    List.of(arguments).forEach(argument -> command.add(argument.toString()));
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw NotTested.because("what scripts make of files", "node not found; install Node.js");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** The scripts of the page of reports as modules for {@code report.mjs}. */
  public static Path page(Path folder) throws IOException {
    Path page = Files.createDirectories(folder.resolve("page"));
    Files.writeString(page.resolve("package.json"), "{\"type\": \"module\"}");
    for (Path script : TestData.list(TestData.root().resolve("converters/src/main/page"), ".js")) {
      Files.write(page.resolve(script.getFileName()), Files.readAllBytes(script));
    }
    return page;
  }

  /** The folder of an installed package; skips the calling test where it is not. */
  public static Path packageOrSkip(String name) {
    Path folder = FOLDER.resolve("node_modules").resolve(name);
    NotTested.unless(
        folder.toFile().exists(),
        "what " + name + " makes of files",
        "its package not found; npm ci --prefix converters/src/test/node, with Node.js");
    return folder;
  }
}
