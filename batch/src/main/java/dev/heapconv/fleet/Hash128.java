package dev.heapconv.fleet;

import java.nio.ByteBuffer;

/**
 * The first 16 bytes of a SHA-256. Own equals and hashCode, as that of a record is slow at first.
 */
record Hash128(long high, long low) {

  static final Hash128 ZERO = new Hash128(0, 0);

  static Hash128 of(byte[] sha256) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256);
    return new Hash128(bytes.getLong(), bytes.getLong());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hash128 that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high);
  }
}
