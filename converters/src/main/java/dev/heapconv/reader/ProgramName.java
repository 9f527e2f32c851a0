package dev.heapconv.reader;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the name of a program in a command that was recorded without quotes, although the program's
 * path may contain spaces.
 */
public final class ProgramName {

  /** The longest path on Linux, in characters. */
  private static final int LONGEST_PATH = 4096;

  private ProgramName() {}

  /**
   * Returns the last component of the program's path.
   *
   * @param command the recorded command, with single spaces between its words
   * @param stacks stacks whose mappings may include the program's binary. If the path of a mapping
   *     ends as the command begins, that part is the path of the program
   */
  public static String of(String command, StackTable stacks) {
    String line = command.substring(0, Math.min(LONGEST_PATH, command.length()));
    String relative = line.replaceFirst("^(\\.{0,2}/)+", "");
    Set<String> paths = new HashSet<>();
    for (int end = relative.length(); end > 0; end = relative.lastIndexOf(' ', end - 1)) {
      paths.add(relative.substring(0, end));
    }
    String longest = "";
    for (int mapping = 0; mapping < stacks.mappingCount(); mapping++) {
      String binary = stacks.mapping(mapping).path();
      for (int at = binary.length(); at > 0 && binary.length() - at < LONGEST_PATH; ) {
        at = binary.lastIndexOf('/', at - 1);
        String end = binary.substring(at + 1);
        longest = end.length() > longest.length() && paths.contains(end) ? end : longest;
      }
    }
    return Mapping.baseName(longest.isEmpty() ? line.substring(0, endOfPath(line)) : longest);
  }

  /**
   * Returns where the path ends if no mapping shows it. It ends at the first space, unless a later
   * word continues it. Such a word contains folders, and is no path of its own, no option, and no
   * file with an extension. The words after it may be arguments, but are kept.
   */
  private static int endOfPath(String command) {
    int option = (command + " -").indexOf(" -");
    int first = (command + " ").indexOf(' ');
    for (String word : command.substring(Math.min(first, option), option).split(" ")) {
      if (word.matches("[^/.~=:-][^=:]*/[^./:=]+")) {
        return option;
      }
    }
    return Math.min(first, option);
  }
}
