package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TraceBuilder;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every reader promises: any bytes give a profile or one {@link HeapConvException} of kind
 * input with a message of one line. Never another exception, a hang or an exhausted memory. A test
 * of a format extends this and gives samples.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ReaderContract {

  private static final int CUTS = 800;

  /** A small recording of the format, without a container: it is read thousands of times. */
  protected abstract byte[] sample();

  /** A recording of one stack of so many frames. */
  protected abstract byte[] deepStack(int frames);

  /** How many frames the deepest stack has; fewer if a recording grows with the square of them. */
  protected int deepest() {
    return 100_000;
  }

  /** Recordings with the largest, smallest and strangest numbers that the format can hold. */
  protected abstract List<byte[]> absurdNumbers();

  /** Result of a read: a profile or nothing, when it was refused. */
  public static RecordedProfile readOrRefuse(byte[] bytes, String what) {
    return readOrRefuse(bytes, ReadOptions.DEFAULT, what);
  }

  protected static RecordedProfile readOrRefuse(byte[] bytes, ReadOptions options, String what) {
    try {
      RecordedProfile profile = Conversions.read(bytes, options);
      CheckValid.of(
          Conversions.write(Conversions.asRecorded(profile), Format.PPROF_PLAIN),
          mayBeDifference(profile));
      return profile;
    } catch (HeapConvException e) {
      assertThat(e.isOfOutput()).as(what).isFalse();
      assertThat(e.getMessage())
          .as(what)
          .isNotBlank()
          .doesNotContain("\n")
          .doesNotContain("Exception")
          .doesNotEndWith("null");
      assertThat(e.where()).as(what).isNotBlank();
      return null;
    } catch (Throwable e) {
      return fail(what, e);
    }
  }

  /** Some formats hold differences, but only if nothing of them is left to unskew. */
  private static boolean mayBeDifference(RecordedProfile profile) {
    return List.of("pprof heap profile", "OTLP profile").contains(profile.capture().format())
        && profile.heaps().stream()
            .allMatch(heap -> heap.info().sampling().scheme().isPassThrough());
  }

  @Test
  void theSampleIsRead() {
    RecordedProfile profile = readOrRefuse(sample(), "sample");
    assertThat(profile).isNotNull();
    assertThat(profile.heaps()).isNotEmpty();
  }

  @Test
  void anEmptyInputIsRefused() {
    assertThat(readOrRefuse(new byte[0], "empty")).isNull();
  }

  @Test
  void everySingleByteIsRefused() {
    for (int value = 0; value < 256; value++) {
      assertThat(readOrRefuse(new byte[] {(byte) value}, "byte " + value)).isNull();
    }
  }

  @Test
  void anInputCutAtAnyByteIsReadOrRefused() {
    byte[] sample = sample();
    // Of a large one, most places near its ends, and some between.
    int step = Effort.of(1 | sample.length / CUTS, 1);
    for (int length = 0; length < sample.length; ) {
      readOrRefuse(Arrays.copyOf(sample, length), "cut to " + length);
      length += Math.min(length, sample.length - length) < CUTS / 4 ? 1 : step;
    }
  }

  @Test
  void randomBytesAreReadOrRefused() {
    Random random = new Random(4711);
    for (int i = 0; i < Effort.of(100, 800); i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      readOrRefuse(bytes, "random " + i);
    }
  }

  @Test
  void aSampleWithFlippedBytesIsReadOrRefused() {
    byte[] sample = sample();
    flip(sample, Effort.of(120, 1500), "sample");
  }

  public static void flip(byte[] bytes, int times, String what) {
    Random random = new Random(42);
    for (int i = 0; i < times; i++) {
      byte[] damaged = bytes.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        // Headers are short: half of the damage goes there.
        int range = random.nextBoolean() ? Math.min(64, damaged.length) : damaged.length;
        damaged[random.nextInt(range)] = (byte) random.nextInt(256);
      }
      readOrRefuse(damaged, what + " flipped, try " + i);
    }
  }

  @Test
  void aPieceRepeatedOrLeftOutIsReadOrRefused() {
    byte[] sample = sample();
    Random random = new Random(99);
    for (int i = 0; i < Effort.of(40, 500); i++) {
      int from = random.nextInt(sample.length);
      int to = Math.min(sample.length, from + random.nextInt(200));
      byte[] head = Arrays.copyOf(sample, random.nextBoolean() ? to : from);
      byte[] tail = Arrays.copyOfRange(sample, random.nextBoolean() ? to : from, sample.length);
      readOrRefuse(Containers.concat(head, tail), "spliced " + from + "-" + to);
    }
  }

  @Test
  void alienFormatsAreRefused() {
    Map<String, byte[]> aliens = new LinkedHashMap<>();
    aliens.put("text", bytes("Dear diary,\ntoday nothing was allocated.\n"));
    aliens.put("newlines", bytes("\n\n\n\n\n\n\n\n\n"));
    aliens.put("text after an empty line", bytes("\nHello, world\n"));
    aliens.put("UTF-16 text", "hello".getBytes(StandardCharsets.UTF_16));
    aliens.put("JSON", bytes("{\"traceEvents\": []}"));
    aliens.put("HTML", bytes("<!DOCTYPE html><html></html>"));
    aliens.put(
        "JPEG",
        new byte[] {
          (byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 16, 'J', 'F', 'I', 'F', 0
        });
    aliens.put("PNG", new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
    aliens.put("ELF", new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    aliens.put(
        "class file", new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 61});
    aliens.put("PDF", bytes("%PDF-1.7\n"));
    aliens.put("zeros", new byte[4096]);
    aliens.put("ones", filled(4096, 0xff));
    aliens.put("empty gzip", Containers.gzip(new byte[0]));
    aliens.put("gzip of text", Containers.gzip(bytes("nothing here\n")));
    aliens.put("zip of text", Containers.zip("a.txt", bytes("nothing\n")));
    aliens.put("empty zip", Containers.zip());
    aliens.put("tar of text", Containers.tar("a.txt", bytes("nothing\n")));
    aliens.put("empty tar", Containers.tar());
    aliens.forEach((what, bytes) -> assertThat(readOrRefuse(bytes, what)).as(what).isNull());
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** What may follow a recording in its file, by the names below: traces and logs can be joined. */
  protected List<String> continuations() {
    return List.of();
  }

  @Test
  void whatFollowsTheEndIsReadOrReported() {
    Map<String, byte[]> tails = new LinkedHashMap<>();
    tails.put("text", bytes("\ngarbage here\n"));
    tails.put("JSON", bytes("\n{\"dhatFileVersion\":2,\"mode\":\"heap\"}\n"));
    tails.put("a text dump", bytes("heap profile: 1: 2 [3: 4] @ heapprofile\n"));
    tails.put("zeros", new byte[40]);
    tails.put("ones", filled(40, 0xff));
    tails.put(
        "a pprof profile", Conversions.write(Conversions.asRecorded(base()), Format.PPROF_PLAIN));
    tails.put("a trace", trace());
    tails.put("itself", sample());
    tails.keySet().removeAll(continuations());
    int notices = base().notices().size();
    tails.forEach(
        (what, tail) -> {
          byte[] bytes = Containers.concat(sample(), tail);
          RecordedProfile profile = readOrRefuse(bytes, what);
          if (profile != null) {
            assertThat(profile.notices()).as(what).hasSizeGreaterThan(notices);
            assertThat(totals(profile)).as(what).isEqualTo(totals(base()));
          }
        });
  }

  private static byte[] trace() {
    TraceBuilder trace = new TraceBuilder().process(1, "other");
    TraceBuilder.Sequence sequence = trace.sequence(9);
    sequence.dump(TraceBuilder.malloc(1000).row(sequence.stack("main", "f"), 2, 20, 1, 10));
    return trace.bytes();
  }

  private RecordedProfile base() {
    return readOrRefuse(sample(), "sample");
  }

  private static List<List<Long>> totals(RecordedProfile profile) {
    return profile.heaps().stream().map(heap -> heap.summary().totals()).toList();
  }

  @Test
  void aSlowPipeGivesTheSameProfile() throws IOException {
    InputSource pipe = InputSource.stream("-", new Dripping(sample()));
    assertThat(plain(HeapConv.read(pipe, ReadOptions.DEFAULT)))
        .isEqualTo(plain(Conversions.read(sample())));
  }

  private static byte[] plain(RecordedProfile profile) {
    return Conversions.write(Conversions.asRecorded(profile), Format.PPROF_PLAIN);
  }

  /** A pipe that gives a few bytes at a time and never says that there are more. */
  public static final class Dripping extends FilterInputStream {
    public Dripping(byte[] bytes) {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return in.read(target, offset, Math.min(length, 61));
    }

    @Override
    public int available() {
      return 0;
    }
  }

  @Test
  void aStreamThatFailsIsAnErrorOfTheInput() {
    InputStream failing =
        new FilterInputStream(new ByteArrayInputStream(sample())) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("Input/output error");
          }
        };
    Assertions.assertThrows(
        HeapConvException.class,
        () -> HeapConv.read(InputSource.stream("disk", failing), ReadOptions.DEFAULT));
  }

  @Test
  void stacksOfAnyDepthAreRead() {
    for (int frames : new int[] {1, 1000, deepest()}) {
      RecordedProfile profile = readOrRefuse(deepStack(frames), frames + " frames");
      assertThat(profile).isNotNull();
      assertThat(profile.stacks().depth(profile.heaps().get(0).stack(0))).isEqualTo(frames);
    }
  }

  @Test
  void absurdNumbersAreReadOrRefused() {
    List<byte[]> absurd = absurdNumbers();
    for (int i = 0; i < absurd.size(); i++) {
      readOrRefuse(absurd.get(i), "absurd " + i);
    }
  }

  /** An input that lacks nothing. */
  protected byte[] whole() {
    return sample();
  }

  @Test
  void damageIsAnErrorWhenStrict() {
    byte[] whole = whole();
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    assertThat(readOrRefuse(cut, Conversions.STRICT, "strict, cut")).isNull();
    assertThat(readOrRefuse(whole, Conversions.STRICT, "strict, whole")).isNotNull();
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Each of the templates with each of the numbers in place of every {@code {n}}. */
  protected static List<byte[]> withNumbers(List<String> numbers, String... templates) {
    List<byte[]> texts = new ArrayList<>();
    for (String number : numbers) {
      for (String template : templates) {
        texts.add(bytes(template.replace("{n}", number)));
      }
    }
    return texts;
  }
}
