package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.recordingBytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import org.junit.jupiter.api.Test;

class NextCommandsTest extends CommandLineFixture {

  @Test
  void aFirstLookEndsWithALineToGoOnWith() {
    String next = "\n\nNext: --peek site_mixed_wide   --tree   -o report.html   -o out.pb.gz";
    assertThat(run(recording("truth_i1")).isOk().out()).contains(next).endsWith("help numbers\n");
    assertThat(run(recording("truth_i1")).isOk().out()).contains(next);
    assertThat(run("--cum", recording("truth_i1")).isOk().out()).doesNotContain("Next:");
    assertThat(run(recording("customheap_all")).isOk().out()).contains("\nNext: --process NAME ");
  }

  @Test
  void aMuchLargerPeakIsOffered() {
    String trace = recording("phases_i512");
    assertThat(run(trace + "#2").isOk().out())
        .contains("\nPeak        5.08 MiB at dump 8 of 10\n", "\nNext: " + trace + "#max ");
    assertThat(run(trace).isOk().out())
        .contains("\nPeak        5.08 MiB at dump 8 of 10\n")
        .doesNotContain("#max");
    assertThat(run(trace + "#max").isOk().out()).doesNotContain("Peak  ", "#max");
  }

  @Test
  void whatWasFreedIsOffered() {
    assertThat(run(recording("mixed_deflate")).isOk().out())
        .contains("\nNext: --view alloc_space ");
  }

  @Test
  void aHeapThatDoesNotTellWhatIsLiveIsOffered() {
    String trace = TestData.own("perfetto/memscope_two_heaps.pftrace").toString();
    String both = run(trace).isOk().out();
    assertThat(both)
        .containsPattern("\\nLive .* of libc.malloc\\n")
        .containsPattern("\\nAllocated .* of libc.malloc and com.android.art\\n")
        .containsPattern("\\n +- +- +36.6 MiB ±5 % +com.example.app \\(700\\), com.android.art\\n")
        .contains("\n  without com.android.art, which does not tell what is live\n")
        .contains("\nNext: --heap com.android.art ");
    assertThat(run("--view", "alloc_space", trace).isOk().out())
        .contains("com.example.Img.load", "Next: --process NAME")
        .doesNotContain("  without com.android.art");
    assertThat(run("--heap", "com.android.art", trace).isOk().out())
        .contains("com.example.Img.load")
        .doesNotContain("of com.android.art", "  without");
  }

  @Test
  void noCommandHasANameThatAShellWouldTakeApart() {
    String evil = file("x; rm -rf ~", recordingBytes("phases_i512"));
    assertThat(run(evil + "#2").isOk().out()).contains("Next: INPUT#max ");
  }
}
