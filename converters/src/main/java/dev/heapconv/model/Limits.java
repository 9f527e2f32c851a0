package dev.heapconv.model;

/**
 * Limits on what a hostile input can make this program do. Real recordings stay far below the
 * defaults.
 *
 * @param maxPacketBytes size of the largest message that is held in memory in one piece
 * @param maxWindowBytes largest memory for decompressing one zstd stream, in bytes; rounded down to
 *     a power of 2
 * @param maxInflatedBytes decompressed bytes up to which {@code maxInflationRatio} is not enforced
 * @param maxInflationRatio largest number of inflated bytes per compressed byte, above {@code
 *     maxInflatedBytes}
 * @param maxStackDepth largest number of frames in a stack; deeper stacks are cut
 * @param maxNameBytes largest length of a name in bytes; longer names are cut
 * @param maxNesting largest number of nested containers
 */
public record Limits(
    int maxPacketBytes,
    long maxWindowBytes,
    long maxInflatedBytes,
    int maxInflationRatio,
    int maxStackDepth,
    int maxNameBytes,
    int maxNesting) {

  /**
   * The default limits: 512 MiB for a message, 128 MiB for a zstd window, 1 GiB inflated before a
   * ratio of 200 applies, 1,048,576 frames in a stack, 64 KiB for a name, and 6 nested containers.
   */
  public static final Limits DEFAULT =
      new Limits(512 << 20, 128L << 20, 1L << 30, 200, 1 << 20, 1 << 16, 6);

  /** Returns a copy with a different limit for messages, in bytes. */
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

  /** Returns a copy with a different limit for the memory of zstd, in bytes. */
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

  /** Returns a copy with a different number of inflated bytes from which the ratio is enforced. */
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

  /** Returns a copy with a different limit for the frames of a stack. */
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
