package dev.heapconv.model;

/**
 * Limits on what a hostile input can make this program do. Real recordings stay far below the
 * defaults.
 *
 * @param maxPacketBytes largest message that is held in memory in one piece
 * @param maxWindowBytes most memory that decompressing one zstd stream may take; rounded down to a
 *     power of 2
 * @param maxInflatedBytes decompressed size up to which {@code maxInflationRatio} is not enforced
 * @param maxInflationRatio inflated bytes per compressed byte, above {@code maxInflatedBytes}
 * @param maxStackDepth maximum number of frames in a stack
 * @param maxNameBytes maximum length of a name; longer ones are cut
 * @param maxNesting how deeply containers may be nested
 */
public record Limits(
    int maxPacketBytes,
    long maxWindowBytes,
    long maxInflatedBytes,
    int maxInflationRatio,
    int maxStackDepth,
    int maxNameBytes,
    int maxNesting) {

  public static final Limits DEFAULT =
      new Limits(512 << 20, 128L << 20, 1L << 30, 200, 1 << 20, 1 << 16, 6);

  public Limits withMaxPacketBytes(int bytes) {
    return new Limits(
        bytes,
        maxWindowBytes,
        maxInflatedBytes,
        maxInflationRatio,
        maxStackDepth,
        maxNameBytes,
        maxNesting);
  }

  public Limits withMaxWindowBytes(long bytes) {
    return new Limits(
        maxPacketBytes,
        bytes,
        maxInflatedBytes,
        maxInflationRatio,
        maxStackDepth,
        maxNameBytes,
        maxNesting);
  }

  public Limits withMaxInflatedBytes(long bytes) {
    return new Limits(
        maxPacketBytes,
        maxWindowBytes,
        bytes,
        maxInflationRatio,
        maxStackDepth,
        maxNameBytes,
        maxNesting);
  }

  public Limits withMaxStackDepth(int frames) {
    return new Limits(
        maxPacketBytes,
        maxWindowBytes,
        maxInflatedBytes,
        maxInflationRatio,
        frames,
        maxNameBytes,
        maxNesting);
  }
}
