package dev.heapconv.build;

import java.io.IOException;
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

  private static final List<String> STYLES =
      List.of("base", "controls", "charts", "table", "narrow");

  /** The page's own modules, each behind those that it imports. */
  private static final List<String> MODULES =
      List.of(
          "array",
          "format",
          "numbers",
          "comparison",
          "data",
          "tree",
          "groups",
          "colors",
          "details",
          "search",
          "shown",
          "flame",
          "graph",
          "series",
          "choices",
          "table",
          "report");

  /** What a style sheet has for its readers alone, a quarter of it: comments and white space. */
  private static final Pattern STYLE_FOR_READERS =
      Pattern.compile(
          "/\\*(?s:.*?)\\*/|^\\s+|(?<=[{};,])\n| (?=\\{)|(?<=[\\w-]:) |;\\s*(?=})",
          Pattern.MULTILINE);

  private static final Pattern INDENTATION = Pattern.compile("^ +", Pattern.MULTILINE);

  private final Path folder;

  private ReportPage(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes the pages.
   *
   * @param args the folder of the pages' sources, and that of the classes
   */
  public static void main(String[] args) throws IOException {
    ReportPage page = new ReportPage(Path.of(args[0]));
    Path destination = Path.of(args[1]).resolve(DESTINATION);
    write(destination.resolve(HTML), page.page());
    write(destination.resolve(ANSWER + ".html"), page.answer());
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String page() {
    Script script = new Script();
    MODULES.forEach(name -> script.add("./" + name + ".js", source(name + ".js")));
    return page(HTML, style(), script.text());
  }

  private String answer() {
    return page(ANSWER + ".html", style() + style(ANSWER), source(ANSWER + ".js"));
  }

  private String page(String html, String style, String script) {
    String policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + "; script-src "
            + hash(script);
    return INDENTATION
        .matcher(source(html))
        .replaceAll("")
        .replace("{{meta}}", source("meta.html"))
        .replace("{{policy}}", policy)
        .replace("{{style}}", style)
        .replace("{{script}}", script);
  }

  private String style() {
    return STYLES.stream().map(this::style).collect(Collectors.joining());
  }

  private String style(String name) {
    return STYLE_FOR_READERS.matcher(source(name + ".css")).replaceAll("");
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
   * of a line, and name modules added before. Building needs no Node.js that way.
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

    /**
     * Spaces around operators and within braces, which stand in code alone: {@link #text} refuses
     * texts with them.
     */
    private static final Pattern AROUND_OPERATORS =
        Pattern.compile(
            " (=>|[=!]==|[<>]=?|&&|\\|\\||\\?\\??|:|=) |(?<=\\)) (?=\\{)|(?<=\\{) | (?=\\})");

    /** The end of the last statement of a block. */
    private static final Pattern LAST_END = Pattern.compile(";?\n(?=\\})");

    /** Ends of lines that end nothing else. */
    private static final Pattern LINE_END = Pattern.compile("(?<=[{,;])\n");

    private static final Pattern TEXT = Pattern.compile("'[^'\n]*'");

    private final StringBuilder script =
        new StringBuilder("/*! heapconv, Apache-2.0 */\n(() => {\n'use strict';\n");
    private final Map<String, String> variables = new HashMap<>();

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
      throw new IllegalArgumentException("module " + specifier + " is imported before it is added");
    }

    /** The script of all modules, in the order in which they were added. */
    String text() {
      Matcher texts = TEXT.matcher(script);
      while (texts.find()) {
        if (AROUND_OPERATORS.matcher(texts.group()).find()) {
          throw new IllegalStateException(
              "the text " + texts.group() + " would lose spaces: write it with other characters");
        }
      }
      String squeezed =
          AROUND_OPERATORS
              .matcher(script)
              .replaceAll(found -> found.group(1) == null ? "" : found.group(1));
      String ended = LAST_END.matcher(squeezed).replaceAll("");
      return LINE_END.matcher(ended).replaceAll("") + "})();\n";
    }
  }
}
