package dev.heapconv.reader.stacks;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.StackTable;

/** The name of a program whose command was recorded without quotes: its path may have spaces. */
public final class ProgramName {

  private ProgramName() {}

  /**
   * The last component of the program's path.
   *
   * @param command words with single spaces between them
   * @param stacks where binaries may be that were mapped: the path of one ends like the command
   *     begins
   */
  public static String of(String command, StackTable stacks) {
    for (int end = command.length(); end > 0; end = command.lastIndexOf(' ', end - 1)) {
      String path = command.substring(0, end).replaceFirst("^(\\.{0,2}/)+", "");
      for (int mapping = 0; mapping < stacks.mappingCount(); mapping++) {
        if (("/" + stacks.mapping(mapping).path()).endsWith("/" + path)) {
          return Mapping.baseName(path);
        }
      }
    }
    return Mapping.baseName(command.substring(0, endOfPath(command)));
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
