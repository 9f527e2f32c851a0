package dev.heapconv.reader;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;
import java.util.HashSet;
import java.util.Set;

/** The name of a program whose command was recorded without quotes: its path may have spaces. */
public final class ProgramName {

  /** Linux has none longer, in characters. */
  private static final int LONGEST_PATH = 4096;

  private ProgramName() {}

  /**
   * The last component of the program's path.
   *
   * @param command words with single spaces between them
   * @param stacks where binaries may be that were mapped: the path of one ends like the command
   *     begins
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
   * Without binaries a path ends at the first space, unless a later word goes on in it: one with
   * folders, which is neither a path of its own nor an option nor a file by its ending. What comes
   * after that may be arguments, but is kept.
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
