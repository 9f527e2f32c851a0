package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.io.PartThreads;
import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of inputs is that of results, whichever thread is first. */
class InputOrderTest {

  private final List<String> received = new ArrayList<>();
  private final InputOrder order = new InputOrder(r -> received.add(r.facts().name()), 3);

  private static ReadResult result(String name) {
    ReadResult.Facts facts = new ReadResult.Facts(name, null, 1, 1, null, 0);
    return new ReadResult.Failure(facts, ErrorId.UNKNOWN_FORMAT, "");
  }

  @Test
  void resultsWaitForThoseOfInputsBefore() throws IOException {
    order.add(2, result("e"));
    order.end(2);
    order.add(0, result("a"));
    order.add(1, result("c"));
    order.add(0, result("b"));
    assertThat(received).containsExactly("a", "b");
    order.end(0);
    order.add(1, result("d"));
    assertThat(received).containsExactly("a", "b", "c", "d");
    order.end(1);
    assertThat(received).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void noThreadWaitsForEver() throws IOException {
    PartThreads.run(
        1000,
        8,
        "input",
        (thread, part) -> {
          try {
            order.begin(part);
            order.add(part, result(part + "a"));
            Thread.yield();
            order.add(part, result(part + "b"));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          } finally {
            order.end(part);
          }
        });
    assertThat(received)
        .isEqualTo(
            IntStream.range(0, 1000).boxed().flatMap(i -> Stream.of(i + "a", i + "b")).toList());
  }
}
