package dev.heapconv.unskew.sizes;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes that call sites of real programs allocate: some hundred distributions, each for a
 * cluster of sites that are alike, made by {@code benchmarks/alloclog/library.py} from logs of the
 * programs that its first line names.
 */
final class SizeLibrary {

  /** Loaded at first use: a trace without heap profiles pays nothing. */
  private static final class Holder {
    static final List<LibraryEntry> ENTRIES = read();
  }

  /** A cluster of sites. */
  static final class LibraryEntry {
    /** Its share of all sites. */
    final double weight;

    /** Mean logarithm of the allocations of a site, and the deviation of it. */
    final double lnCount;

    final double lnCountDeviation;

    /**
     * Deviation of the logarithm of a site's allocations per recorded one from that of these sizes.
     */
    final double countError;

    /** Likewise of its bytes beyond one interval for each recorded allocation. */
    final double excessError;

    /** In bytes, and the shares of the allocations that have them, which add up to 1. */
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

  private static List<LibraryEntry> read() {
    List<LibraryEntry> entries = new ArrayList<>();
    for (int at = 0, end; (end = SizesText.LINES.indexOf('\n', at)) >= 0; at = end + 1) {
      entries.add(new LibraryEntry(new LibraryLine(SizesText.LINES, at, end)));
    }
    return List.copyOf(entries);
  }

  /** Numbers without a sign, separated by one character each. */
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
