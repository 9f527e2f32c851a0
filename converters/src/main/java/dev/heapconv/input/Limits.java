package dev.heapconv.input;

/**
 * Bounds on what a hostile input can make this program do. Real recordings stay far below the
 * defaults.
 *
 * @param maxPacketBytes largest message that is held in memory in one piece
 * @param maxInflatedBytes how much an input may inflate to beyond {@code maxInflationRatio}
 * @param maxInflationRatio inflated bytes per compressed byte, above {@code maxInflatedBytes}
 * @param maxStackDepth most frames of one stack
 * @param maxNameBytes longest name; longer ones are cut
 * @param maxNesting how many containers may stand in one another
 */
public record Limits(
    int maxPacketBytes,
    long maxInflatedBytes,
    int maxInflationRatio,
    int maxStackDepth,
    int maxNameBytes,
    int maxNesting) {

  public static final Limits DEFAULT = new Limits(512 << 20, 1L << 30, 1100, 1 << 20, 1 << 16, 6);

  public Limits withMaxPacketBytes(int bytes) {
    return new Limits(
        bytes, maxInflatedBytes, maxInflationRatio, maxStackDepth, maxNameBytes, maxNesting);
  }

  public Limits withMaxInflatedBytes(long bytes) {
    return new Limits(
        maxPacketBytes, bytes, maxInflationRatio, maxStackDepth, maxNameBytes, maxNesting);
  }

  public Limits withMaxStackDepth(int frames) {
    return new Limits(
        maxPacketBytes, maxInflatedBytes, maxInflationRatio, frames, maxNameBytes, maxNesting);
  }
}
