package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.input.InputSource;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A conversion loads the classes of its own formats: others, or a statistics library, would cost
 * time at every start.
 */
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
          Formats.STANDARD.ofId(args[1]).orElseThrow(),
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
  void readersBehindTheOneThatAcceptsAreNotLoaded() throws Exception {
    assertThat(packagesLoadedBy(TestData.own("alloc/go/go123_rate1.heap.pb.gz"), "folded"))
        .containsExactly("reader.perfetto", "reader.pprof", "writer.folded");
  }

  private Set<String> packagesLoadedBy(Path input, String format) throws Exception {
    Path log = folder.resolve("classes");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-cp",
                classPath,
                Program.class.getName(),
                input.toString(),
                format)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
    Set<String> packages = new TreeSet<>();
    Matcher loaded = COSTLY_PACKAGE.matcher(Files.readString(log));
    while (loaded.find()) {
      packages.add(loaded.group(1));
    }
    return packages;
  }
}
