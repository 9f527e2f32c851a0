package dev.heapconv.reader.pprof;

/**
 * Recognizes a pprof profile by its fields. Parses the wire format itself to avoid loading protobuf
 * classes.
 */
final class PprofSniffer {

  /** Either wire type, 0 varint or 2 length-delimited. */
  private static final int ANY = -2;

  /** Wire types by field number of a Profile; others may have fields of their own beyond them. */
  private static final int[] WIRE_TYPES = {-1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 2, 0, ANY, 0, 0};

  private static final int SAMPLE_TYPE = 1;

  private final byte[] head;
  private int position;

  private PprofSniffer(byte[] head) {
    this.head = head;
  }

  static boolean looksLikeProfile(byte[] head) {
    return new PprofSniffer(head).looksLikeProfile();
  }

  private boolean looksLikeProfile() {
    boolean typeSeen = false;
    while (position < head.length) {
      long tag = varint();
      long field = tag >>> 3;
      int wireType = (int) (tag & 7);
      if (tag < 8 || !fits(field, wireType)) {
        // A number that was cut off ends the head, whatever it says.
        return tag < 0 && typeSeen;
      }
      long value = varint();
      if (value < 0 && position >= head.length) {
        return typeSeen;
      }
      if (wireType == 0) {
        continue;
      }
      if (value < 0 || value > head.length - position) {
        return typeSeen && value > 0;
      }
      int end = position + (int) value;
      if (field == SAMPLE_TYPE) {
        if (!isValueType(end)) {
          return false;
        }
        typeSeen = true;
      }
      position = end;
    }
    return typeSeen;
  }

  private static boolean fits(long field, int wireType) {
    int wanted = field < WIRE_TYPES.length ? WIRE_TYPES[(int) field] : ANY;
    return wanted == ANY ? wireType == 0 || wireType == 2 : wanted == wireType;
  }

  private boolean isValueType(int end) {
    int fields = 0;
    while (position < end) {
      int tag = head[position++];
      if ((tag != 0x08 && tag != 0x10) || varint() < 0 || position > end) {
        return false;
      }
      fields++;
    }
    return fields > 0;
  }

  /** The next number; -1 if it is cut off or too long. */
  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position >= head.length) {
        return -1;
      }
      byte b = head[position++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    return -1;
  }
}
