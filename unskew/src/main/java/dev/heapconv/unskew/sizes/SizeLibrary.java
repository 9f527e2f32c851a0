package dev.heapconv.unskew.sizes;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes that call sites of real programs allocate: about a hundred distributions, one for each
 * cluster of similar sites. {@code benchmarks/alloclog/library.py} made them from logs of the
 * programs that its first line names.
 */
final class SizeLibrary {

  /** Loaded at first use, so a trace without heap profiles does not pay for it. */
  private static final class Holder {
    static final List<LibraryEntry> ENTRIES = read(SizesText.LINES);
  }

  /** A cluster of similar sites. */
  static final class LibraryEntry {
    /** The share of all sites that belong to the cluster. */
    final double weight;

    /** Mean and standard deviation of the logarithm of the number of allocations of a site. */
    final double lnCount;

    final double lnCountDeviation;

    /**
     * How much the allocations per recorded one of a site differ from those of these sizes: the
     * standard deviation of the logarithm.
     */
    final double countError;

    /** The same deviation for its bytes beyond one interval for each recorded allocation. */
    final double excessError;

    /** The sizes in bytes, and the shares of the allocations that have them, which add up to 1. */
    final double[] sizes;

    final double[] shares;

    private LibraryEntry(LibraryLine line) {
      weight = line.next() / 1e6;
      lnCount = line.next() / 100.0;
      lnCountDeviation = line.next() / 100.0;
      countError = line.next() / 100.0;
      excessError = line.next() / 100.0;
      double[] numbers = new double[32];
      int count = 0;
      double sum = 0;
      while (line.hasNext()) {
        numbers[count++] = line.next();
        double share = line.next();
        numbers[count++] = share;
        sum += share;
      }
      sizes = new double[count / 2];
      shares = new double[sizes.length];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = numbers[2 * i];
        shares[i] = numbers[2 * i + 1] / sum;
      }
    }
  }

  private SizeLibrary() {}

  static List<LibraryEntry> entries() {
    return Holder.ENTRIES;
  }

  /** Returns the entries of a text with a line for each, which ends with a line feed. */
  static List<LibraryEntry> read(String lines) {
    List<LibraryEntry> entries = new ArrayList<>();
    for (int at = 0, end; (end = lines.indexOf('\n', at)) >= 0; at = end + 1) {
      entries.add(new LibraryEntry(new LibraryLine(lines, at, end)));
    }
    return List.copyOf(entries);
  }

  /** Parses numbers without a sign, separated by one character each. */
  private static final class LibraryLine {
    private final String text;
    private int at;
    private final int end;

    LibraryLine(String text, int begin, int end) {
      this.text = text;
      this.at = begin;
      this.end = end;
    }

    boolean hasNext() {
      return at < end;
    }

    long next() {
      long number = 0;
      for (char c; at < end && (c = text.charAt(at++)) >= '0' && c <= '9'; ) {
        number = number * 10 + c - '0';
      }
      return number;
    }
  }
}
