package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in converters/README.md, which sees of the library what its module exports. */
@Tag("slow")
class LibraryDocumentTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path folder;

  @Test
  void theProgramRunsAsItIsWritten() throws Exception {
    Path source = Files.writeString(folder.resolve("TopFive.java"), program());
    Path pprof = folder.resolve("out.pb.gz");
    List<String> printed =
        run(
            "-p",
            modules(),
            "--add-modules",
            "dev.heapconv.converters",
            source.toString(),
            TestData.recording("truth_i1").toString(),
            pprof.toString());
    assertThat(printed).hasSize(5).allMatch(line -> line.matches(".+: \\d+ \\[\\d+, \\d+]"));
    assertThat(pprof).isNotEmptyFile();
  }

  private static String program() throws IOException {
    String document = Files.readString(TestData.root().resolve("converters/README.md"));
    String program = document.substring(document.indexOf("```java\n") + 8);
    program = program.substring(0, program.indexOf("```"));
    assertThat(program.lines().filter(line -> !line.startsWith("import ")).count()).isLessThan(30);
    return program;
  }

  /** What Maven gives to a program that depends on the library. */
  private static String modules() {
    List<String> needed =
        List.of("commons-", "fastutil", "jackson-core", "jspecify", "protobuf-java", "zstd-jni");
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry ->
                entry.matches(".*heapconv.*") && !entry.contains("test")
                    || entry.matches(".*(proto|unskew|demangle|converters).target.classes")
                    || needed.stream()
                        .anyMatch(Path.of(entry).getFileName().toString()::startsWith))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private List<String> run(String... arguments) throws Exception {
    Path output = Files.createTempFile(folder, "java", ".out");
    List<String> command = Stream.concat(Stream.of(JAVA), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }
}
