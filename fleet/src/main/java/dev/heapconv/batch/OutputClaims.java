package dev.heapconv.batch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which input each output belongs to, including those of earlier batches, so that no two inputs
 * share an output and no output is where another needs a folder. Names that differ only in case
 * count as equal, as they are to some file systems. Thread-safe.
 */
final class OutputClaims {

  private final String extension;
  private final Map<String, String> owners = new HashMap<>();
  private final Set<String> folders = new HashSet<>();

  /**
   * @param extension of the outputs
   */
  OutputClaims(String extension) {
    this.extension = extension;
  }

  /** Records that a file in the output folder belongs to an input. */
  synchronized void add(String output, String input) {
    String key = key(output);
    owners.put(key, input);
    for (int end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      folders.add(key.substring(0, end));
    }
  }

  /**
   * Finds an output for an input and records it.
   *
   * @param stem where its output should be, without extension
   * @return {@code stem}, or that path with a hash where it was taken
   */
  synchronized String claim(String stem, String input) {
    StringBuilder path = new StringBuilder();
    int start = 0;
    for (int end; (end = stem.indexOf('/', start)) >= 0; start = end + 1) {
      String folder = path + stem.substring(start, end);
      String free = folder;
      for (int i = 0; owners.containsKey(key(free)); i++) {
        free = OutputNames.hashed(folder, folder + "/" + i);
      }
      path.replace(0, path.length(), free).append('/');
    }
    String wanted = path + stem.substring(start);
    String free = wanted;
    for (int i = 0; !isFree(key(free + extension), input); i++) {
      free = OutputNames.hashed(wanted, input + "/" + i);
    }
    add(free + extension, input);
    return free;
  }

  private boolean isFree(String key, String input) {
    return owners.getOrDefault(key, input).equals(input) && !folders.contains(key);
  }

  private static String key(String output) {
    return output.toLowerCase(Locale.ROOT);
  }
}
