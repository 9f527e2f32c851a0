package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class BatchResumeTest extends BatchFixture {

  @BeforeEach
  void putInputs() {
    for (int i = 1; i <= 5; i++) {
      put("t" + i + ".pftrace", BatchTraces.small(i));
    }
  }

  @Test
  void aLineTellsAllOfAnInput() throws IOException {
    put("bad.pftrace", "hello".getBytes(StandardCharsets.UTF_8));
    CommandRun run = batch();
    assertThat(run.status()).isEqualTo(5);
    assertThat(run.err())
        .contains("1 failed with unknown-format", "5 converted, 0 already done, 1 failed");
    JsonNode line = manifest().get("t3.pftrace");
    assertThat(line.get("status").asString()).isEqualTo("ok");
    assertThat(line.get("bytes").asLong()).isEqualTo(Files.size(in().resolve("t3.pftrace")));
    assertThat(line.get("sha256").asString()).hasSize(64);
    assertThat(line.get("processes").asInt()).isEqualTo(1);
    assertThat(line.get("heaps").asInt()).isEqualTo(1);
    assertThat(line.get("dumps").asInt()).isEqualTo(1);
    assertThat(line.get("interval").asInt()).isEqualTo(1);
    for (String view : new String[] {"alloc_space", "space"}) {
      assertThat(line.get("totals").get(view).get("value").asDouble()).isEqualTo(6000);
      assertThat(line.get("totals").get(view).get("low").asDouble()).isEqualTo(6000);
      assertThat(line.get("totals").get(view).get("high").asDouble()).isEqualTo(6000);
    }
    assertThat(line.get("totals").get("objects").get("value").asDouble()).isEqualTo(6);
    assertThat(line.get("seconds").asDouble()).isPositive();
    assertThat(line.get("outputs").get(0).asString()).isEqualTo("t3.pftrace.pb.gz");
    JsonNode bad = manifest().get("bad.pftrace");
    assertThat(bad.get("error").asString()).isEqualTo("unknown-format");
    assertThat(bad.get("message").asString()).isNotEmpty();
  }

  @Test
  void anEarlierBatchIsNotOverwrittenUnasked() throws IOException {
    assertThat(batch().status()).isZero();
    CommandRun again = batch();
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("--resume", "delete its manifest.jsonl");
    assertThat(anew().err()).contains("5 converted, 0 already done");
  }

  @Test
  void finishedWorkIsNotRedone() throws IOException {
    batch();
    FileTime long_ago = FileTime.fromMillis(1000);
    for (String output : outputs()) {
      Files.setLastModifiedTime(out().resolve(output), long_ago);
    }
    assertThat(batch("--resume").err()).contains("0 converted, 5 already done");
    for (String output : outputs()) {
      assertThat(Files.getLastModifiedTime(out().resolve(output))).isEqualTo(long_ago);
    }
  }

  /** A recording may be replaced by one of its size; a millisecond tells them apart. */
  @Test
  void anInputWithAnotherTimeIsRedoneEvenIfItsSizeIsTheSame() throws IOException {
    batch();
    Path input = in().resolve("t1.pftrace");
    long modified = Files.getLastModifiedTime(input).toMillis();
    Files.setLastModifiedTime(input, FileTime.fromMillis(modified - 1));
    assertThat(batch("--resume").err()).contains("1 converted, 4 already done");
    assertThat(batch("--resume").err()).contains("0 converted, 5 already done");
  }

  /** The time may be kept by what copies files; the size is not. */
  @Test
  void anInputOfAnotherSizeIsRedoneEvenIfItsTimeIsTheSame() throws IOException {
    batch();
    Path input = in().resolve("t1.pftrace");
    FileTime modified = Files.getLastModifiedTime(input);
    put("t1.pftrace", BatchTraces.small(300));
    Files.setLastModifiedTime(input, modified);
    assertThat(batch("--resume").err()).contains("1 converted, 4 already done");
  }

  @Test
  void whatIsNewChangedOrLostIsRedone() throws IOException {
    batch();
    put("new.pftrace", BatchTraces.small(1));
    put("t1.pftrace", BatchTraces.small(9));
    Files.delete(out().resolve("t2.pftrace.pb.gz"));
    assertThat(batch("--resume").err()).contains("3 converted, 3 already done");
    assertThat(manifest()).hasSize(6);
    assertThat(manifest().get("t1.pftrace").get("totals").get("space").get("value").asDouble())
        .isEqualTo(45_000);
    assertThat(batch("--resume", "--raw").err()).contains("6 converted, 0 already done");
  }

  @Test
  void failuresAreKept() throws IOException {
    put("bad.pftrace", "hello".getBytes(StandardCharsets.UTF_8));
    assertThat(batch().status()).isEqualTo(5);
    CommandRun again = batch("--resume");
    assertThat(again.status()).isEqualTo(5);
    assertThat(again.err()).contains("0 converted, 5 already done, 1 failed");
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorId.class,
      names = {"CANNOT_WRITE", "NO_ZSTD", "OUT_OF_MEMORY", "PERMISSION_DENIED", "UNREADABLE"})
  void failuresCausedByTheMachineAreTriedAgain(ErrorId id) throws IOException {
    batch();
    Path manifest = out().resolve("manifest.jsonl");
    String failed = "\"failed\",\"error\":\"" + id.wireName() + "\"";
    Files.writeString(manifest, Files.readString(manifest).replaceFirst("\"ok\"", failed));
    assertThat(batch("--resume").err()).contains("1 converted, 4 already done, 0 failed");
  }

  @Test
  void aTornLineIsTakenOffAndItsInputRedone() throws IOException {
    batch("-j", "1");
    Path manifest = out().resolve("manifest.jsonl");
    byte[] bytes = Files.readAllBytes(manifest);
    for (int cut = 1; cut < 600; cut += 97) {
      Files.write(manifest, java.util.Arrays.copyOf(bytes, bytes.length - cut));
      assertThat(batch("--resume").status()).isZero();
      assertThat(manifest()).hasSize(5);
    }
  }

  @Test
  void theLastLineOfAnInputWinsAndTheOthersGo() throws IOException {
    batch();
    Path manifest = out().resolve("manifest.jsonl");
    String text = Files.readString(manifest);
    String first = text.substring(0, text.indexOf('\n') + 1);
    Files.writeString(
        manifest, first.replace("\"ok\"", "\"failed\",\"error\":\"x\"") + "\0\0garbage\n" + text);
    assertThat(batch("--resume").err()).contains("0 converted, 5 already done, 0 failed");
    assertThat(Files.readString(manifest)).isEqualTo(text);
  }

  @Test
  void leftoversOfAKilledBatchAreDeleted() throws IOException {
    batch();
    Path stale = out().resolve(".heapconv.1k2j3.1a2b3c.tmp");
    Files.writeString(stale, "half");
    Files.writeString(out().resolve(".notes.1a2b3c.tmp"), "of another program");
    batch("--resume");
    assertThat(stale).doesNotExist();
    assertThat(out().resolve(".notes.1a2b3c.tmp")).exists();
  }

  @Test
  void aSecondBatchOnTheSameFolderStops() throws IOException {
    Files.createDirectories(out());
    try (FileChannel channel =
            FileChannel.open(
                out().resolve(".heapconv.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      CommandRun second = batch();
      assertThat(second.status()).isEqualTo(4);
      assertThat(second.err()).contains("another batch is writing to this folder");
    }
    assertThat(batch().status()).isZero();
  }

  @Test
  void understandsItsOptions() {
    assertThat(run("-o", out().toString()).status()).isEqualTo(2);
    assertThat(run(in().toString()).status()).isEqualTo(2);
    assertThat(batch("--format", "moon").status()).isEqualTo(2);
    assertThat(batch("-j", "0").status()).isEqualTo(2);
  }
}
