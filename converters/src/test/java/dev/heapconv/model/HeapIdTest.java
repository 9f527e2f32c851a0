package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapIdTest {

  private static HeapId heap(String source, long pid, String process, String heap) {
    return new HeapId(new Recording(source, 0), new Process(pid, process), heap);
  }

  /** The first process of two containers. */
  @Test
  void recordingsTellHeapsApartThatAreNamedEqually() {
    HeapId one = heap("a", 1, "server", "malloc");
    HeapId other = heap("b", 1, "server", "malloc");

    assertThat(one).isNotEqualTo(other);
    assertThat(one.inAnyRecording()).isEqualTo(other.inAnyRecording());
    assertThat(one.ofProcess()).isNotEqualTo(other.ofProcess());
  }

  @Test
  void runsOfAProgramDifferInPidsAndInstallationsInFolders() {
    HeapId one = heap("a", 1, "/v1/server", "malloc");
    HeapId sameProgram = heap("b", 2, "/v1/server", "malloc");
    HeapId elsewhere = heap("b", 2, "/v2/server", "malloc");

    assertThat(one.inAnyRecording()).isNotEqualTo(sameProgram.inAnyRecording());
    assertThat(one.inAnyRun()).isEqualTo(sameProgram.inAnyRun()).isNotEqualTo(elsewhere.inAnyRun());
    assertThat(one.ofProgram()).isEqualTo(elsewhere.ofProgram());
    assertThat(one.ofProgram()).isNotEqualTo(heap("a", 1, "/v1/server", "art").ofProgram());
  }

  @Test
  void aProcessHasSeveralHeapsAndAHeapSeveralDumps() {
    HeapId malloc = heap("a", 1, "server", "malloc");
    HeapId art = heap("a", 1, "server", "art");

    assertThat(malloc.ofProcess()).isEqualTo(art.ofProcess());
    assertThat(malloc.ofHeap()).isEqualTo(heap("b", 2, "tool", "malloc").ofHeap());
    assertThat(malloc.dump(1)).isNotEqualTo(malloc.dump(2)).isNotEqualTo(art.dump(1));
  }
}
