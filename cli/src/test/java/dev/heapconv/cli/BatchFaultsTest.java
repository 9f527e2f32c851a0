package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

/** What the world does to a batch while it runs. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class BatchFaultsTest extends BatchFixture {

  private static final int KILLS = Effort.of(2, 8);

  @Test
  @Tag("slow")
  void aKilledBatchGoesOnAndLeavesNothingHalf() throws Exception {
    int inputs = Effort.of(150, 400);
    for (int i = 0; i < inputs; i++) {
      put(
          "d" + i % 7 + "/t" + i + ".pftrace",
          BatchTraces.trace("com.example.app", 1, 7, 1 + i % 40, 4096));
    }
    put("many.zip", Containers.zip("a", BatchTraces.small(3), "b", BatchTraces.small(4)));
    Random random = new Random(7);
    int killed = 0;
    long before = 0;
    for (int i = 0; i < KILLS; i++) {
      Process process = start(List.of(), "--resume", "-j", "2");
      awaitLines(process, before + 1 + random.nextInt(60));
      killed += process.isAlive() ? 1 : 0;
      process.destroyForcibly().waitFor();
      for (String output : outputs()) {
        if (!output.endsWith(".tmp")) {
          assertWhole(out().resolve(output));
        }
      }
      before = lines();
    }
    assertThat(killed).isPositive();
    long kept = before;
    CommandRun last = batch("--resume");
    assertThat(last.status()).isZero();
    assertThat(last.err()).doesNotContain(" 0 already done");
    assertThat(kept).isPositive();
    assertThat(manifest()).hasSize(inputs + 3);
    assertThat(outputs()).hasSize(inputs + 2).noneMatch(name -> name.endsWith(".tmp"));
  }

  private static void assertWhole(Path output) {
    assertThat(Pprof.decode(TestData.bytes(output)).profile.getSampleCount()).isPositive();
  }

  /** Commands in the background of a script ignore it, and so do all that they start. */
  private static boolean interruptIsIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.notExists(status)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
  }

  @Test
  @Tag("slow")
  @DisabledOnOs(OS.WINDOWS)
  void ctrlCEndsCleanlyAndTellsHowToGoOn() throws Exception {
    assumeThat(interruptIsIgnored()).as("this process was started to ignore SIGINT").isFalse();
    int inputs = 1500;
    byte[] trace = BatchTraces.trace("com.example.app", 1, 7, 60, 4096);
    for (int i = 0; i < inputs; i++) {
      put("an-input-of-which-the-name-is-not-short-" + i + ".pftrace", trace);
    }
    // A line for each input is more than a pipe holds: it cannot end before somebody reads them.
    Process process = start(Redirect.PIPE, List.of(), "-j", "2", "-v");
    awaitLines(process, 5);
    assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor())
        .isZero();
    String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(log).isEqualTo(130);
    assertThat(log).contains("interrupted", "--resume").doesNotContain("Exception");
    int finished = manifest().size();
    assertThat(finished).isBetween(5, inputs - 1);
    assertThat(manifest().values()).allMatch(line -> line.get("status").asString().equals("ok"));
    assertThat(outputs()).noneMatch(name -> name.endsWith(".tmp"));
    assertThat(batch("--resume", "-q").status()).isZero();
    assertThat(manifest()).hasSize(inputs);
  }

  @Test
  @Tag("slow")
  void oneInputWithoutEnoughMemoryFailsAlone() throws Exception {
    put("huge.pftrace", BatchTraces.small(150_000));
    for (int i = 0; i < 30; i++) {
      put("t" + i + ".pftrace", BatchTraces.small(5));
    }
    Process process = start(List.of("-Xmx40m", "-XX:+UseSerialGC"), "-j", "2");
    assertThat(process.waitFor()).as(log()).isEqualTo(5);
    assertThat(manifest()).hasSize(31);
    assertThat(manifest().get("huge.pftrace").get("error").asString()).isEqualTo("out-of-memory");
    assertThat(
            manifest().values().stream().filter(line -> line.get("status").asString().equals("ok")))
        .hasSize(30);
    assertThat(batch("--resume").err()).contains("1 converted, 30 already done, 0 failed");
  }

  @Test
  @Tag("nightly")
  void oneMemberWithoutEnoughMemoryFailsAlone() throws Exception {
    byte[] small = BatchTraces.small(5);
    put("set.zip", Containers.zip("a", small, "huge", BatchTraces.small(150_000), "z", small));
    Process process = start(List.of("-Xmx40m", "-XX:+UseSerialGC"), "-j", "2");
    assertThat(process.waitFor()).as(log()).isEqualTo(5);
    assertThat(manifest().keySet())
        .containsExactly("set.zip!a", "set.zip!huge", "set.zip!z", "set.zip");
    assertThat(manifest().get("set.zip!huge").get("error").asString()).isEqualTo("out-of-memory");
    assertThat(manifest().get("set.zip").get("members").asInt()).isEqualTo(2);
    assertThat(outputs()).containsExactly("set.zip.members/a.pb.gz", "set.zip.members/z.pb.gz");
    assertThat(batch("--resume").err()).contains("1 converted, 0 already done, 0 failed");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFullDiskEndsTheBatchAndSpaceLetsItGoOn() throws Exception {
    for (int i = 0; i < 60; i++) {
      put("t" + i + ".pftrace", BatchTraces.trace("com.example.app", 1, 7, 200 + i, 4096));
    }
    Files.createDirectories(out());
    try (SmallDisk disk = SmallDisk.at(out(), "256k")) {
      CommandRun run = batch("-j", "2");
      assertThat(run.status()).as(run.err()).isEqualTo(4);
      assertThat(run.err()).contains("--resume");
      assertThat(manifest().size()).isBetween(1, 59);
      for (String output : outputs()) {
        assertWhole(out().resolve(output));
      }
      disk.resize("64m");
      assertThat(batch("--resume").status()).isZero();
      assertThat(manifest()).hasSize(60);
    }
  }

  @Test
  void aFolderThatChangesMeanwhileIsNoDisaster() throws Exception {
    for (int i = 0; i < 300; i++) {
      put("t" + i + ".pftrace", BatchTraces.small(1 + i % 20));
    }
    AtomicBoolean done = new AtomicBoolean();
    Thread vandal =
        new Thread(
            () -> {
              Random random = new Random(3);
              for (int i = 0; !done.get(); i++) {
                try {
                  Files.deleteIfExists(in().resolve("t" + random.nextInt(300) + ".pftrace"));
                  put("new" + i % 50 + ".pftrace", BatchTraces.small(2));
                } catch (IOException e) {
                  // It is someone else's turn.
                }
              }
            });
    vandal.start();
    CommandRun run;
    try {
      run = batch("-j", "2");
    } finally {
      done.set(true);
      vandal.join();
    }
    assertThat(run.status()).isIn(0, 5);
    assertThat(manifest().size()).isGreaterThan(100);
    assertThat(manifest().values())
        .allMatch(
            line ->
                line.get("status").asString().equals("ok")
                    || List.of(
                            "no-such-file",
                            "empty-input",
                            "no-complete-dump",
                            "no-heap-profile",
                            "unknown-format")
                        .contains(line.get("error").asString()));
    assertThat(batch("--resume").status()).isIn(0, 5);
  }

  @Test
  void aFileThatShrinksWhileReadIsToldOf() throws Exception {
    assumeThat(Path.of("/proc/self/fdinfo"))
        .as("how far a file is read can be seen on Linux")
        .exists();
    byte[] trace = BatchTraces.small(100);
    Path file = put("big.pftrace", trace);
    appendPadding(file);
    AtomicBoolean done = new AtomicBoolean();
    Thread shrinking =
        new Thread(
            () -> {
              try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                while (!done.get() && positionOfReader(file) < 1 << 20) {
                  Thread.onSpinWait();
                }
                channel.truncate(trace.length + 1000L);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    shrinking.start();
    CommandRun run;
    try {
      run = batch("-j", "1");
    } finally {
      done.set(true);
      shrinking.join();
    }
    assertThat(run.status()).as(run.err()).isZero();
    JsonNode line = manifest().get("big.pftrace");
    assertThat(line.get("totals").get("space").get("value").asDouble()).isEqualTo(5_050_000);
    assertThat(line.get("warnings").toString()).contains("changed-while-read");
    assertThat(batch("--resume").err()).contains("1 converted, 0 already done");
  }

  /**
   * Packets that are one field of an unknown number each, 50 GB of them: only their heads are
   * written, so they take no space, and far longer to read than to cut off.
   */
  private static void appendPadding(Path file) throws IOException {
    byte[] head = {0x0a, (byte) 0x86, (byte) 0x80, (byte) 0x80, 0x40, (byte) 0xfa, 0x7f};
    byte[] field = {(byte) 0x80, (byte) 0x80, (byte) 0x80, 0x40};
    ByteBuffer packet = ByteBuffer.wrap(Containers.concat(head, field));
    long body = 128L << 20;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long position = channel.size();
      for (int i = 0; i < 400; i++) {
        channel.write(packet.rewind(), position);
        position += packet.capacity() + body;
      }
      channel.write(ByteBuffer.allocate(1), position - 1);
    }
  }

  /** How far this process has read a file; 0 when it has not. */
  private static long positionOfReader(Path file) throws IOException {
    long position = 0;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        try {
          if (Files.readSymbolicLink(descriptor).equals(file)) {
            String info =
                Files.readString(Path.of("/proc/self/fdinfo").resolve(descriptor.getFileName()));
            position =
                Math.max(
                    position,
                    Long.parseLong(info.lines().findFirst().orElse("pos: 0").substring(4).strip()));
          }
        } catch (IOException e) {
          // Closed meanwhile.
        }
      }
    }
    return position;
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void filesThatMayNotBeReadFailAlone() throws Exception {
    put("closed.pftrace", BatchTraces.small(1));
    put("open.pftrace", BatchTraces.small(1));
    Files.setPosixFilePermissions(in().resolve("closed.pftrace"), java.util.Set.of());
    assumeThat(Files.isReadable(in().resolve("closed.pftrace")))
        .as("root may read everything")
        .isFalse();
    assertThat(batch().status()).isEqualTo(5);
    assertThat(manifest().get("closed.pftrace").get("error").asString())
        .isEqualTo("permission-denied");
    assertThat(manifest().get("open.pftrace").get("status").asString()).isEqualTo("ok");
  }
}
