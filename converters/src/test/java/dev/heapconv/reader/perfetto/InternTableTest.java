package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static dev.heapconv.testing.TraceBuilder.malloc;
import static dev.heapconv.testing.TraceBuilder.string;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Names, frames and stacks come by id: before or after their use, per sequence, until they are
 * forgotten.
 */
class InternTableTest {

  private static final Row ONE = new Row(1, 10, 1, 10);

  private final TraceBuilder trace = new TraceBuilder();
  private final TraceBuilder.Sequence sequence = trace.sequence(7);

  private RecordedProfile read() throws IOException {
    return Conversions.read(trace.bytes());
  }

  private RecordedProfile readAll() throws IOException {
    return Conversions.read(trace.bytes(), Conversions.dump(DumpSelector.ALL));
  }

  @Test
  void callstacksMayArriveAfterTheSamplesThatUseThem() throws IOException {
    sequence.continued(malloc(1000).row(77, 1, 10, 0, 0));
    sequence.stackAs(77, "main", "late");
    sequence.dump();

    assertThat(RecordedText.of(read())).isEqualTo(Map.of("main;late", ONE));
  }

  @Test
  void idsMayBeAnyNumbers() throws IOException {
    long[] ids = {-1, 1L << 31, 1L << 40, Long.MIN_VALUE};
    sequence.continued(malloc(1000).row(-1, 1, 10, 0, 0).row(1L << 31, 1, 10, 0, 0));
    for (long id : ids) {
      sequence.pending().addFrames(Frame.newBuilder().setIid(id).setFunctionNameId(id));
      sequence.pending().addFunctionNames(string(id, "f" + id));
    }
    sequence
        .pending()
        .addCallstacks(Callstack.newBuilder().setIid(-1).addFrameIds(-1).addFrameIds(1L << 31))
        .addCallstacks(
            Callstack.newBuilder()
                .setIid(1L << 31)
                .addFrameIds(-1)
                .addFrameIds(1L << 40)
                .addFrameIds(Long.MIN_VALUE));
    sequence.dump();

    assertThat(RecordedText.of(read()))
        .isEqualTo(Map.of("f-1;f2147483648", ONE, "f-1;f1099511627776;f-9223372036854775808", ONE));
  }

  @Test
  void callstacksMayBeginAlike() throws IOException {
    sequence.stackAs(1, "main", "a", "b");
    sequence.stackAs(2, "main", "a");
    sequence.stackAs(3, "main", "a", "b", "c");
    sequence.stackAs(4, "other", "a", "b");
    sequence.continued(
        malloc(1000)
            .row(1, 1, 10, 0, 0)
            .row(2, 1, 10, 0, 0)
            .row(3, 1, 10, 0, 0)
            .row(4, 1, 10, 0, 0));
    sequence.dump();

    assertThat(RecordedText.of(read()))
        .isEqualTo(Map.of("main;a;b", ONE, "main;a", ONE, "main;a;b;c", ONE, "other;a;b", ONE));
  }

  @Test
  void partsOfAFrameMayArriveInAnyOrder() throws IOException {
    sequence.continued(malloc(1000).row(1, 1, 10, 0, 0));
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(2));
    sequence.flush();
    sequence.pending().addFrames(Frame.newBuilder().setIid(2).setFunctionNameId(3).setMappingId(4));
    sequence.flush();
    sequence
        .pending()
        .addMappings(Mapping.newBuilder().setIid(4).addPathStringIds(5).addPathStringIds(6));
    sequence.flush();
    sequence
        .pending()
        .addFunctionNames(string(3, "work"))
        .addMappingPaths(string(5, "lib"))
        .addMappingPaths(string(6, "a.so"));
    sequence.dump();

