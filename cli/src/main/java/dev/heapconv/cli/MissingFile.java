package dev.heapconv.cli;

import dev.heapconv.Format;
import dev.heapconv.io.PathNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the name of a file that is missing may have been meant for, as the end of a message. */
final class MissingFile {

  /** A name with more letters that are wrong was not meant for a file. */
  private static final int MAX_TYPOS = 3;

  private MissingFile() {}

  /** A command, or a file in the same folder; empty if it is like none. */
  static String suggestion(String name) {
    String command = Subcommands.suggestion(name);
    String written = command.isEmpty() ? asTyped(name) : command;
    if (!written.isEmpty()) {
      return written;
    }
    String alike = fileAlike(name);
    if (!alike.isEmpty()) {
      return "; did you mean '" + alike + "'?";
    }
    String instead = OtherTools.insteadOfWord(name);
    return instead.isEmpty() ? withoutFolder(name) : "; use: " + instead;
  }

  /**
   * What the last of several inputs was meant for if it is missing: the output, whose option was
   * forgotten. Empty if it was not.
   */
  static String forgottenOutput(List<String> inputs) {
    String last = inputs.get(inputs.size() - 1);
    boolean isOutput = Format.ofFileName(last).isPresent();
    return inputs.size() < 2 || !isOutput || exists(last) || !asTyped(last).isEmpty()
        ? ""
        : last + ": no such file; to write it: -o " + last;
  }

  /**
   * Refuses a missing file among others that was meant for a command: without it, a table would be
   * another one than was asked for.
   */
  static void refuseCommands(List<String> inputs) {
    for (String input : inputs) {
      String command = input.matches("\\w+") && !exists(input) ? Subcommands.suggestion(input) : "";
      if (!command.isEmpty()) {
        throw new UsageException(input + ": no such file" + command);
      }
    }
  }

  /** Whether this is the name of a file or folder. */
  static boolean exists(String name) {
    try {
      return Files.exists(PathNames.path(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** What the shell or a text program made of what was typed. */
  private static String asTyped(String name) {
    if (name.matches("-\\d+")) {
      return "; for " + name.substring(1) + " rows: -n " + name.substring(1);
    }
    if (name.matches("[\u2010-\u2015\u2212].*")) {
      return "; it begins with a long dash: type - or --";
    }
    if (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) {
      return "; a pattern that matches no file, or is in quotes";
    }
    if (name.contains("$") || name.startsWith("~")) {
      return "; in single quotes the shell puts in neither variables nor ~";
    }
    List<String> words = List.of(name.strip().split(" +"));
    return words.size() > 1 && words.stream().allMatch(MissingFile::exists)
        ? "; but '" + String.join("', '", words) + "' are files: quote each by itself"
        : "";
  }

  private static String withoutFolder(String name) {
    Path folder = FileNames.path(name).getParent();
    return folder == null || name.indexOf('!') >= 0 || Files.isDirectory(folder)
        ? ""
        : "; there is no folder " + folder;
  }

  /** The file in the same folder whose name is most alike; empty if none is. */
  private static String fileAlike(String name) {
    Path path = FileNames.path(name);
    Path folder = path.toAbsolutePath().getParent();
    String wanted = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    String stem = wanted.replaceFirst("\\..*", "") + ".";
    String sameStem = "";
    String best = "";
    int fewest = Math.min(MAX_TYPOS, wanted.length() / 3) + 1;
    try (Stream<Path> files = Files.list(folder == null ? path : folder)) {
      for (String file :
          (Iterable<String>)
              files.map(file -> PathNames.text(file.getFileName())).sorted()::iterator) {
        String lower = file.toLowerCase(Locale.ROOT);
        int typos = Subcommands.differingLetters(wanted, lower);
        sameStem = lower.startsWith(stem) && sameStem.isEmpty() ? file : sameStem;
        best = typos < fewest ? file : best;
        fewest = Math.min(typos, fewest);
      }
    } catch (IOException e) {
      // The folder is missing, too.
      return "";
    }
    return best.isEmpty() ? sameStem : best;
  }
}
