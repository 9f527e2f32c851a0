package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.recordingBytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Inputs that cannot be converted: one line each, status 3, and nothing is written. */
class InputReaderTest extends CommandLineFixture {

  /** Runs both commands that read, and looks for what is left behind. */
  private void isRefused(String input, String... parts) {
    run(input, "-o", inFolder("out.pb.gz")).isOneLine(ExitStatus.INPUT, parts);
    assertThat(folder.resolve("out.pb.gz")).doesNotExist();
    assertThat(namesInFolder()).noneMatch(name -> name.endsWith(".tmp"));
    run("info", input).isOneLine(ExitStatus.INPUT, parts);
  }

  @Test
  void anEmptyFile() {
    isRefused(file("empty", ""), "the file is empty");
  }

  @Test
  void aTextFile() {
    isRefused(file("notes.txt", "Dear diary\n"), "notes.txt: ", "looks like text");
  }

  @Test
  void aPicture() {
    isRefused(
        file(
            "photo.pftrace",
            new byte[] {
              (byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 16, 'J', 'F', 'I', 'F'
            }),
        "looks like a JPEG image");
  }

  @Test
  void aCompressionThatIsNotRead() {
    isRefused(file("a.xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z', 0, 0, 4}), "file of xz;");
    isRefused(file("a.bz2", "BZh91AY&SY\0".getBytes(StandardCharsets.ISO_8859_1)), "of bzip2;");
    isRefused(file("a.lz4", new byte[] {4, '"', 'M', 0x18, 0x64, 0x40}), "file of lz4;");
  }

  @Test
  void aFileThatIsNotThere() {
    isRefused(inFolder("nothing.pftrace"), "nothing.pftrace: no such file");
  }

  @Test
  void aFolder() {
    isRefused(folder.toString(), "is a directory");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatMayNotBeRead() throws IOException {
    String file = file("secret.pftrace", recordingBytes("overrun"));
    Files.setPosixFilePermissions(Path.of(file), PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(Path.of(file)), "this user may read everything");
    isRefused(file, "permission denied");
  }

  @Test
  void aTraceCutBeforeItsFirstDump() {
    isRefused(recording("python_truncated"), "cut off inside the packet that begins at byte");
  }

  @Test
  void aTraceWithoutAHeapProfileSaysWhatItHolds() {
    isRefused(recording("stream_phases"), "stream_allocations");
    // Four packets of ftrace events.
    isRefused(
        file("ftrace", new byte[] {10, 2, 10, 0, 10, 2, 10, 0, 10, 2, 10, 0, 10, 2, 10, 0}),
        "no heap profile: the trace contains 4 ftrace packets",
        "android.heapprofd");
  }

  @Test
  void aCutTraceIsAWarningAndWithStrictAnError() {
    byte[] whole = recordingBytes("phases_i512");
    String cut = file("cut", Arrays.copyOf(whole, whole.length - 5));
    CommandRun result = run(cut, "-o", inFolder("out.pb.gz"));
    assertThat(result.status()).isEqualTo(ExitStatus.OK);
    assertThat(result.err())
        .containsPattern(
            "warning: the trace is cut off inside the packet that begins at byte \\d+");
    assertThat(folder.resolve("out.pb.gz")).exists();

    run(cut, "--strict", "-o", inFolder("strict.pb.gz"))
        .isOneLine(ExitStatus.INPUT, "cut off", "at byte", "without --strict");
    assertThat(folder.resolve("strict.pb.gz")).doesNotExist();
    String nothing = file("nothing", Arrays.copyOf(whole, 20));
    assertThat(run("info", nothing).err()).doesNotContain("--strict");
    assertThat(run("batch", nothing, "-o", inFolder("out")).err()).doesNotContain("--strict");
    assertThat(run("batch", cut, "-o", inFolder("strict"), "--strict").err())
        .containsOnlyOnce("run without --strict");
  }

  @Test
  void limitsAreErrorsWithTheOptionThatRaisesThem() {
    byte[] huge = new byte[1 << 20];
    // A packet with one field, of a profile, as long as the file.
    byte[] start = {10, (byte) 0xfb, (byte) 0xff, 63, (byte) 0xaa, 2, (byte) 0xf5, (byte) 0xff, 63};
    System.arraycopy(start, 0, huge, 0, start.length);
    run(file("huge", huge), "--raise-limit", "packet=300K", "-o", inFolder("out.pb.gz"))
        .isOneLine(ExitStatus.INPUT, "the packet at byte 0 ", "--raise-limit packet=BYTES");
  }

  @Test
  void verboseExplainsTheErrorByItsId() {
    assertThat(run(inFolder("nothing.pftrace"), "-v").err())
        .contains("no-such-file: No file has this name");
  }

  @Test
  void quietMeansNoWarnings() {
    byte[] whole = recordingBytes("phases_i512");
    String cut = file("cut", Arrays.copyOf(whole, whole.length - 5));
    assertThat(run(cut, "-q", "-o", inFolder("out.pb.gz")).isOk().err()).isEmpty();
  }

  @Test
  void anUnknownProcessIsToldWhatThereIs() {
    run(recording("truth_i1"), "--process", "nobody", "-o", inFolder("o.pb"))
        .isOneLine(ExitStatus.INPUT, "no such process or heap", "truth (5982) libc.malloc");
    run(recording("truth_i1"), "--heap", "nothing", "-o", inFolder("o.pb"))
        .isOneLine(ExitStatus.INPUT, "truth (5982) libc.malloc");
  }

  @Test
  void aMistypedNameIsGuessed() {
    file("phases_i512.pftrace", "");
    run(inFolder("phases_i521.pftrace"))
        .isOneLine(ExitStatus.INPUT, "no such file; did you mean 'phases_i512.pftrace'?");
    run(inFolder("phases_i512"))
        .isOneLine(ExitStatus.INPUT, "no such file; did you mean 'phases_i512.pftrace'?");
    assertThat(run(inFolder("sizes.pftrace")).err()).endsWith("no such file\n");
  }

  @Test
  void addressesOnTheNetAreNoFiles() {
    run("https://example.com/t.pftrace")
        .isOneLine(ExitStatus.USAGE, "download it first", "curl -L URL | heapconv -");
    run("gs://bucket/t.pftrace")
        .isOneLine(ExitStatus.USAGE, "heapconv reads files; download it first");
  }

  @Test
  void aDumpThatIsNotThere() {
    run(recording("truth_i1"), "--dump", "7", "-o", inFolder("o.pb"))
        .isOneLine(ExitStatus.INPUT, "no dump 7; there is only one", "--dump");
  }

  @Test
  void oneBadInputOfSeveralWritesNothing() {
    run(recording("truth_i1"), file("notes.txt", "hello\n"), "-o", inFolder("o.pb"))
        .isOneLine(ExitStatus.INPUT, "notes.txt");
    assertThat(namesInFolder()).containsExactly("notes.txt");
  }

  @Test
  void standardInputThatIsEmpty() {
    run("-", "-o", inFolder("o.pb")).isOneLine(ExitStatus.INPUT, "heapconv: -: ", "empty");
  }

  @Test
  void namesFromInputsCannotSteerTheTerminal() throws IOException {
    Path evil = folder.resolve("evil\u001b[31m\nname");
    Files.writeString(evil, "text\n");
    CommandRun result =
        run(evil.toString(), "-o", inFolder("o.pb"))
            .isOneLine(ExitStatus.INPUT, "evil\\u001b[31m\\u000aname");
    assertThat(result.err()).doesNotContain("\u001b");
  }
}
