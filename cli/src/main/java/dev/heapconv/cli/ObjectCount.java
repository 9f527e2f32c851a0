package dev.heapconv.cli;

import java.util.Locale;
import picocli.CommandLine;

/**
 * Reads a number of objects: {@code 4096}, {@code 10k}, {@code 1.5M}, {@code 1e9}. Units are powers
 * of 1000, as in tables.
 */
final class ObjectCount implements CommandLine.ITypeConverter<Long> {

  private static final String UNITS = "KMGT";

  @Override
  public Long convert(String text) {
    return ByteCount.count(
        text.strip().toUpperCase(Locale.ROOT),
        UNITS,
        1000,
        text,
        "a number of allocations such as 500, 10k or 1.5M");
  }
}
