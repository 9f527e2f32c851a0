package dev.heapconv.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.function.IOConsumer;

/**
 * Hands over results in the order of their inputs, in whatever order threads make them: sums of
 * rounded numbers depend on the order. Few results wait, because inputs far ahead of the first that
 * has not ended are not begun. Threads take inputs in order, so that one never waits.
 */
final class InputOrder {

  private final IOConsumer<ReadResult> receiver;
  private final int ahead;
  private final Map<Integer, List<ReadResult>> waiting = new HashMap<>();
  private final BitSet ended = new BitSet();
  private int first;

  /**
   * @param ahead by how many inputs one may be ahead of the first that has not ended
   */
  InputOrder(IOConsumer<ReadResult> receiver, int ahead) {
    this.receiver = receiver;
    this.ahead = ahead;
  }

  /** Waits until an input may begin. */
  synchronized void begin(int input) throws InterruptedException {
    while (input - first >= ahead) {
      wait();
    }
  }

  /** Adds a result of an input that has begun. */
  synchronized void add(int input, ReadResult result) throws IOException {
    if (input == first) {
      receiver.accept(result);
    } else {
      waiting.computeIfAbsent(input, unused -> new ArrayList<>()).add(result);
    }
  }

  /** An input has no more results. */
  synchronized void end(int input) throws IOException {
    ended.set(input);
    notifyAll();
    while (ended.get(first)) {
      first++;
      for (ReadResult result : waiting.getOrDefault(first, List.of())) {
        receiver.accept(result);
      }
      waiting.remove(first);
    }
  }
}
