package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the scripts of {@code src/test/node}; where Node.js is absent, the calling test skips. */
public final class Node {

  private static final Path FOLDER = TestData.root().resolve("converters/src/test/node");

  private static final Pattern IMPORT_OF_D3 =
      Pattern.compile("import \\{ ([^}]+) } from 'd3-array'");

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

  /**
   * The scripts of the page of reports as modules for {@code report.mjs}, with the D3 of the page
   * that was built.
   */
  public static Path page(Path folder) throws IOException {
    Path page = Files.createDirectories(folder.resolve("page"));
    Files.writeString(page.resolve("package.json"), "{\"type\": \"module\"}");
    Set<String> imported = new TreeSet<>();
    for (Path script : TestData.list(TestData.root().resolve("converters/src/main/page"), ".js")) {
      String text = Files.readString(script);
      Matcher imports = IMPORT_OF_D3.matcher(text);
      while (imports.find()) {
        imported.addAll(List.of(imports.group(1).split(",\\s*")));
      }
      Files.writeString(
          page.resolve(script.getFileName()),
          imports.reset().replaceAll("import {$1} from './d3.mjs'"));
    }
    Files.writeString(page.resolve("d3.cjs"), d3());
    Files.writeString(
        page.resolve("d3.mjs"),
        "import d3 from './d3.cjs';\nexport const {" + String.join(", ", imported) + "} = d3;\n");
    return page;
  }

  private static String d3() throws IOException {
    try (InputStream in = Node.class.getResourceAsStream("/dev/heapconv/writer/html/report.html")) {
      String page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int start = page.lastIndexOf("<script>") + "<script>".length();
      return page.substring(start, page.indexOf("\n(() => {\n", start));
    }
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
