package dev.heapconv.batch;

/**
 * A part of the inputs, where several batches share them.
 *
 * @param number from 1
 * @param count how many parts there are; 1 for the whole
 */
public record BatchPart(int number, int count) {

  /** All inputs. */
  public static final BatchPart WHOLE = new BatchPart(1, 1);

  public BatchPart {
    if (number < 1 || number > count) {
      throw new IllegalArgumentException("no part " + number + " of " + count);
    }
  }

  /** Whether an input is one of the part's, by its name. */
  public boolean has(String input) {
    return Math.floorMod(input.hashCode(), count) == number - 1;
  }

  /** {@code part-3-of-8}. */
  @Override
  public String toString() {
    return "part-" + number + "-of-" + count;
  }
}
