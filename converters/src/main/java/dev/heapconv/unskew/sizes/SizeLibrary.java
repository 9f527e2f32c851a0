package dev.heapconv.unskew.sizes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The sizes that call sites of real programs allocate: some hundred distributions, each for a
 * cluster of sites that are alike, made by {@code benchmarks/alloclog/library.py} from logs of the
 * programs that its first line names. Immutable.
 */
final class SizeLibrary {

  private static final String RESOURCE = "sizes.txt";

  /** Loaded at first use: a trace without heap profiles pays nothing. */
  private static final class Holder {
    static final SizeLibrary LIBRARY = read();
  }

  /**
   * A cluster of sites.
   *
   * @param weight its share of all sites
   * @param lnCount mean logarithm of the allocations of a site
   * @param lnCountDeviation its standard deviation
   * @param countError deviation of the logarithm of a site's allocations per recorded one from that
   *     of these sizes
   * @param excessError likewise of its bytes beyond one interval for each recorded allocation
   * @param sizes in bytes
   * @param shares of the allocations that have them; they add up to 1
   */
  record Entry(
      double weight,
      double lnCount,
      double lnCountDeviation,
      double countError,
      double excessError,
      double[] sizes,
      double[] shares) {}

  private final List<Entry> entries;

  private SizeLibrary(List<Entry> entries) {
    this.entries = entries;
  }

  static List<Entry> entries() {
    return Holder.LIBRARY.entries;
  }

  private static SizeLibrary read() {
    List<Entry> entries = new ArrayList<>();
    try (InputStream in = SizeLibrary.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + RESOURCE + " is missing");
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
      for (String line; (line = lines.readLine()) != null; ) {
        if (!line.startsWith("#")) {
          entries.add(new Line(line).entry());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SizeLibrary(entries);
  }

  /** Numbers without a sign, separated by one character each. */
  private static final class Line {
    private final String text;
    private int at;

    Line(String text) {
      this.text = text;
    }

    Entry entry() {
      double weight = next() / 1e6;
      double lnCount = next() / 100.0;
      double lnCountDeviation = next() / 100.0;
      double countError = next() / 100.0;
      double excessError = next() / 100.0;
      double[] numbers = new double[32];
      int count = 0;
      double sum = 0;
      while (at < text.length()) {
        numbers[count++] = next();
        double share = next();
        numbers[count++] = share;
        sum += share;
      }
      double[] sizes = new double[count / 2];
      double[] shares = new double[count / 2];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = numbers[2 * i];
        shares[i] = numbers[2 * i + 1] / sum;
      }
      return new Entry(weight, lnCount, lnCountDeviation, countError, excessError, sizes, shares);
    }

    private long next() {
      long number = 0;
      for (char c; at < text.length() && (c = text.charAt(at++)) >= '0' && c <= '9'; ) {
        number = number * 10 + c - '0';
      }
      return number;
    }
  }
}
