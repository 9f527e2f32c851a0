package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Outputs that cannot be written, and files that must not be replaced. */
class OutputErrorsTest extends CommandLineFixture {

  @Test
  void aMissingFolderIsNamed() {
    run("-q", recording("truth_i1"), "-o", inFolder("no/such/out.pb"))
        .isOneLine(ExitStatus.OUTPUT, "out.pb: cannot be written: there is no folder ");
  }

  /** Before the work: an input that cannot be read would be reported otherwise. */
  @Test
  void placesOfOutputsAreCheckedBeforeInputsAreRead() throws IOException {
    String none = inFolder("no such input");
    String old = file("file.pb", "precious");
    String missing = inFolder("no/such/o.pb");
    run(none, "-o", missing).isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run("--add", none, "-o", missing).isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run("diff", "-q", none, none, "-o", missing)
        .isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run(none, "-o", inFolder("no/such/o.csv")).isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run(none, "-o", old + "/").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run(none, "-o", old + "/new/").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run(none, "-o", old + "/o.pb").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run("batch", none, "-o", old).isOneLine(ExitStatus.OUTPUT, old + ": ");
    run("fleet", "add", old, none).isOneLine(ExitStatus.OUTPUT, old + ": ");
    assertThat(namesInFolder()).containsExactly("file.pb");
    assertThat(Path.of(old)).hasContent("precious");
  }

  /** On the screen, the error stands above the table of the others; a file would not say it. */
  @Test
  void aTableInAFileIsThatOfAllInputs() throws IOException {
    String good = recording("truth_i1");
    String bad = file("bad.pftrace", "no trace");
    assertThat(run(good, bad).hasError(ExitStatus.INPUT, "bad.pftrace").out()).contains("Live");
    for (String[] more : new String[][] {{}, {"--add"}, {"--strict"}}) {
      List<String> words = new ArrayList<>(List.of(good, bad, "-o", inFolder("out.json")));
      words.addAll(List.of(more));
      run(words.toArray(String[]::new)).hasError(ExitStatus.INPUT, "bad.pftrace");
      assertThat(namesInFolder()).containsExactly("bad.pftrace");
    }
    assertThat(run(good, bad, "--add").out()).isEmpty();
    assertThat(run(good, bad, "--strict").out()).isEmpty();
  }

  /** It would be a table of something else. */
  @Test
  void aCommandThatDoesNotComeFirstIsNoInput() {
    String good = recording("truth_i1");
    run("-q", "info", good).isUsageError("info: no such file; put the name of the command first");
    run(good, "diff", good).isUsageError("diff: no such file; put the name of the command first");
    run("grwth", good).isUsageError("grwth: no such file; did you mean 'heapconv growth'?");
  }

