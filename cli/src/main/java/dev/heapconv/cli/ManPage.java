package dev.heapconv.cli;

import picocli.CommandLine;

/** The manual page: the help of all commands, in the form that {@code man} reads. */
final class ManPage {

  private ManPage() {}

  static String of(CommandLine root) {
    StringBuilder page = new StringBuilder();
    page.append(".TH HEAPCONV 1 \"\" \"").append(Version.tool()).append("\"\n");
    page.append(".SH NAME\nheapconv \\- turn heap profiles into profiles with correct numbers\n");
    append("DESCRIPTION", root, page);
    root.getSubcommands()
        .forEach(
            (name, command) ->
                append("HEAPCONV " + name.toUpperCase(java.util.Locale.ROOT), command, page));
    return page.toString();
  }

  private static void append(String title, CommandLine command, StringBuilder page) {
    page.append(".SH ").append(title).append("\n.nf\n");
    // A dot or an apostrophe at the start of a line would be a request.
    command
        .setUsageHelpWidth(80)
        .getUsageMessage()
        .lines()
        .forEach(
            line ->
                page.append("\\&")
                    .append(line.replace("\\", "\\e").replace("-", "\\-"))
                    .append('\n'));
    page.append(".fi\n");
  }
}
