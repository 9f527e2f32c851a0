package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/** The launcher knows of the command line what the commands say; goldens are updated with it. */
class LauncherTest {

  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private static final Path LAUNCHER = TestData.root().resolve("cli/src/main/launcher/heapconv.sh");

  @Test
  void itsWordsAreThoseOfTheCommands() throws IOException {
    CommandSpec program = new HeapConvCommand(Terminal.system()).parser().getCommandSpec();
    String script = Files.readString(LAUNCHER);
    for (String[] line :
        new String[][] {
          {"of_many", String.join(":", Subcommands.OF_MANY)},
          {"output", names("--output", program)},
          {"verbose", names("--verbose", program)},
        }) {
      script = script.replaceFirst("(?m)^" + line[0] + "='.*'$", line[0] + "='" + line[1] + "'");
    }
    Golden.check(LAUNCHER, script);
  }

  @Test
  void commandsOfManyAreThoseThatLimitTheTimeOfEach() {
    assertThat(Subcommands.OF_MANY)
        .isEqualTo(Subcommands.withOption("--max-time", Terminal.system()));
    assertThat(CommandWords.of("fleet", "add", "x").areOfMany()).isTrue();
    assertThat(CommandWords.of("batch").areOfMany()).isTrue();
    assertThat(CommandWords.of("fleet", "table").areOfMany()).isFalse();
    assertThat(CommandWords.of("add", "x").areOfMany()).isFalse();
  }

  /** The launcher beside a Java that prints its options. */
  private static String options(Path folder, String... words) throws Exception {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("heapconv");
    Files.copy(LAUNCHER, program, StandardCopyOption.REPLACE_EXISTING);
    Path lib = Files.createDirectories(folder.resolve("lib/heapconv"));
    Files.writeString(lib.resolve("heapconv.jar"), "");
    Files.writeString(lib.resolve("classdata.sh"), "");
    List<String> command = new ArrayList<>(List.of("sh", program.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  /** A file of that many bytes, none of which is on the disk. */
  private static void file(Path path, long bytes) throws IOException {
    Files.createDirectories(path.getParent());
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
  }

  @Test
  void upTo256MebibytesTheQuickCompilerRunsAlone(@TempDir Path folder) throws Exception {
    long most = 256L << 20;
    file(folder.resolve("in/a.pftrace"), most / 2);
    file(folder.resolve("in/deep/b b.pftrace"), most / 2);
    file(folder.resolve("one.pftrace"), most);
    file(folder.resolve("table/functions/x.parquet"), most);
    file(folder.resolve("out/x.pb.gz"), most);
    String[][] quick = {
      {"batch", "in", "-o", "out"},
      {"batch", "--output", "out", "in"},
      {"fleet", "add", "table", "in"},
      {"one.pftrace"},
      {"diff", "one.pftrace", "in/a.pftrace"},
      {"fleet", "table"},
    };
    for (String[] words : quick) {
      assertThat(options(folder, words)).as("%s", (Object) words).contains(QUICK);
    }
    file(folder.resolve("in/deep/c"), 1);
    file(folder.resolve("more.pftrace"), most + 1);
    file(folder.resolve("dense/x.zip"), most / 8 + 512);
    String[][] all = {
      {"batch", "in", "-o", "out"},
      {"fleet", "add", "table", "in"},
      {"batch", "dense", "-o", "out"},
      {"batch", "one.pftrace", "in/a.pftrace", "-o", "out"},
      {"more.pftrace"},
      {"dense/x.zip"},
      {"batch", "-", "-o", "out"},
      {"batch", "in/**/*", "-o", "out"},
    };
    for (String[] words : all) {
      assertThat(options(folder, words)).as("%s", (Object) words).doesNotContain(QUICK);
    }
  }

  /** Only looks at what is named like an action of find, or like its operators. */
  @Test
  void namesOfFilesAreNoCommands(@TempDir Path folder) throws Exception {
    List<String> odd = List.of("-delete", "-fprint", "(", "!", ",", "-exec", "a b", "x\ny");
    for (String name : odd) {
      Files.writeString(folder.resolve(name), "odd");
    }
    Files.writeString(folder.resolve("a.csv"), "first");
    Files.writeString(folder.resolve("z.csv"), "last");
    for (String command : new String[] {"batch", "info"}) {
      for (String name : odd) {
        assertThat(options(folder, command, "a.csv", name, "z.csv")).contains(QUICK);
      }
    }
    assertThat(folder.resolve("a.csv")).hasContent("first");
    assertThat(folder.resolve("z.csv")).hasContent("last");
    for (String name : odd) {
      assertThat(folder.resolve(name)).hasContent("odd");
    }
  }

  private static String names(String option, CommandSpec program) {
    return String.join(" ", program.findOption(option).names());
  }
}
