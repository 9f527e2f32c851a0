package dev.heapconv.batch;

import dev.heapconv.writer.SafeNames;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Paths of outputs, made of paths of inputs. Each component becomes a safe name, so that nothing
 * leaves the output folder; a component that had to be changed gets a part of its hash, so that two
 * inputs never share an output, whatever the order in which they are met.
 */
final class OutputNames {

  /**
   * Members of an archive lie in a folder of this name beside where the archive's own output would.
   */
  static final String MEMBERS = ".members";

  private static final int HASH_DIGITS = 12;

  /** Names that could be taken for one that this class made. */
  private static final Pattern MADE =
      Pattern.compile("-[0-9a-f]{" + HASH_DIGITS + "}$|\\.members$");

  private OutputNames() {}

  /** The path below the output folder of an input, by its path with either separator. */
  static String stem(String inputPath) {
    StringBuilder stem = new StringBuilder();
    for (String component : inputPath.split("[/\\\\]")) {
      if (component.isEmpty() || component.equals(".") || component.equals("..")) {
        continue;
      }
      stem.append(stem.length() == 0 ? "" : "/").append(component(component));
    }
    return stem.length() == 0 ? "_" : stem.toString();
  }

  /** The path of a member of an archive. */
  static String memberStem(String archiveStem, String member) {
    return archiveStem + MEMBERS + "/" + stem(member);
  }

  private static String component(String name) {
    String safe = SafeNames.fileName(name);
    if (safe.equals(name) && !MADE.matcher(name).find()) {
      return safe;
    }
    String hash = HexFormat.of().formatHex(Hashes.sha256(name.getBytes(StandardCharsets.UTF_8)));
    return safe + "-" + hash.substring(0, HASH_DIGITS);
  }
}
