package dev.heapconv.writer.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bundles JavaScript modules into one script that can be inlined in a page and allowed by its hash.
 *
 * <p>It does for a few known files what a bundler does in general, so that the build needs no
 * Node.js: each module becomes a function that is called once and returns the module's exports.
 * Imports must start a line and name {@code d3} modules (which are all in the global {@code d3}) or
 * modules added before.
 */
final class ScriptBundle {

  private static final Pattern IMPORT =
      Pattern.compile(
          "^import\\s+(\\{[^}]*}|\\w+)\\s+from\\s+[\"']([^\"']+)[\"'];?", Pattern.MULTILINE);
  private static final Pattern IMPORT_FOR_EFFECT =
      Pattern.compile("^import\\s+[\"'][^\"']+[\"'];?", Pattern.MULTILINE);
  private static final Pattern EXPORTED_DECLARATION =
      Pattern.compile("^export\\s+((?:function|class|const)\\s+(\\w+))", Pattern.MULTILINE);
  private static final Pattern EXPORT_LIST =
      Pattern.compile("^export\\s*\\{([^}]*)};?", Pattern.MULTILINE);

  private final StringBuilder script = new StringBuilder();
  private final Map<String, String> variables = new HashMap<>();

  /**
   * @param globalD3 a script that defines the global {@code d3}
   */
  ScriptBundle(String globalD3) {
    script.append(globalD3).append("\n(() => {\n'use strict';\n");
  }

  /**
   * Adds a module.
   *
   * @param specifier the specifier others import it by, such as {@code ./format.js}
   */
  void add(String specifier, String source) {
    String variable = "module" + variables.size();
    List<String> exports = new ArrayList<>();
    String body = replaceImports(source);
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
    if (specifier.startsWith("d3-")) {
      return "d3";
    }
    throw new IllegalArgumentException("module " + specifier + " was imported before it was added");
  }

  /** The script of all modules, in the order in which they were added. */
  String script() {
    return script + "})();\n";
  }
}
