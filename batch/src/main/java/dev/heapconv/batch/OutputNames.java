package dev.heapconv.batch;

import dev.heapconv.writer.SafeNames;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Derives paths of outputs from paths of inputs. Each component becomes a safe name, so that
 * nothing is written outside the output folder; a component that had to be changed gets a part of
 * its hash, so that two inputs never share an output, whatever their order.
 */
final class OutputNames {

  /** Suffix of the folder for the members of an archive, beside where its own output would be. */
  static final String MEMBERS = ".members";

  private static final int HASH_DIGITS = 12;

  /** Names that could be mistaken for one made by this class. */
  private static final Pattern MADE =
      Pattern.compile("-[0-9a-f]{" + HASH_DIGITS + "}$|\\.members$");

  private OutputNames() {}

  /** The path in the output folder for an input, whose path may use either separator. */
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
