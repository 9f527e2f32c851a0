package dev.heapconv.batch;

import dev.heapconv.FileFormat;
import dev.heapconv.io.PathNames;
import dev.heapconv.io.SafeNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The paths of outputs, derived from those of inputs. Each component becomes a safe name, so that
 * nothing is written outside the output folder; one that had to be changed, or that looks like the
 * name of an output where a folder is needed, gets a part of its hash.
 *
 * <p>Each output belongs to one input, also to one of an earlier batch. Names that differ only in
 * case count as equal, as they are to some file systems. Thread-safe.
 */
final class OutputNames {

  /** Suffix of the folder for the members of an archive, beside where its own output would be. */
  static final String MEMBERS = ".members";

  private static final int HASH_DIGITS = 12;

  /** Systems allow paths of 1,024 characters and more, of which the output folder takes some. */
  private static final int MAX_STEM = 500;

  /** Names that could be mistaken for one made by this class. */
  private static final Pattern MADE =
      Pattern.compile("-[0-9a-f]{" + HASH_DIGITS + "}$|(?i)\\.members$");

  private final String extension;
  private final Map<String, String> owners = new HashMap<>();

  /**
   * @param extension of the outputs
   */
  OutputNames(String extension) {
    this.extension = extension;
  }

  /** Records that a file in the output folder belongs to an input. */
  synchronized void add(String output, String input) {
    owners.put(key(output), input);
  }

  /**
   * Finds an output for an input and records it.
   *
   * @param stem where its output should be, without extension
   * @return {@code stem}, or that path with a hash where it was taken
   */
  synchronized String claim(String stem, String input) {
    String free = stem;
    for (int i = 0; !owners.getOrDefault(key(free + extension), input).equals(input); i++) {
      free = hashed(stem, input + "/" + i);
    }
    add(free + extension, input);
    return free;
  }

  private static String key(String output) {
    return output.toLowerCase(Locale.ROOT);
  }

  /** The path in the output folder for an input. */
  static String stem(Path input) {
    return stem(PathNames.components(input));
  }

  /** The path of a member of an archive, whose name may use either separator. */
  static String memberStem(String archiveStem, String member) {
    return archiveStem + MEMBERS + "/" + stem(List.of(member.split("[/\\\\]")));
  }

  private static String stem(List<String> components) {
    List<String> parts =
        components.stream()
            .filter(part -> !part.isEmpty() && !part.equals(".") && !part.equals(".."))
            .toList();
    List<String> names = new ArrayList<>();
    int length = 0;
    for (String part : parts) {
      String name = component(part, names.size() < parts.size() - 1);
      names.add(name);
      length += name.length() + 1;
    }
    if (length > MAX_STEM) {
      cut(names, length, String.join("/", components));
    }
    return names.isEmpty() ? "_" : String.join("/", names);
  }

  /** Replaces the folders that make a path too long by a hash of all of it. */
  private static void cut(List<String> names, int length, String path) {
    int last = names.size() - 1;
    String name = names.remove(last);
    for (int left = length; left > MAX_STEM && last > 0; ) {
      last--;
      left -= names.remove(last).length() + 1;
    }
    names.add(hashed("_", path));
    names.add(name);
  }

  private static String component(String name, boolean folder) {
    String safe = SafeNames.fileName(name);
    boolean taken =
        MADE.matcher(name).find() || (folder && FileFormat.ofFileName(name).isPresent());
    return safe.equals(name) && !taken ? safe : hashed(safe, name);
  }

  /** A name with a part of the hash of what it is made from. */
  static String hashed(String name, String origin) {
    return name + "-" + HashedStream.hashOf(origin).substring(0, HASH_DIGITS);
  }
}
