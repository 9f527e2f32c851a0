package dev.heapconv.demangle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The golden files: mangled, readable and, in one of them, the reason, separated by tabs; {@code #}
 * begins a comment.
 */
final class GoldenNames {
  private GoldenNames() {}

  static List<String[]> rows(String file) {
    try (InputStream in = GoldenNames.class.getResourceAsStream(file)) {
      List<String[]> rows = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty() && line.charAt(0) != '#') {
          rows.add(line.split("\t"));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> mangled() {
    List<String> names = new ArrayList<>();
    for (String file : new String[] {"itanium.tsv", "rust.tsv", "differences.tsv"}) {
      for (String[] row : rows(file)) {
        names.add(row[0]);
      }
    }
    return names;
  }
}
