package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.malloc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.proto.perfetto.TracePacketDefaults;
import dev.heapconv.testing.StackSampleTrace;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The timestamp of a packet may be on any clock. */
class PacketClockTest {

  private static final int REALTIME = 1;
  private static final int MONOTONIC = 3;
  private static final int COARSE = 4;
  private static final int BOOTTIME = 6;
  private static final int OF_SEQUENCE = 64;
  private static final int OF_TRACE = 128;

  private static final int PID = 7;

  private final StackSampleTrace samples = new StackSampleTrace();
  private final TraceBuilder trace = samples.trace;
  private final StackSampleTrace.Process process = samples.process(PID);

  /** The device slept for 900,000 ns before; its coarse clock is 100 ns behind. */
  private void addClocks() {
    trace.clocks(BOOTTIME, 901_000, MONOTONIC, 1_000, COARSE, 900, REALTIME, 5_000_000);
    trace.clocks(BOOTTIME, 911_000, MONOTONIC, 11_000, COARSE, 10_900, REALTIME, 5_010_000);
    addClock(PID, clock(OF_SEQUENCE, 1).setUnitMultiplierNs(1000), clock(MONOTONIC, 1_000));
    trace.clocks(OF_TRACE, 70_000, BOOTTIME, 901_000);
  }

  private static ClockSnapshot.Clock.Builder clock(int id, long time) {
    return ClockSnapshot.Clock.newBuilder().setClockId(id).setTimestamp(time);
  }

  private void addClock(
      int sequence, ClockSnapshot.Clock.Builder clock, ClockSnapshot.Clock.Builder other) {
    trace.packet(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(sequence)
            .setClockSnapshot(ClockSnapshot.newBuilder().addClocks(clock).addClocks(other)));
  }

  private void add(long time) {
    process.sample(time, "malloc", "main", 10, 1);
  }

  /** Times and durations of all dumps. */
  private List<String> times() throws IOException {
    return Conversions.read(samples.bytes(), Conversions.dump(DumpSelector.ALL)).heaps().stream()
        .map(RecordedHeap::info)
        .map(info -> info.dump().timeNanos() + " " + info.dump().durationNanos())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3_000", // Chromium states no clock, and writes the monotonic one.
    MONOTONIC + ", 3_000",
    COARSE + ", 2_900",
    BOOTTIME + ", 903_000",
    REALTIME + ", 5_002_000",
    OF_SEQUENCE + ", 3",
    OF_TRACE + ", 72_000"
  })
  void oneMomentIsTheSameOnEachClock(int clock, String time) throws IOException {
    long timestamp = Long.parseLong(time.replace("_", ""));
    addClocks();
    process.clock(clock);
    add(timestamp);
    process.clock(0).usualClock(clock);
    add(timestamp);
    process.usualClock(BOOTTIME).clock(clock == 0 ? MONOTONIC : clock);
    add(timestamp);

    assertThat(times()).isNotEmpty().allMatch("5002000 2000"::equals);
  }

  @Test
  void theClockOfTheSequenceIsForgottenWithItsState() throws IOException {
    addClocks();
    process.usualClock(BOOTTIME);
    add(903_000);
    process.usualClock(0);
    add(5_000);

    assertThat(times()).containsExactly("5002000 2000", "5004000 4000");
  }

  @Test
  void snapshotsMayFollow() throws IOException {
    process.clock(BOOTTIME);
    add(900_500);
    addClocks();

    assertThat(times()).containsExactly("4999500 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {5, OF_SEQUENCE + 1, OF_TRACE + 1})
  void aTimeOnAnUnknownClockIsUnknown(int clock) throws IOException {
    addClocks();
    addClock(PID + 1, clock(OF_SEQUENCE + 1, 500), clock(MONOTONIC, 1_000));
    process.clock(clock);
    add(1_500);
    add(2_500);

    assertThat(times()).containsExactly("0 0", "0 0");
  }

  @Test
  void timesOfAClockThatCountsFromTheOneBeforeAreUnknownButDivideDumps() throws IOException {
    addClocks();
    addClock(PID, clock(OF_SEQUENCE + 2, 0).setIsIncremental(true), clock(MONOTONIC, 1_000));
    process.clock(OF_SEQUENCE + 2);
    for (long delta : List.of(500, 0, 500, 0)) {
      add(delta);
    }

    assertThat(times()).containsExactly("0 0", "0 0");
    assertThat(RecordedText.total(Conversions.read(samples.bytes()).heaps().get(0)).liveBytes())
        .isEqualTo(20);
  }

  @Test
  void withoutAMonotonicClockBootTimeIsTheProfilers() throws IOException {
    trace.clocks(BOOTTIME, 1_000, REALTIME, 5_000_000);
    process.clock(BOOTTIME);
    add(3_000);

    assertThat(times()).containsExactly("5002000 2000");
  }

  @Test
  void dumpsOfHeapprofdHaveTheirOwnTimeOnTheCoarseClock() throws IOException {
    addClocks();
    trace.packet(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(9)
            .setTracePacketDefaults(
                TracePacketDefaults.newBuilder().setTimestampClockId(BOOTTIME)));
    TraceBuilder.Sequence sequence = trace.sequence(9);
    sequence.dump(malloc(2_900).row(sequence.stack("main"), 1, 10, 0, 0));

    assertThat(times()).containsExactly("5002000 2000");
  }
}
