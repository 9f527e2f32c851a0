package dev.heapconv.batch;

import dev.heapconv.output.SafeNames;
import dev.heapconv.text.PathNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Derives paths of outputs from paths of inputs. Each component becomes a safe name, so that
 * nothing is written outside the output folder; a component that had to be changed gets a part of
 * its hash, so that few inputs need {@link OutputClaims} to tell their outputs apart.
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

  private OutputNames() {}

  /** The path in the output folder for an input. */
  static String stem(Path input) {
    return stem(PathNames.components(input));
  }

  /** The path of a member of an archive, whose name may use either separator. */
  static String memberStem(String archiveStem, String member) {
    return archiveStem + MEMBERS + "/" + stem(List.of(member.split("[/\\\\]")));
  }

  private static String stem(List<String> components) {
    List<String> names = new ArrayList<>();
    int length = 0;
    for (String component : components) {
      if (!component.isEmpty() && !component.equals(".") && !component.equals("..")) {
        String name = component(component);
        names.add(name);
        length += name.length() + 1;
      }
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

  private static String component(String name) {
    String safe = SafeNames.fileName(name);
    return safe.equals(name) && !MADE.matcher(name).find() ? safe : hashed(safe, name);
  }

  /** A name with a part of the hash of what it is made from. */
  static String hashed(String name, String origin) {
    return name + "-" + HashedStream.hashOf(origin).substring(0, HASH_DIGITS);
  }
}
