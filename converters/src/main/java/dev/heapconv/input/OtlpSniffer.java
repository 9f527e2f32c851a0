package dev.heapconv.input;

import java.util.Arrays;

/**
 * Recognizes OTLP profiles by their first fields. A Perfetto trace may begin with the same fields.
 */
final class OtlpSniffer {

  /**
   * The fields from the outermost message to the first sample type: resource, scope, profile, type.
   */
  private static final int[] PATH = {1, 2, 2, 1};

  private static final int LENGTH_DELIMITED = 2;

  private final byte[] head;
  private int position;

  private OtlpSniffer(byte[] head, int position) {
    this.head = head;
    this.position = position;
  }

  static boolean looksLikeProfile(byte[] head) {
    // The collector's file exporter writes the length of each message before it, and may compress
    // the message.
    return new OtlpSniffer(head, 0).looksLikeProfile()
        || new OtlpSniffer(head, Integer.BYTES).looksLikeProfile()
        || (head.length > Integer.BYTES
            && head[0] >= 0
            && Inputs.isZstd(Arrays.copyOfRange(head, Integer.BYTES, head.length)));
  }

  /**
   * Descends along the path: each message is within the one before. Skips the fields before the
   * next message.
   */
  private boolean looksLikeProfile() {
    long end = Long.MAX_VALUE;
    for (int field : PATH) {
      long tag;
      do {
        tag = varint();
        long length = varint();
        long next = position + length;
        if ((tag & 7) != LENGTH_DELIMITED || length < 0 || next > end || tag >>> 3 > field) {
          return false;
        }
        if (tag >>> 3 == field) {
          end = next;
        } else {
          position = (int) Math.min(next, head.length);
        }
      } while (tag >>> 3 != field);
    }
    // The name of the type is the index of a string.
    return end - position >= 2 && varint() == 1 << 3;
  }

  /** Returns the next number; -1 after the last one. */
  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (position >= head.length) {
        return -1;
      }
      byte next = head[position++];
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    return -1;
  }
}
