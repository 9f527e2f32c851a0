package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TraceBuilder;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results go where they were asked for, whole or not at all. */
class ProfileOutputTest extends CommandLineFixture {

  private static Profile profile(byte[] pprof) {
    return Pprof.decode(pprof).profile;
  }

  private static long total(byte[] pprof) {
    return profile(pprof).getSampleList().stream().mapToLong(sample -> sample.getValue(1)).sum();
  }

  @Test
  void aFolderGetsOneFileForEachProfile() {
    run(recording("customheap_all"), "-o", folder + "/").isOk();
    assertThat(namesInFolder())
        .containsExactly(
            "customheap.16504.dev.heapconv.arena.pb.gz",
            "customheap.16504.dev.heapconv.gpu.pb.gz",
            "customheap.16504.libc.malloc.pb.gz");
  }

  @ParameterizedTest
  @ValueSource(strings = {".firefox.json", ".speedscope.json", ".csv", ".pb", ".pftrace"})
  void aNameThatEndsInGzGetsTheSameCompressed(String extension) throws IOException {
    run(recording("names"), "-o", folder.resolve("plain" + extension).toString()).isOk();
    Path compressed = folder.resolve("compressed" + extension + ".GZ");
    run(recording("names"), "-o", compressed.toString()).isOk();
    byte[] plain = Files.readAllBytes(folder.resolve("plain" + extension));
    try (InputStream gzip = new GZIPInputStream(Files.newInputStream(compressed))) {
      assertThat(gzip.readAllBytes()).isEqualTo(plain);
    }
    run(recording("names"), "-f", extension.substring(1), "-o", compressed.toString()).isOk();
    assertThat(Files.readAllBytes(compressed)).startsWith(0x1f, 0x8b);
  }

  @Test
  void aFolderGetsOneFileForEachDump() {
    run(recording("dumpmax_cont_i1"), "--dump", "all", "-f", "pprof-plain", "-o", folder + "/")
        .isOk();
    assertThat(namesInFolder())
        .hasSize(2)
        .allMatch(name -> name.matches(".*\\.libc\\.malloc\\.dump[12]\\.pb"));
  }

  @Test
  void processesOfOnePidOnTwoMachinesGetFilesOfTheirOwn() throws IOException {
    TraceBuilder trace = new TraceBuilder().process(1, "host");
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(TraceBuilder.heap(1, "h", 1).row(sequence.stackOf(), 1, 10, 0, 0));
    int ofHost = trace.packets().size();
    TraceBuilder.Sequence ofGuest = trace.process(1, "guest").sequence(2);
    for (int dump = 1; dump < 3; dump++) {
      ofGuest.dump(TraceBuilder.heap(1, "h", dump).row(ofGuest.stackOf(), dump, 10, 0, 0));
    }
    trace
        .packets()
        .subList(ofHost, trace.packets().size())
        .replaceAll(packet -> packet.toBuilder().setMachineId(7).build());

    Path inner = Files.createDirectories(folder.resolve("inner"));
    run(file("machines.pftrace", trace.bytes()), "--dump", "all", "-o", inner + "/").isOk();
    assertThat(namesIn(inner))
        .containsExactlyInAnyOrder(
            "host.1.h.dump1.pb.gz", "guest.1.h.dump1.pb.gz", "guest.1.h.dump2.pb.gz");
  }

  @Test
  void namesFromTracesCannotLeaveTheFolder() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("inner"));
    String[] evil = {
      "../../escape",
      "..",
      ".",
      "/etc/passwd",
      "a\u0000b",
      "x".repeat(5000),
      "-rf",
      "con\nname",
      "..\\..\\win",
      ".hidden",
      "",
      "\u202egnp.exe",
      "a/../../b"
    };
    for (String name : evil) {
      String trace = file("evil.pftrace", traceOf(name));
      run(trace, "-o", inner + "/").isOk();
      Files.delete(Path.of(trace));
    }
    assertThat(namesInFolder()).containsExactly("inner");
    assertThat(namesIn(inner))
        .isNotEmpty()
        .allMatch(name -> name.matches("[A-Za-z0-9._-]+"), "plain characters")
        .noneMatch(name -> name.startsWith(".") || name.length() > 255);
  }

  private static byte[] traceOf(String name) {
    TraceBuilder trace = new TraceBuilder().process(1, name);
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(TraceBuilder.heap(1, name, 1).row(sequence.stackOf(), 1, 10, 0, 0));
    return trace.bytes();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anExistingFileIsReplacedWholeAndKeepsItsMode() throws IOException {
    Path out = Path.of(file("out.pb", "x".repeat(1_000_000)));
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-r-----"));
    run(recording("truth_i1"), "-o", out.toString()).isOk();
    assertThat(profile(bytes(out)).getSampleCount()).isPositive();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
        .isEqualTo("rw-r-----");
    assertThat(namesInFolder()).containsExactly("out.pb");
  }

  @Test
  void anExistingFileSurvivesAFailure() throws IOException {
    Path out = Path.of(file("out.pb", "precious"));
    run(file("notes", "text\n"), "-o", out.toString()).isOneLine(ExitStatus.INPUT, "heapconv: ");
    run(recording("truth_i1"), "--dump", "9", "-o", out.toString())
        .isOneLine(ExitStatus.INPUT, "heapconv: ");
    assertThat(Files.readString(out)).isEqualTo("precious");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkStaysALink() throws IOException {
    Path target = Path.of(file("target.pb", "old"));
    Path link = Files.createSymbolicLink(folder.resolve("link.pb"), target);
    run(recording("truth_i1"), "-o", link.toString()).isOk();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(profile(bytes(target)).getSampleCount()).isPositive();
  }

  @Test
  void aFolderOfOutputsIsCreated() {
    run(recording("truth_i1"), "-o", inFolder("new/folder") + "/").isOk();
    run(recording("truth_i1"), "-o", inFolder("new/folder"), "-f", "csv").isOk();
    assertThat(namesIn(folder.resolve("new/folder")))
        .hasSize(2)
        .anyMatch(name -> name.endsWith(".pb.gz"))
        .anyMatch(name -> name.endsWith(".csv"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatIsOpenIsContinued() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "before\n");
    try (FileInputStream open = new FileInputStream(log.toFile());
        Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      Path descriptor = descriptors.filter(each -> isSame(each, log)).findFirst().orElseThrow();
      run(recording("truth_i1"), "-f", "csv", "-o", descriptor.toString()).isOk();
      assertThat(open.available()).isPositive();
    }
    assertThat(Files.readString(log)).startsWith("before\nalloc_objects,");
  }

  private static boolean isSame(Path descriptor, Path file) {
    try {
      return Files.isSameFile(descriptor, file);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aNameMayBeAsLongAsTheFileSystemAllows() {
    String name = "x".repeat(249) + ".pb.gz";
    run(recording("names"), "-q", "-o", inFolder(name)).isOk();
    assertThat(namesInFolder()).containsExactly(name);
  }
}
