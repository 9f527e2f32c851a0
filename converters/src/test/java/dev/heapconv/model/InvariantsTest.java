package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.fixtures.ProfileBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A profile that breaks what holds for all is a fault of the program, not a wrong number. */
class InvariantsTest {

  private static ProfileBuilder dump(ProfileBuilder profile, int number, int count) {
    return profile.heap(1, "server", "malloc", number, count).stack("main", 100);
  }

  @Test
  void dumpsOfAHeapAreDifferentOnes() {
    EstimatedProfile two = dump(dump(new ProfileBuilder(), 1, 2), 2, 2).build();
    EstimatedProfile twice = dump(dump(new ProfileBuilder(), 2, 2), 2, 2).build();

    assertThat(two.check()).isSameAs(two);
    assertThatThrownBy(twice::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("twice dump 2");
  }

  @Test
  void theSameDumpInTwoRecordingsIsTwo() {
    EstimatedProfile one = dump(new ProfileBuilder(), 1, 1).build();
    EstimatedHeap heap = one.heaps().get(0);
    EstimatedHeap other = heap.withInfo(heap.info().withRecording(new Recording("other", 0)));

    assertThat(one.withHeaps(List.of(heap, other)).check().latestDumps()).hasSize(2);
    assertThatThrownBy(one.withHeaps(List.of(heap, heap))::check)
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aDumpIsOneOfThoseThatThereAre() {
    assertThatThrownBy(dump(new ProfileBuilder(), 3, 2).build()::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("dump 3 of 2");
    assertThatThrownBy(dump(new ProfileBuilder(), 0, 2).build()::check)
        .isInstanceOf(IllegalStateException.class);
  }
}
