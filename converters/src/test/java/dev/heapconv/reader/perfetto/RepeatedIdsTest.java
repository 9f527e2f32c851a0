package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Mapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedIdsTest {

  private static final int MAX_DEPTH = 12;

  private final InternTable table = InternTable.ofInternedData();

  private boolean add(byte[] callstack) throws IOException {
    return table.addCallstack(field(callstack), MAX_DEPTH);
  }

  /** A message as a field of the one around it. */
  private static WireCursor field(byte[] message) throws IOException {
    ByteArrayOutputStream parent = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(parent);
    out.writeByteArray(1, message);
    out.flush();
    WireCursor cursor = new WireCursor().reset(parent.toByteArray(), 0, parent.size());
    cursor.nextField();
    return cursor;
  }

  private List<Long> frames(long iid) {
    CallstackTable callstacks = table.callstacks;
    List<Long> frames = new ArrayList<>();
    for (int node = callstacks.find(iid); node > 0; node = callstacks.caller(node)) {
      frames.add(0, callstacks.frame(node));
    }
    return frames;
  }

  /** A message as producers write it, or as none does. */
  private static byte[] message(String kind, long iid, List<Long> frames, Random random)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    boolean idLast = kind.equals("any") && random.nextInt(4) == 0;
    if (!idLast) {
      out.writeUInt64(Callstack.IID_FIELD_NUMBER, iid);
    }
    boolean packed = kind.equals("packed") || kind.equals("any") && random.nextInt(4) == 0;
    if (packed) {
      ByteArrayOutputStream run = new ByteArrayOutputStream();
      CodedOutputStream ids = CodedOutputStream.newInstance(run);
      for (long frame : frames) {
        ids.writeUInt64NoTag(frame);
      }
      ids.flush();
      out.writeByteArray(Callstack.FRAME_IDS_FIELD_NUMBER, run.toByteArray());
    }
    for (long frame : packed ? List.<Long>of() : frames) {
      out.writeUInt64(Callstack.FRAME_IDS_FIELD_NUMBER, frame);
      if (kind.equals("any") && random.nextInt(8) == 0) {
        out.writeUInt64(15, frame);
      }
      if (kind.equals("any") && random.nextInt(16) == 0) {
        // The last of several holds.
        out.writeUInt64(Callstack.IID_FIELD_NUMBER, iid);
      }
    }
    if (idLast) {
      out.writeUInt64(Callstack.IID_FIELD_NUMBER, iid);
    }
    out.flush();
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed", "any"})
  void readsWhatProtobufReads(String kind) throws IOException {
    Random random = new Random(3);
    List<Long> before = new ArrayList<>();
    List<Long> frames = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      // Outer frames of one of the two before, and ids of one to three bytes.
      int depth = random.nextInt(MAX_DEPTH + 4);
      List<Long> outer = random.nextInt(3) == 0 ? before : frames;
      before = frames;
      frames = new ArrayList<>(outer.subList(0, Math.min(outer.size(), random.nextInt(8))));
      while (frames.size() < depth) {
        frames.add((long) random.nextInt(1 << 3 * random.nextInt(7)));
      }
      byte[] message = message(kind, i, frames, random);
      if (random.nextInt(8) == 0) {
        addDamaged(Arrays.copyOf(message, random.nextInt(message.length)));
      }

      assertThat(add(message)).isEqualTo(frames.size() > MAX_DEPTH);

      Callstack expected = Callstack.parseFrom(message);
      assertThat(frames(expected.getIid()))
          .isEqualTo(frames.subList(0, Math.min(frames.size(), MAX_DEPTH)));
    }
  }

  private void addDamaged(byte[] message) throws IOException {
    try {
      Callstack.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      assertThatThrownBy(() -> add(message)).isInstanceOf(WireCursor.MalformedException.class);
      return;
    }
    add(message);
  }

  @Test
  void anIdAmongFramesThatWereSentBeforeIsThatOfItsCallstack() throws IOException {
    Callstack usual = Callstack.newBuilder().setIid(1).addFrameIds(7).build();
    byte[] second = Callstack.newBuilder().setIid(5).addFrameIds(8).build().toByteArray();
    byte[] first = concat(usual.toByteArray(), second);
    byte[] repeated = concat(usual.toBuilder().setIid(2).build().toByteArray(), second);

    add(first);
    add(repeated);
    add(usual.toBuilder().addFrameIds(9).build().toByteArray());

    assertThat(frames(5)).containsExactly(7L, 8L);
    assertThat(table.callstacks.find(2)).isEqualTo(CallstackTable.NONE);
    assertThat(frames(1)).containsExactly(7L, 9L);
  }

  @Test
  void framesBeforeTheIdAreNotTakenForThoseOfTheCallstackBefore() throws IOException {
    byte[] frames = Callstack.newBuilder().addFrameIds(7).addFrameIds(8).build().toByteArray();

    add(Callstack.newBuilder().setIid(1).addFrameIds(1).addFrameIds(2).build().toByteArray());
    add(concat(frames, Callstack.newBuilder().setIid(2).build().toByteArray()));
    add(Callstack.newBuilder().setIid(3).addFrameIds(1).addFrameIds(2).build().toByteArray());

    assertThat(frames(2)).containsExactly(7L, 8L);
    assertThat(frames(3)).containsExactly(1L, 2L);
  }

  @Test
  void aMappingBetweenCallstacksChangesNothing() throws IOException {
    Mapping mapping = Mapping.newBuilder().setIid(3).addPathStringIds(5).build();

    add(Callstack.newBuilder().setIid(1).addFrameIds(7).build().toByteArray());
    table.addMapping(field(mapping.toByteArray()));
    add(Callstack.newBuilder().setIid(2).addFrameIds(7).addFrameIds(8).build().toByteArray());

    assertThat(frames(2)).containsExactly(7L, 8L);
  }

  private static byte[] concat(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }
}
