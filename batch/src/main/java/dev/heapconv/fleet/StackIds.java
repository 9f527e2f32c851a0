package dev.heapconv.fleet;

import dev.heapconv.aggregate.ShownStacks.Reached;
import dev.heapconv.model.StackTable;
import java.util.Arrays;

/**
 * Two hashes of 128 bits for each stack of a table. They are the same for equal stacks of any
 * recordings, in any process and on any machine.
 *
 * <ul>
 *   <li>The identity: of all frames, each with the path and the build id of its mapping, its
 *       address, and the names and files of its functions. Stacks of one identity are one stack.
 *   <li>The names: of the functions as they are displayed, without the allocator's. Stacks of equal
 *       names read the same, and are adjacent when they are sorted by this hash.
 * </ul>
 *
 * <p>The frames should be those of {@link FleetPart}, without what differs from one run of a
 * program to the next. A stack costs a few multiplications, because its caller's hash is known; a
 * frame costs a SHA-256, once. More may be added to the table. Not thread-safe.
 */
final class StackIds {

  /** Numbers of a stack: its identity, and the names of all its functions. */
  private static final int NUMBERS = 4;

  private static final int NAMES = 2;

  /** The hash of the stack without frames: digits of pi. */
  private static final long SEED_HIGH = 0x243F6A8885A308D3L;

  private static final long SEED_LOW = 0x13198A2E03707344L;

  private final StackTree stacks;
  private long[] hashes = new long[256 * NUMBERS];
  private Reached[] reached = new Reached[256];
  private int known = 1;

  /**
   * @param stacks all of its frames belong to this table, too
   * @param allocatorFrames whether the allocator's own functions are displayed
   */
  StackIds(StackTable stacks, boolean allocatorFrames) {
    this(new SharedFrames(stacks, allocatorFrames));
  }

  StackIds(StackTree stacks) {
    this.stacks = stacks;
    reached[StackTable.ROOT] = Reached.NOTHING;
    for (int i = 0; i < NUMBERS; i += 2) {
      hashes[i] = SEED_HIGH;
      hashes[i + 1] = SEED_LOW;
    }
  }

  /** The first half of the identity of a stack. */
  long high(int stack) {
    int at = at(stack);
    return hashes[at];
  }

  /** The second half of the identity of a stack. */
  long low(int stack) {
    int at = at(stack);
    return hashes[at + 1];
  }

  /** The first half of the hash of the displayed names. */
  long namesHigh(int stack) {
    int at = at(stack);
    return hashes[at + NAMES];
  }

  /** The second half of the hash of the displayed names. */
  long namesLow(int stack) {
    int at = at(stack);
    return hashes[at + NAMES + 1];
  }

  /** Where the numbers of a stack begin; the array may be another one afterwards. */
  private int at(int stack) {
    if (stack >= known) {
      if (stack * NUMBERS >= hashes.length) {
        hashes = Arrays.copyOf(hashes, Math.max(stacks.size() * NUMBERS, 2 * hashes.length));
        reached = Arrays.copyOf(reached, hashes.length / NUMBERS);
      }
      while (known <= stack) {
        // Callers were added before the stacks they call.
        make(known++);
      }
    }
    return stack * NUMBERS;
  }

  private void make(int stack) {
    int to = stack * NUMBERS;
    int from = stacks.parent(stack) * NUMBERS;
    FrameId frame = stacks.frame(stack);
    hashes[to] = high(hashes[from], frame.identity().high());
    hashes[to + 1] = low(hashes[from + 1], frame.identity().low());
    Reached caller = reached[stacks.parent(stack)];
    reached[stack] = caller.after(frame.hiddenLines());
    int end = caller.leftOut(frame.hiddenLines(), frame.lines());
    long high = hashes[from + NAMES];
    long low = hashes[from + NAMES + 1];
    for (int line = frame.lines() - 1; line >= end; line--) {
      high = high(high, frame.name(line, 0));
      low = low(low, frame.name(line, 1));
    }
    hashes[to + NAMES] = high;
    hashes[to + NAMES + 1] = low;
  }

  private static long high(long state, long next) {
    return mix(state * 0x9E3779B97F4A7C15L + next);
  }

  private static long low(long state, long next) {
    return mix((state ^ 0xD6E8FEB86659FD93L) * 0xC2B2AE3D27D4EB4FL + next);
  }

  /** The finalizer of SplitMix64: each bit depends on all others. */
  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
