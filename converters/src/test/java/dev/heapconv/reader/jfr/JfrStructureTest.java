package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions and lengths that nobody can follow for ever. The chunks hold nothing else. */
class JfrStructureTest {

  private static final int METADATA = 0;
  private static final int CHECKPOINT = 1;
  private static final int OTHER = 99;

  private final ByteArrayOutputStream events = new ByteArrayOutputStream();

  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    for (int i = 0; i < 8 && (rest & ~0x7fL) != 0; i++) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private long end() {
    return JfrChunks.HEADER_BYTES + events.size();
  }

  /** Adds an event with a length that may be wrong, and returns its position. */
  private long event(long length, long... numbers) {
    long start = end();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (long number : numbers) {
      number(content, number);
    }
    number(events, length);
    events.writeBytes(content.toByteArray());
    return start;
  }

  /** Adds an event of 20 bytes. */
  private long sound(long... numbers) {
    long start = event(20, numbers);
    events.writeBytes(new byte[(int) (start + 20 - end())]);
    return start;
  }

  private long checkpoint(long before) {
    return sound(CHECKPOINT, 1000, 0, before);
  }

  private @Nullable String problem(long lastCheckpoint, long metadata) {
    byte[] header = new byte[JfrChunks.HEADER_BYTES];
    ByteBuffer.wrap(header).putLong(8, end()).putLong(16, lastCheckpoint).putLong(24, metadata);
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    chunk.writeBytes(header);
    chunk.writeBytes(events.toByteArray());
    return problem(chunk.toByteArray());
  }

  private static @Nullable String problem(byte[] chunk) {
    try {
      JfrStructure.check(new JfrBytes(chunk, chunk.length));
      return null;
    } catch (MalformedException e) {
      return e.getMessage();
    }
  }

  @Test
  void eachCheckpointFollowsTheOneItNames() {
    long metadata = sound(METADATA);
    long first = checkpoint(0);
    sound(OTHER);
    long second = checkpoint(first - end());
    long third = checkpoint(second - end());
    assertThat(problem(third, metadata)).isNull();
    assertThat(problem(second, metadata)).isNull();
  }

  /** To itself would be 0; ahead, past the end, into another event, before the chunk. */
  @ParameterizedTest
  @ValueSource(longs = {20, 1000, Long.MAX_VALUE, -20, -39, -41, -80, -1000, Long.MIN_VALUE})
  void aCheckpointThatLeadsElsewhereIsRefused(long before) {
    long metadata = sound(METADATA);
    checkpoint(0);
    sound(OTHER);
    long last = checkpoint(before);
    checkpoint(0);
    assertThat(problem(last, metadata))
        .isEqualTo("the checkpoint at byte " + last + " of a chunk follows none");
  }

  /** Of 19 bytes that are left. */
  @ParameterizedTest
  @ValueSource(longs = {0, -1, -20, Long.MIN_VALUE, 1L << 32, 1000, 20, Long.MAX_VALUE})
  void anEventThatEndsElsewhereIsRefused(long length) {
    long metadata = sound(METADATA);
    long checkpoint = checkpoint(0);
    long damaged = event(length, OTHER);
    events.writeBytes(new byte[(int) (damaged + 19 - end())]);
    assertThat(problem(checkpoint, metadata))
        .isEqualTo("the event at byte " + damaged + " of a chunk does not end in it");
  }

  @Test
  void anEventIsNotLongerThanItSays() {
    long metadata = sound(METADATA);
    long checkpoint = checkpoint(0);
    event(2, CHECKPOINT, 1000, 0, 0);
    assertThat(problem(checkpoint, metadata)).contains("has no room for what it says");
  }

  @Test
  void theHeaderNamesWhatIsThere() {
    long metadata = sound(METADATA);
    long checkpoint = checkpoint(0);
    for (long nowhere : new long[] {0, 67, end(), -1, Long.MIN_VALUE, metadata}) {
      assertThat(problem(nowhere, metadata))
          .as("%d", nowhere)
          .contains("no metadata or checkpoint");
    }
    for (long nowhere : new long[] {0, 67, end(), -1, Long.MIN_VALUE}) {
      assertThat(problem(checkpoint, nowhere)).as("%d", nowhere).contains("no metadata");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 67, 68})
  void aHeaderAloneIsNoChunk(int bytes) {
    assertThat(problem(new byte[bytes])).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "give_jdk17",
        "give_jdk25",
        "give_tlab17",
        "give_ap_live16k",
        "nat_ap_nativemem64k",
        "null_constant_ap46",
        "ratelimit_ap46"
      })
  void recordingsAreSound(String recording) {
    byte[] bytes = TestData.bytes(TestData.own("alloc/jfr/" + recording + ".jfr"));
    assertThat(problem(bytes)).isNull();
  }
}