  /** It is one input, whatever it was made of. */
  @Test
  void aSumThatWasWantedCanBeReadAgain() throws IOException {
    String good = recording("truth_i1");
    String sum = inFolder("sum.pb.gz");
    assertThat(run(good, good).status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run("--add", good, good, "-o", sum).status()).isZero();
    assertThat(run(sum).status()).isZero();
    assertThat(run("diff", sum, good).status()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsNotCalledMissing() {
    run("-q", recording("truth_i1"), "-f", "pprof", "-o", "/proc/x")
        .isOneLine(
            ExitStatus.OUTPUT, "/proc/x: cannot be written: no files can be created in /proc");
    run("-q", recording("truth_i1"), "-o", "/proc/x/")
        .isOneLine(ExitStatus.OUTPUT, "/proc/x: cannot be written: ");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderThatMayNotBeWritten() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    Assumptions.assumeFalse(Files.isWritable(closed), "this user may write everywhere");
    run("-q", recording("truth_i1"), "-o", closed + "/o.pb")
        .isOneLine(ExitStatus.OUTPUT, "permission denied");
  }

  @Test
  void aFullDiskIsAnErrorOfTheOutput() throws IOException {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    run("-q", recording("truth_i1"), "-f", "pprof", "-o", "/dev/full")
        .isOneLine(ExitStatus.OUTPUT, "/dev/full", "No space left on device");
    for (List<String> args :
        List.of(
            List.of("-q", recording("truth_i1"), "-f", "pprof", "-o", "-"),
            List.of("info", recording("truth_i1")),
            List.of("info", "--json", recording("truth_i1")),
            List.of("--version"),
            List.of("--help"))) {
      try (OutputStream full = new FileOutputStream("/dev/full")) {
        run(full, args.toArray(new String[0]))
            .isOneLine(ExitStatus.OUTPUT, "No space left on device");
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFullFileSystemKeepsTheOldFile() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    try (SmallDisk disk = SmallDisk.at(small, "16k")) {
      Files.writeString(small.resolve("out.pb"), "precious");
      run("-q", recording("python_i4096"), "-o", small.resolve("out.pb").toString())
          .isOneLine(ExitStatus.OUTPUT, "out.pb", "No space left on device");
      assertThat(Files.readString(small.resolve("out.pb"))).isEqualTo("precious");
      assertThat(namesIn(small)).containsExactly("out.pb");
    }
  }

  @Test
  void aClosedPipeEndsQuietly() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    for (List<String> args :
        List.of(
            List.of("-q", recording("truth_i1"), "-f", "pprof", "-o", "-"),
            List.of("info", recording("truth_i1")),
            List.of("--help"))) {
      CommandRun result = run(closed, args.toArray(new String[0]));
      assertThat(result.status()).isEqualTo(ExitStatus.OK);
      assertThat(result.err()).isEmpty();
    }
  }

  @Test
  void anInputIsNeverReplaced() throws IOException {
    Path input = folder.resolve("in.pb.gz");
    run(recording("truth_i1"), "-o", input.toString()).isOk();
    Path link = Files.createSymbolicLink(folder.resolve("link.pb.gz"), input);
    Path hard = Files.createLink(folder.resolve("hard.pb.gz"), input);
    byte[] before = bytes(input);
    for (Path output : List.of(input, link, hard)) {
      for (String command : List.of("", "--add", "-f csv", "diff")) {
        List<String> words = new ArrayList<>(List.of((command + " " + input).strip().split(" ")));
        if (command.equals("diff")) {
          words.add(recording("names"));
        }
        words.addAll(List.of("-o", output.toString()));
        run(words.toArray(String[]::new)).isOneLine(ExitStatus.OUTPUT, "is also an input");
        assertThat(bytes(input)).isEqualTo(before);
      }
    }
  }

  /** A map is text, as tables are. */
  @Test
  void aFileOfNamesOrSizesIsNeverReplaced() throws IOException {
    Path map = Files.writeString(folder.resolve("map.txt"), "a.B -> c:\n");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), map);
    for (String option :
        List.of("--proguard-map=", "--proguard-map=a=", "--symbols=", "--sizes-from=")) {
      run(recording("truth_i1"), option + map, "-o", link.toString())
          .isOneLine(ExitStatus.OUTPUT, "is also an input");
    }
    assertThat(map).hasContent("a.B -> c:\n");
  }

  @Test
  void anInputInAFolderOfOutputsIsNeverReplaced() throws IOException {
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    Path output = folder.resolve(namesInFolder().get(0));
    byte[] before = bytes(output);
    assertThat(run(output.toString(), recording("truth_i1"), "-o", folder + "/").status())
        .isEqualTo(ExitStatus.OUTPUT);
    assertThat(bytes(output)).isEqualTo(before);
  }

  @Test
  void aLinkInAFolderOfOutputsIsNotFollowed() throws IOException {
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    Path output = folder.resolve(namesInFolder().get(0));
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
    Files.delete(output);
    Files.createSymbolicLink(output, elsewhere);
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    assertThat(elsewhere).hasContent("precious");
    assertThat(output).isRegularFile();
    assertThat(Files.isSymbolicLink(output)).isFalse();
  }

  @Test
  void aNameThatCannotBeKeptIsRefused() {
    run(recording("names"), "-o", inFolder("") + "/\ufffd.pb.gz")
        .isUsageError("not a valid file name");
    assertThat(namesInFolder()).isEmpty();
  }
}
