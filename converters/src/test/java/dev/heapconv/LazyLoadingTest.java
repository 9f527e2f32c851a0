package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.input.InputSource;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A conversion loads the classes of its own formats: others, or a statistics library, would cost
 * time at every start.
 */
@Tag("slow")
class LazyLoadingTest {

  private static final Pattern COSTLY_PACKAGE =
      Pattern.compile(
          "(?:dev\\.heapconv|org\\.apache\\.commons)\\.((?:reader|writer|statistics)\\.\\w+)\\.\\w+");

  @TempDir Path folder;

  /** A program that converts one file. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws IOException {
      HeapConv.write(
          HeapConv.unskew(
              HeapConv.read(InputSource.parse(args[0]), ReadOptions.DEFAULT),
              UnskewOptions.DEFAULT),
          Format.ofId(args[1]).orElseThrow(),
          new WriteOptions("test", null),
          OutputStream.nullOutputStream());
    }
  }

  @Test
  void aTraceBecomesPprof() throws Exception {
    assertThat(packagesLoadedBy(TestData.own("heapprofd/truth_i4096.pftrace"), "pprof"))
        .containsExactly("reader.perfetto", "writer.pprof");
  }

  @Test
  void aTraceNeedsNoStreams() throws Exception {
    assertThat(classesLoadedBy(TestData.own("heapprofd/truth_i4096.pftrace"), "pprof"))
        .doesNotContain("java.util.stream.ReferencePipeline");
  }

  @Test
  void readersBehindTheOneThatAcceptsAreNotLoaded() throws Exception {
    assertThat(packagesLoadedBy(TestData.own("alloc/go/go123_rate1.heap.pb.gz"), "folded"))
        .containsExactly("reader.perfetto", "reader.pprof", "writer.folded");
  }

  @Test
  void nativeCodeIsLoadedForZstdOnly() throws Exception {
    Path zstd = folder.resolve("trace.zst");
    Files.write(zstd, Containers.zstd(TestData.recordingBytes("truth_i4096")));
    assertThat(classesLoadedBy(zstd, "pprof")).contains("com.github.luben.zstd");
    assertThat(classesLoadedBy(TestData.recording("truth_i4096"), "pprof"))
        .doesNotContain("com.github.luben.zstd");
  }

  @Test
  void withoutNativeCodeZstdIsRefused() throws Exception {
    Path zstd = folder.resolve("trace.zst");
    Files.write(zstd, Containers.zstd(TestData.recordingBytes("truth_i4096")));
    Path noFolder = Files.createFile(folder.resolve("file"));
    Path err = folder.resolve("err");
    Process process =
        program("-DZstdTempFolder=" + noFolder, zstd, "pprof").redirectError(err.toFile()).start();
    assertThat(process.waitFor()).isNotZero();
    assertThat(Files.readString(err)).contains("heapconv cannot decompress zstd on this system");
  }

  /** A small installation of Java has no Flight Recorder. */
  @Test
  void recordingsOfTheFlightRecorderAreReadWithoutIt() throws Exception {
    Process process =
        program(
                "--limit-modules=java.base,java.logging,java.management,jdk.unsupported",
                TestData.own("alloc/jfr/give_jdk17.jfr"),
                "pprof")
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private Set<String> packagesLoadedBy(Path input, String format) throws Exception {
    Set<String> packages = new TreeSet<>();
    Matcher loaded = COSTLY_PACKAGE.matcher(classesLoadedBy(input, format));
    while (loaded.find()) {
      packages.add(loaded.group(1));
    }
    return packages;
  }

  private String classesLoadedBy(Path input, String format) throws Exception {
    Path log = folder.resolve("classes");
    Process process = program("-Xlog:class+load:file=" + log, input, format).start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(log);
  }

  private static ProcessBuilder program(String option, Path input, String format) {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            option,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Program.class.getName(),
            input.toString(),
            format)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
