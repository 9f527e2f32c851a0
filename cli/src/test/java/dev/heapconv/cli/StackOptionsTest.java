package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackOptionsTest extends CommandLineFixture {

  @Test
  void allocatorFramesNeedAFormatThatHidesThem() {
    String trace = recording("truth_i4096");
    String option = "--allocator-frames";
    run(trace, option).isUsageError("no effect on the summary", "heapconv top");
    run(trace, option, "-o", inFolder("x.html")).isUsageError("no effect on html", "speedscope");
    run("merge", trace, option, "-o", inFolder("x.pb.gz")).isUsageError("no effect on pprof");
    run("diff", trace, trace, option, "-o", inFolder("x.pb.gz")).isUsageError("no effect on pprof");
    run("batch", trace, option, "-o", inFolder("out")).isUsageError("no effect on pprof");
    assertThat(namesInFolder()).isEmpty();
  }
}
