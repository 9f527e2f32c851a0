package dev.heapconv.demangle;

/** Decoding of RFC 3492 with the separator that Rust symbols use, an underscore. */
final class Punycode {
  private static final int BASE = 36;
  private static final int T_MIN = 1;
  private static final int T_MAX = 26;
  private static final int SKEW = 38;
  private static final int DAMP = 700;
  private static final int INITIAL_BIAS = 72;
  private static final int INITIAL_N = 128;

  /** Limits the quadratic insertion; real identifiers are far shorter. */
  private static final int MAX_LENGTH = 1000;

  private Punycode() {}

  /** Decodes; malformed text causes a {@link DemangleFailure}. */
  static String decode(String encoded) {
    int separator = encoded.lastIndexOf('_');
    StringBuilder out = new StringBuilder(separator > 0 ? encoded.substring(0, separator) : "");
    int position = separator + 1;
    if (position >= encoded.length() || encoded.length() > MAX_LENGTH) {
      throw DemangleFailure.INSTANCE;
    }
    int codePoints = out.length();
    int n = INITIAL_N;
    int bias = INITIAL_BIAS;
    long i = 0;
    while (position < encoded.length()) {
      long before = i;
      long weight = 1;
      for (int k = BASE; ; k += BASE) {
        if (position >= encoded.length()) {
          throw DemangleFailure.INSTANCE;
        }
        int digit = digit(encoded.charAt(position++));
        i += digit * weight;
        int threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
        if (digit < threshold) {
          break;
        }
        weight *= BASE - threshold;
        if (i > Integer.MAX_VALUE || weight > Integer.MAX_VALUE) {
          throw DemangleFailure.INSTANCE;
        }
      }
      codePoints++;
      bias = adapt(i - before, codePoints, before == 0);
      n += (int) (i / codePoints);
      i %= codePoints;
      if (n < INITIAL_N
          || n > Character.MAX_CODE_POINT
          || (n >= Character.MIN_SURROGATE && n <= Character.MAX_SURROGATE)) {
        throw DemangleFailure.INSTANCE;
      }
      out.insert(out.offsetByCodePoints(0, (int) i), Character.toChars(n));
      i++;
    }
    return out.toString();
  }

  private static int digit(char c) {
    if (Cursor.isLower(c)) {
      return c - 'a';
    }
    if (Cursor.isDigit(c)) {
      return c - '0' + 26;
    }
    throw DemangleFailure.INSTANCE;
  }

  private static int adapt(long delta, int length, boolean first) {
    long d = first ? delta / DAMP : delta / 2;
    d += d / length;
    int k = 0;
    while (d > ((BASE - T_MIN) * T_MAX) / 2) {
      d /= BASE - T_MIN;
      k += BASE;
    }
    return k + (int) (((BASE - T_MIN + 1) * d) / (d + SKEW));
  }
}
