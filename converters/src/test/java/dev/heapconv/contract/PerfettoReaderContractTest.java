package dev.heapconv.contract;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.HeapprofdConfig;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Perfetto traces against the contract of all readers, and what only they can be made to suffer.
 */
class PerfettoReaderContractTest extends ReaderContract {

  @Override
  protected byte[] sample() {
    return TestData.recordingBytes("overrun");
  }

  @Override
  protected byte[] whole() {
    return TestData.recordingBytes("late_attach");
  }

  @Test
  void whatTheProfilerMissedIsAnErrorWhenStrict() {
    assertThatThrownBy(() -> Conversions.read(sample(), Conversions.STRICT))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.BUFFER_OVERRAN));
  }

  @Override
  protected List<String> continuations() {
    return List.of("a trace");
  }

  @Override
  protected byte[] deepStack(int frames) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    String[] names = new String[frames];
    for (int i = 0; i < frames; i++) {
      names[i] = "f" + i % 100;
    }
    sequence.dump(malloc(1000).row(sequence.stack(names), 1, 10, 0, 0));
    return trace.bytes();
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> traces = new ArrayList<>();
    for (long number : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 53}) {
      TraceBuilder trace = new TraceBuilder();
      trace.clocks(1, number, 3, number, 4, number);
      trace.clocks(4, 0, 1, number);
      trace.config(HeapprofdConfig.newBuilder().setSamplingIntervalBytes(number));
      TraceBuilder.Sequence sequence = trace.sequence((int) number);
      sequence
          .pending()
          .addMappings(
              Mapping.newBuilder()
                  .setIid(number)
                  .setBuildId(number)
                  .setStart(number)
                  .setEnd(number)
                  .setExactOffset(number)
                  .setLoadBias(number)
                  .addPathStringIds(number));
      sequence
          .pending()
          .addFrames(
              Frame.newBuilder()
                  .setIid(number)
                  .setMappingId(number)
                  .setRelPc(number)
                  .setLineNumber((int) number)
                  .setFunctionNameId(number));
      long stack = sequence.stackOf(number, number);
      sequence.stackAs(number, "main");
      TraceBuilder.Heap heap = TraceBuilder.heap(number, "libc.malloc", number);
      heap.samples
          .setSamplingIntervalBytes(number)
          .setOrigSamplingIntervalBytes(number)
          .setStartTimestamp(number);
      heap.row(stack, number, number, 1, 1)
          .row(number, 1, 1, number, number)
          .row(stack, number, number, number, number);
      sequence.dump(heap);
      trace.packet(sequence.next().setProfilePacket(sequence.profile(heap).setIndex(number)));
      sequence.dump(TraceBuilder.heap(number, "peak", number).peak(stack, number, number));
      traces.add(trace.bytes());
    }
    traces.add(TestData.bytes(TestData.own("heapprofd/synthetic/huge_values.pftrace")));
    return traces;
  }

  @Test
  @Tag("slow")
  void completeDumpsOfATraceCutAnywhereAreConverted() {
    byte[] whole = TestData.recordingBytes("phases_i512");
    RecordedProfile expected = readOrRefuse(whole, Conversions.dump(DumpSelector.ALL), "whole");
    int before = 0;
    // Steps that have no divisor in common with the lengths of packets.
    for (int length = 1; length < whole.length; length += Effort.of(13, 1)) {
      RecordedProfile profile =
          readOrRefuse(
              Arrays.copyOf(whole, length), Conversions.dump(DumpSelector.ALL), "cut to " + length);
      int dumps = profile == null ? 0 : profile.heaps().size();
      assertThat(dumps).as("dumps at " + length).isBetween(before, before + 1);
      for (int dump = 0; dump < dumps; dump++) {
        if (!Arrays.equals(
            profile.heaps().get(dump).column(View.ALLOC_SPACE),
            expected.heaps().get(dump).column(View.ALLOC_SPACE))) {
          throw new AssertionError("dump " + dump + " of a trace cut to " + length);
        }
      }
      before = dumps;
    }
    assertThat(before).isEqualTo(expected.heaps().size());
  }

  @Test
  void fieldsOfPacketsThatNobodyKnowsAreSkippedWhateverTheirNumbers() throws Exception {
    byte[] whole = TestData.recordingBytes("phases_i512");
    Trace.Builder trace = Trace.parseFrom(whole).toBuilder();
    trace.getPacketBuilderList().forEach(PerfettoReaderContractTest::addUnknownFields);

    RecordedProfile profile = Conversions.read(trace.build().toByteArray());

    RecordedProfile expected = Conversions.read(whole);
    assertThat(profile.notices()).isEqualTo(expected.notices());
    assertThat(RecordedText.of(profile)).isEqualTo(RecordedText.of(expected));
  }

  /** To a message and to all within it. */
  private static void addUnknownFields(Message.Builder message) {
    UnknownFieldSet.Builder unknown = message.getUnknownFields().toBuilder();
    for (int number : new int[] {19_000, 1 << 28, (1 << 29) - 1}) {
      unknown.mergeField(
          number,
          UnknownFieldSet.Field.newBuilder()
              .addVarint(-1)
              .addFixed32(-1)
              .addFixed64(-1)
              .addLengthDelimited(ByteString.copyFromUtf8("unknown"))
              .build());
    }
    message.setUnknownFields(unknown.build());
    for (Descriptors.FieldDescriptor field : message.getAllFields().keySet()) {
      if (field.getJavaType() == Descriptors.FieldDescriptor.JavaType.MESSAGE) {
        if (field.isRepeated()) {
          for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            addUnknownFields(message.getRepeatedFieldBuilder(field, i));
          }
        } else {
          addUnknownFields(message.getFieldBuilder(field));
        }
      }
    }
  }

  @Test
  void theOffsetOfTheCutIsNamed() throws Exception {
    byte[] whole = TestData.recordingBytes("phases_i512");
    RecordedProfile profile = Conversions.read(Arrays.copyOf(whole, whole.length - 3));
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
    assertThat(profile.notices().get(0).message())
        .matches(
            ".*cut off inside the packet that begins at byte \\d+; heapconv converted"
                + " every complete dump");
  }

  @Test
  void aDamagedPacketInAGoodTraceIsSkipped() throws Exception {
    byte[] good = fourPackets();
    for (String damage :
        List.of(
            "0a0137",
            "0a02aa02",
            "0a03aa02ff",
            "0a050affffff7f",
            "0a0b50ffffffffffffffffffff",
            "0a0100")) {
      RecordedProfile profile =
          Conversions.read(Containers.concat(good, HexFormat.of().parseHex(damage), good));
      assertThat(Conversions.noticeIds(profile)).as(damage).contains(ErrorId.MALFORMED_PACKET);
      assertThat(profile.notices().get(0).message()).contains("at byte " + good.length);
    }
  }

  /** As many as are looked at to tell that it is a trace. */
  private static byte[] fourPackets() {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    for (int i = 1; i <= 4; i++) {
      sequence.dump(malloc(1000 * i).row(sequence.stack("main"), i, 10 * i, 0, 0));
    }
    return trace.bytes();
  }

  @Test
  void packetsLargerThanTheScanBufferAreRead() throws Exception {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    // Filler that nobody wants beside what is wanted, in one packet and in many.
    byte[] filler = new byte[700_000];
    trace.packet(TracePacket.newBuilder().setFtraceEvents(ByteString.copyFrom(filler)));
    TraceBuilder.Heap heap = malloc(1000);
    for (int i = 0; i < 20_000; i++) {
      heap.row(sequence.stack("main", "function_" + i), 1, i + 1, 0, 0);
    }
    TracePacket packet =
        sequence
            .next()
            .setProfilePacket(sequence.profile(heap))
            .setTrackEvent(ByteString.copyFrom(filler))
            .build();
    assertThat(packet.getSerializedSize()).isGreaterThan(1 << 20);
    trace.packet(packet);
    trace.packet(TracePacket.newBuilder().setFtraceEvents(ByteString.copyFrom(filler)));
    trace.process(100, "after");

    RecordedProfile profile = Conversions.read(trace.bytes());
    assertThat(profile.heaps().get(0).rows()).isEqualTo(20_000);
    assertThat(profile.heaps().get(0).info().process()).isEqualTo("after");
    assertThat(profile.notices().isEmpty()).isTrue();
  }

  @Test
  void aDamagedLargePacketIsSkippedLikeASmallOne() throws Exception {
    byte[] good = fourPackets();
    TraceBuilder later = new TraceBuilder();
    later.process(100, "after");
    byte[] body = new byte[300_000];
    // An unknown wire type, a field number of 0, a number without end, a field longer than the
    // packet.
    for (int[] start :
        new int[][] {
          {0x0f},
          {0x00},
          {0x50, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
          {0x0a, 255, 255, 255, 127}
        }) {
      byte[] damaged = body.clone();
      for (int i = 0; i < start.length; i++) {
        damaged[i] = (byte) start[i];
      }
      RecordedProfile profile =
          Conversions.read(Containers.concat(good, packetOf(damaged), later.bytes()));
      assertThat(profile.heaps().get(0).info().process())
          .as("what follows is read")
          .isEqualTo("after");
      assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.MALFORMED_PACKET);
      assertThatThrownBy(
              () ->
                  Conversions.read(
                      Containers.concat(good, packetOf(damaged), later.bytes()),
                      new ReadOptions(Selection.DEFAULT, 0, true, Limits.DEFAULT)))
          .hasMessageStartingWith("1 packet is damaged, the first at byte " + good.length + " (");
    }
  }

  private static byte[] packetOf(byte[] body) {
    int n = body.length;
    byte[] head = {0x0a, (byte) (n | 0x80), (byte) (n >> 7 | 0x80), (byte) (n >> 14)};
    return Containers.concat(head, body);
  }

  @Test
  void lengthsThatPromiseTheImpossibleTakeNoMemory() throws Exception {
    byte[] good = TestData.recordingBytes("overrun");
    // A packet of 400 MB and one of 2^63 - 1 bytes, of which hardly anything comes.
    byte[] huge = HexFormat.of().parseHex("0a8088debe01" + "aa02" + "8088d9be01" + "08011003");
    byte[] endless = HexFormat.of().parseHex("0affffffffffffffff7f" + "aa02" + "03" + "08011003");
    for (byte[] bytes : List.of(huge, endless)) {
      long before = allocatedBytes();
      RecordedProfile profile = Conversions.read(Containers.concat(good, bytes));
      assertThat(allocatedBytes() - before).isLessThan(50_000_000);
      assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
      readOrRefuse(Containers.concat(bytes, good), "huge first");
    }
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  @Test
  void aPathOfManyLongPartsTakesNoMemory() throws Exception {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    Mapping.Builder mapping = Mapping.newBuilder().setIid(1);
    for (int i = 0; i < 50_000; i++) {
      mapping.addPathStringIds(1);
    }
    sequence
        .pending()
        .addMappingPaths(TraceBuilder.string(1, "x".repeat(60_000)))
        .addMappings(mapping);
    sequence.pending().addFrames(Frame.newBuilder().setIid(1).setMappingId(1));
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(1));
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0));

    RecordedProfile profile = Conversions.read(trace.bytes());
    assertThat(profile.stacks().mapping(0).path().length()).isLessThan(200_000);
  }

  @Test
  void compressedPacketsThatInflateWithoutEndAreRefused() {
    // Compressed within compressed: a few kilobytes that would be 400 MB.
    byte[] filler = Containers.deflate(repeated(packetOf(new byte[1 << 20]), 20));
    byte[] inner = new TraceBuilder().packet(compressed(filler)).bytes();
    byte[] bomb =
        new TraceBuilder().packet(compressed(Containers.deflate(repeated(inner, 20)))).bytes();
    assertThat(bomb.length).isLessThan(20_000);
    ReadOptions options =
        new ReadOptions(
            Selection.DEFAULT, 0, false, Limits.DEFAULT.withMaxInflatedBytes(30_000_000));
    assertThatThrownBy(() -> Conversions.read(bomb, options))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.INFLATES_TOO_MUCH));
  }

  private static TracePacket.Builder compressed(byte[] packets) {
    return TracePacket.newBuilder().setCompressedPackets(ByteString.copyFrom(packets));
  }

  private static byte[] repeated(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  @Test
  void processTreesAndClocksMayBeEmpty() throws Exception {
    TraceBuilder trace = new TraceBuilder();
    trace.packet(TracePacket.newBuilder().setProcessTree(ProcessTree.getDefaultInstance()));
    trace.packet(TracePacket.newBuilder().setClockSnapshot(ClockSnapshot.getDefaultInstance()));
    trace.packet(TracePacket.getDefaultInstance());
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(malloc(1000).row(sequence.stack("main"), 1, 10, 0, 0));
    assertThat(Conversions.read(trace.bytes()).notices().isEmpty()).isTrue();
  }
}
