package dev.heapconv.cli;

import dev.heapconv.io.PathNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.regex.Pattern;

/** Whether the command line names a table of a fleet: a folder, perhaps with conditions. */
final class TableName {

  private static final Pattern CONDITIONS = Pattern.compile("[\\w.]+(=|>=|<=).*");

  private TableName() {}

  /**
   * Whether words name tables, not recordings.
   *
   * @throws UsageException if they name both
   */
  static boolean areTables(List<String> words, Terminal terminal) {
    List<String> tables = words.stream().filter(TableName::isTable).toList();
    for (String other : words) {
      if (!tables.isEmpty() && !tables.contains(other) && isRecording(other, terminal)) {
        String table = tables.get(0);
        refuseConditions(table);
        throw new UsageException(
            table
                + " is a folder and "
                + other
                + " is a recording; name two recordings, or two tables that 'heapconv fleet add'"
                + " wrote");
      }
    }
    return !tables.isEmpty();
  }

  /**
   * Refuses tables where recordings are read.
   *
   * @throws UsageException if a word names a table that exists
   */
  static void refuse(List<String> words) {
    for (String word : words) {
      int mark = word.indexOf('?');
      String folder = mark < 0 || MissingFile.exists(word) ? word : word.substring(0, mark);
      if (isFolder(folder) && TableQuestion.isTable(FileNames.path(folder))) {
        throw new UsageException(
            word
                + " is the table of a fleet, not a recording; ask it with 'heapconv fleet TABLE',"
                + " or compare two with 'heapconv diff'");
      }
    }
  }

  /** Refuses conditions of what is a file, and so no table. */
  private static void refuseConditions(String word) {
    int mark = word.indexOf('?');
    String file = mark < 0 ? "" : word.substring(0, mark);
    if (!file.isEmpty() && MissingFile.exists(file) && !isFolder(file)) {
      throw new UsageException(
          word + ": only tables of fleets take conditions, and " + file + " is a recording");
    }
  }

  private static boolean isTable(String word) {
    int mark = word.indexOf('?');
    return isFolder(word)
        || word.endsWith("/")
        || mark > 0
            && !MissingFile.exists(word)
            && !InputOptions.isUrl(word)
            && (isFolder(word.substring(0, mark))
                || CONDITIONS.matcher(word.substring(mark + 1)).matches());
  }

  private static boolean isFolder(String word) {
    try {
      return Files.isDirectory(PathNames.path(word));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Whether there is a recording of that name. A file that is missing may be a table that is. */
  private static boolean isRecording(String word, Terminal terminal) {
    return word.equals(NamedInput.STDIN)
        || InputOptions.isUrl(word)
        || NamedInput.parse(word, terminal).source().exists();
  }
}