    RecordedProfile profile = read();
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("work", ONE));
    assertThat(profile.stacks().mapping(0).path()).isEqualTo("/lib/a.so");
    assertThat(profile.notices().isEmpty()).isTrue();
  }

  @Test
  void onePathComponentWithASlashIsAWholePath() throws IOException {
    long mapping =
        sequence.mapping(
            "/system/lib64/libc.so", new byte[] {(byte) 0xab, 0x01}, 0x1000, 0x2000, 0x100, 0x10);
    sequence.dump(
        malloc(1000).row(sequence.stackOf(sequence.frame("work", mapping, 0x123)), 1, 10, 0, 0));

    StackTable stacks = read().stacks();
    assertThat(stacks.mapping(0).path()).isEqualTo("/system/lib64/libc.so");
    assertThat(stacks.mapping(0).buildId()).isEqualTo("ab01");
    assertThat(stacks.frameAddress(0)).isEqualTo(0x123 + 0x1000 - 0x100 - 0x10);
  }

  @Test
  void idsHoldInTheirSequence() throws IOException {
    sequence.stackAs(1, "main", "here");
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0));
    TraceBuilder.Sequence other = trace.sequence(8);
    other.stackAs(1, "main", "there");
    other.dump(heap(200, "libc.malloc", 1000).row(1, 2, 20, 0, 0));

    RecordedProfile profile = read();
    assertThat(RecordedText.of(profile, profile.heaps().get(0)))
        .isEqualTo(Map.of("main;here", ONE));
    assertThat(RecordedText.of(profile, profile.heaps().get(1)))
        .isEqualTo(Map.of("main;there", new Row(2, 20, 2, 20)));
  }

  @Test
  void idsAreForgottenWhenIncrementalStateIsCleared() throws IOException {
    sequence.stackAs(1, "main", "old");
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0));
    sequence.clearIncrementalState();
    sequence.dump(malloc(2000).row(1, 1, 10, 0, 0));

    RecordedProfile profile = read();
    assertThat(Conversions.noticeIds(profile)).containsExactly(ErrorId.UNKNOWN_CALLSTACK);
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;old", new Row(1, 10, 0, 0)));
  }

  @Test
  void theOlderFieldClearsIncrementalStateToo() throws IOException {
    sequence.stackAs(1, "main", "old");
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0));
    trace.packet(
        TracePacket.newBuilder().setTrustedPacketSequenceId(7).setIncrementalStateCleared(true));
    sequence.dump(malloc(2000).row(1, 1, 10, 0, 0));

    assertThat(Conversions.noticeIds(read())).containsExactly(ErrorId.UNKNOWN_CALLSTACK);
  }

  @Test
  void aStackKeepsItsCountersWhenItsIdChangesWithTheState() throws IOException {
    sequence.stackAs(1, "main", "a");
    sequence.stackAs(2, "main", "b");
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0).row(2, 5, 50, 0, 0));
    sequence.clearIncrementalState();
    sequence.stackAs(2, "main", "a");
    sequence.stackAs(1, "main", "b");
    sequence.dump(malloc(2000).row(2, 2, 20, 0, 0).row(1, 6, 60, 0, 0));

    assertThat(RecordedText.of(read()))
        .isEqualTo(Map.of("main;a", new Row(2, 20, 2, 20), "main;b", new Row(6, 60, 6, 60)));
  }

  @Test
  void anIdThatIsDefinedAnewMeansItsNewStackFromThere() throws IOException {
    sequence.stackAs(1, "main", "first");
    sequence.dump(malloc(1000).row(1, 1, 10, 1, 10));
    sequence.stackAs(1, "main", "second");
    sequence.dump(malloc(2000).row(1, 3, 30, 0, 0));

    RecordedProfile profile = readAll();
    assertThat(RecordedText.of(profile, profile.heaps().get(0)))
        .isEqualTo(Map.of("main;first", new Row(1, 10, 0, 0)));
    assertThat(RecordedText.of(profile, profile.heaps().get(1)))
        .isEqualTo(
            Map.of("main;first", new Row(1, 10, 0, 0), "main;second", new Row(3, 30, 3, 30)));
  }

  @Test
  void rowsOfOneStackUnderTwoIdsAreOneStack() throws IOException {
    sequence.stackAs(1, "main", "work");
    sequence.stackAs(2, "main", "work");
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0).row(2, 1, 10, 1, 10));

    RecordedProfile profile = read();
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;work", new Row(2, 20, 1, 10)));
    assertThat(profile.dumps().get(0).stacks()).as("stacks in the summary").isEqualTo(1);
  }

  @Test
  void inlineTablesOfAndroid10EndWithTheirDump() throws IOException {
    trace.packet(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(7)
            .setProfilePacket(inlineDump("first", 1000, 0)));
    trace.packet(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(7)
            .setProfilePacket(inlineDump("second", 2000, 1)));

    RecordedProfile profile = readAll();
    assertThat(profile.heaps()).hasSize(2);
    assertThat(RecordedText.of(profile, profile.heaps().get(0))).isEqualTo(Map.of("first", ONE));
    assertThat(RecordedText.of(profile, profile.heaps().get(1)))
        .isEqualTo(Map.of("first", new Row(1, 10, 0, 0), "second", ONE));
    assertThat(profile.stacks().mapping(0).path()).isEqualTo("/first");
  }

  /** Strings of all kinds have one space of ids in inline tables. */
  private static ProfilePacket.Builder inlineDump(String function, long timestamp, int index) {
    return ProfilePacket.newBuilder()
        .addStrings(string(1, function))
        .addMappings(Mapping.newBuilder().setIid(1).addPathStringIds(1).setStartOffset(0x40))
        .addFrames(Frame.newBuilder().setIid(1).setFunctionNameId(1).setMappingId(1))
        .addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(1))
        .setIndex(index)
        .addProcessDumps(malloc(timestamp).row(1, 1, 10, 0, 0).samples);
  }

  @Test
  void aHeapThatCameAfterALossDoesNotGiveTheDumpBeforeItsInlineTables() throws IOException {
    sequence.dump(malloc(500));
    sequence.continued(malloc(1000).row(1, 9, 90, 0, 0));
    sequence.lost();
    sequence.continued(heap(100, "arena", 2000).row(1, 1, 10, 0, 0));
    sequence.continued(heap(100, "arena", 2000).row(2, 1, 10, 0, 0));
    trace.packet(
        sequence
            .next()
            .setProfilePacket(
                sequence
                    .profile()
                    .addStrings(string(1, "next"))
                    .addFrames(Frame.newBuilder().setIid(1).setFunctionNameId(1))
                    .addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(1))
                    .addCallstacks(Callstack.newBuilder().setIid(2))));

    RecordedProfile profile = readAll();
    assertThat(profile.heaps()).hasSize(3);
    assertThat(RecordedText.of(profile, profile.heaps().get(1))).isEmpty();
    assertThat(RecordedText.of(profile, profile.heaps().get(2)))
        .isEqualTo(Map.of("next", ONE, "", ONE));
  }

  @Test
  void inlineTablesAreLookedAtBeforeInternedData() throws IOException {
    sequence.stackAs(1, "interned");
    sequence.flush();
    trace.packet(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(7)
            .setProfilePacket(inlineDump("inline", 1000, 0)));

    assertThat(RecordedText.of(read())).isEqualTo(Map.of("inline", ONE));
  }

  @Test
  void brokenReferencesAreCountedAndTheRestIsKept() throws IOException {
    sequence.stackAs(1, "main", "good");
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(2).addFrameIds(99));
    sequence
        .pending()
        .addFrames(Frame.newBuilder().setIid(50).setFunctionNameId(98).setMappingId(97));
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(3).addFrameIds(50));
    sequence.dump(
        malloc(1000)
            .row(1, 1, 10, 0, 0)
            .row(2, 2, 20, 0, 0)
            .row(3, 3, 30, 0, 0)
            .row(4, 4, 40, 0, 0));

    RecordedProfile profile = read();
    assertThat(Conversions.noticeIds(profile))
        .containsExactlyInAnyOrder(ErrorId.UNKNOWN_CALLSTACK, ErrorId.UNKNOWN_REFERENCE);
    assertThat(RecordedText.of(profile)).containsEntry("main;good", ONE);
    assertThat(RecordedText.total(profile.heaps().get(0))).isEqualTo(new Row(6, 60, 6, 60));
  }

  @Test
  void anEmptyCallstackIsAStackWithoutFrames() throws IOException {
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(1));
    sequence.dump(malloc(1000).row(1, 1, 10, 0, 0));

    assertThat(RecordedText.of(read())).isEqualTo(Map.of("", ONE));
  }

  @Test
  void aPacketMayHaveItsSequenceBehindItsContent() throws IOException {
    sequence.stackAs(1, "main", "work");
    TracePacket packet =
        sequence
            .next()
            .setProfilePacket(sequence.profile(malloc(1000).row(1, 1, 10, 0, 0)))
            .build();
    // Fields in descending order: protobuf allows any.
    TracePacket content =
        TracePacket.newBuilder()
            .setInternedData(packet.getInternedData())
            .setProfilePacket(packet.getProfilePacket())
            .build();
    TracePacket sequenceId = TracePacket.newBuilder().setTrustedPacketSequenceId(7).build();
    byte[] body = Containers.concat(content.toByteArray(), sequenceId.toByteArray());
    byte[] head = {0x0a, (byte) body.length};
    assertThat(body.length).isLessThan(128);

    RecordedProfile profile = Conversions.read(Containers.concat(head, body));
    assertThat(RecordedText.of(profile)).isEqualTo(Map.of("main;work", ONE));
  }

  @Test
  void frameIdsMayBePacked() throws IOException {
    sequence.stackAs(5, "main", "work");
    sequence.flush();
    UnknownFieldSet packed =
        UnknownFieldSet.newBuilder()
            .addField(
                2,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFrom(new byte[] {1, 2}))
                    .build())
            .build();
    sequence.pending().addCallstacks(Callstack.newBuilder().setIid(90).setUnknownFields(packed));
    sequence.dump(malloc(1000).row(90, 1, 10, 0, 0));

    assertThat(RecordedText.of(read())).isEqualTo(Map.of("main;work", ONE));
  }
}
