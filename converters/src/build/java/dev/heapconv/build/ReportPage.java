package dev.heapconv.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Puts the pages of reports and of answers together when heapconv is built: one file each with its
 * style sheet, its script and the hashes of both, which is complete but for a title and data. Maven
 * runs it as a source file, and it is not in the jar.
 */
final class ReportPage {

  private static final String HTML = "report.html";

  /** A page of rows that looks like a report, and lacks more. */
  private static final String ANSWER = "answer";

  private static final String DESTINATION = "dev/heapconv/writer/html";
  private static final String LICENSES = "META-INF/licenses";

  private static final List<String> STYLES =
      List.of("base", "controls", "charts", "table", "narrow");

  /** The page's own modules, each behind those that it imports. */
  private static final List<String> MODULES =
      List.of(
          "format", "numbers", "data", "tree", "groups", "colors", "details", "search", "shown",
          "flame", "graph", "series", "choices", "table", "report");

  private final Path folder;
  private final String d3;

  /**
   * @param d3 the script of d3-array, behind its licence
   */
  private ReportPage(Path folder, String d3) {
    this.folder = folder;
    this.d3 = d3;
  }

  /**
   * Writes the page, and the licence of d3-array that goes with it.
   *
   * @param args the folder of the page's sources, the version of d3-array, whose WebJar is on the
   *     class path, and the folder of the classes
   */
  public static void main(String[] args) throws IOException {
    String d3 = "/META-INF/resources/webjars/d3-array/" + args[1];
    Path classes = Path.of(args[2]);
    String license = webJar(d3 + "/LICENSE");
    String notice =
        "/*! This report is written by heapconv (Apache-2.0). It contains"
            + " d3-array (https://d3js.org/d3-array):\n\n";
    String script = notice + license + "*/\n" + webJar(d3 + "/dist/d3-array.min.js");
    ReportPage page = new ReportPage(Path.of(args[0]), script);
    write(classes.resolve(DESTINATION).resolve(HTML), page.page());
    write(classes.resolve(DESTINATION).resolve(ANSWER + ".html"), page.answer());
    write(classes.resolve(LICENSES).resolve("d3-array/LICENSE"), license);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String webJar(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the WebJar of d3-array has no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String page() {
    Script script = new Script(d3);
    MODULES.forEach(name -> script.add("./" + name + ".js", source(name + ".js")));
    return page(HTML, style(), script.text());
  }

  private String answer() {
    return page(ANSWER + ".html", style() + source(ANSWER + ".css"), source(ANSWER + ".js"));
  }

  private String page(String html, String style, String script) {
    String policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + "; script-src "
            + hash(script);
    return source(html)
        .replace("{{policy}}", policy)
        .replace("{{style}}", style)
        .replace("{{script}}", script);
  }

  private String style() {
    return STYLES.stream().map(name -> source(name + ".css")).collect(Collectors.joining());
  }

  /** Browsers read a line's end as one line feed, before they check a hash. */
  private String source(String name) {
    try {
      return Files.readString(folder.resolve(name)).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source expression that allows an element with exactly this text. */
  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * JavaScript modules in one script, which can stand in a page without a network.
   *
   * <p>It does for a handful of known files what a bundler does for any: each module becomes a
   * function that is called once and gives what the module exports. Imports stand at the beginning
   * of a line, name {@code d3-array} (which is the global {@code d3}), or modules added before.
   * Building needs no Node.js that way.
   */
  static final class Script {

    private static final Pattern IMPORT =
        Pattern.compile(
            "^import\\s+(\\{[^}]*}|\\w+)\\s+from\\s+[\"']([^\"']+)[\"'];?", Pattern.MULTILINE);
    private static final Pattern IMPORT_FOR_EFFECT =
        Pattern.compile("^import\\s+[\"'][^\"']+[\"'];?", Pattern.MULTILINE);
    private static final Pattern EXPORTED_DECLARATION =
        Pattern.compile("^export\\s+((?:function|class|const)\\s+(\\w+))", Pattern.MULTILINE);
    private static final Pattern EXPORT_LIST =
        Pattern.compile("^export\\s*\\{([^}]*)};?", Pattern.MULTILINE);

    /** Comments and indentation, a quarter of a script, which every report would carry. */
    private static final Pattern FOR_READERS =
        Pattern.compile("^\\s*(?://.*|/\\*\\*(?s:.*?)\\*/)\n|^ +", Pattern.MULTILINE);

    private final StringBuilder script = new StringBuilder();
    private final Map<String, String> variables = new HashMap<>();

    /**
     * @param globalD3 a script that defines the global {@code d3}
     */
    Script(String globalD3) {
      script.append(globalD3).append("\n(() => {\n'use strict';\n");
    }

    /**
     * Adds a module.
     *
     * @param specifier what others import it as, such as {@code ./format.js}
     */
    void add(String specifier, String source) {
      String variable = "module" + variables.size();
      List<String> exports = new ArrayList<>();
      String body = replaceImports(FOR_READERS.matcher(source).replaceAll(""));
      body = IMPORT_FOR_EFFECT.matcher(body).replaceAll("");
      Matcher declarations = EXPORTED_DECLARATION.matcher(body);
      while (declarations.find()) {
        exports.add(declarations.group(2));
      }
      body = declarations.replaceAll("$1");
      Matcher lists = EXPORT_LIST.matcher(body);
      while (lists.find()) {
        for (String export : lists.group(1).split(",")) {
          String[] names = export.strip().split("\\s+as\\s+");
          exports.add(names.length == 2 ? names[1] + ": " + names[0] : names[0]);
        }
      }
      body = lists.replaceAll("");
      script
          .append("const ")
          .append(variable)
          .append(" = (() => {\n")
          .append(body)
          .append("\nreturn { ")
          .append(String.join(", ", exports))
          .append(" };\n})();\n");
      variables.put(specifier, variable);
    }

    private String replaceImports(String source) {
      Matcher imports = IMPORT.matcher(source);
      StringBuilder replaced = new StringBuilder();
      while (imports.find()) {
        String names = imports.group(1).replaceAll("\\s+as\\s+", ": ");
        String from = variable(imports.group(2));
        String statement =
            names.startsWith("{")
                ? "const " + names + " = " + from + ";"
                : "const " + names + " = " + from + ".default;";
        imports.appendReplacement(replaced, Matcher.quoteReplacement(statement));
      }
      return imports.appendTail(replaced).toString();
    }

    private String variable(String specifier) {
      String variable = variables.get(specifier);
      if (variable != null) {
        return variable;
      }
      if (specifier.equals("d3-array")) {
        return "d3";
      }
      throw new IllegalArgumentException("module " + specifier + " is imported before it is added");
    }

    /** The script of all modules, in the order in which they were added. */
    String text() {
      return script + "})();\n";
    }
  }
}
