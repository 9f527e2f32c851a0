package dev.heapconv.reader.perfetto;

import static dev.heapconv.testing.TraceBuilder.heap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.fixtures.RecordedText.Row;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.proto.perfetto.ClockSnapshot;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.RemoteClockSync;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trace of several machines: their pids and clocks have nothing to do with each other. */
class MachineTest {

  private static final int GUEST = 7;

  private static final Path TWO_MACHINES = TestData.own("perfetto/two_machines.pftrace");

  private final TraceBuilder trace = new TraceBuilder();

  /** The next packets are from a machine. */
  private void on(int machine, Runnable packets) {
    int before = trace.packets().size();
    packets.run();
    List<TracePacket> added = trace.packets().subList(before, trace.packets().size());
    added.replaceAll(packet -> packet.toBuilder().setMachineId(machine).build());
  }

  private RecordedProfile read() throws IOException {
    return Conversions.read(trace.bytes());
  }

  private static List<String> processes(RecordedProfile recorded) {
    return recorded.heaps().stream().map(heap -> heap.info().id().process().displayName()).toList();
  }

  private static ReadOptions process(String name) {
    return ReadOptions.DEFAULT.withSelection(
        new Selection(List.of(name), List.of(), DumpSelector.LAST));
  }

  /** A dump of a stack in a sequence of its own. */
  private void dump(int sequence, long pid, String function, long count, long time) {
    TraceBuilder.Sequence packets = trace.sequence(sequence);
    long stack = packets.stack(function);
    packets.dump(heap(pid, "libc.malloc", time).row(stack, count, 10 * count, 0, 0));
  }

  @Test
  void processesOfOnePidAreThoseOfTheirMachines() throws IOException {
    RecordedProfile recorded = Conversions.read(TWO_MACHINES, ReadOptions.DEFAULT);

    assertThat(processes(recorded)).containsExactly("host_daemon (1234)", "guest_daemon (1234)");
    assertThat(recorded.notices()).isEmpty();
    for (int i = 0; i < 2; i++) {
      RecordedHeap heap = recorded.heaps().get(i);
      String function = i == 0 ? "HostWork" : "GuestWork";
      long count = i == 0 ? 1000 : 3000;
      assertThat(RecordedText.of(recorded, heap))
          .containsOnlyKeys("main;" + function + ";malloc")
          .containsValue(new Row(count, 4096 * count, count, 4096 * count));
    }
  }

  @Test
  void aPidSelectsTheProcessesOfAllMachinesAndANameOne() throws IOException {
    assertThat(processes(Conversions.read(TWO_MACHINES, process("1234"))))
        .containsExactly("host_daemon (1234)", "guest_daemon (1234)");
    assertThat(processes(Conversions.read(TWO_MACHINES, process("guest_daemon"))))
        .containsExactly("guest_daemon (1234)");
  }

  @Test
  void processesOfOnePidAndNameAreNamedByTheirMachines() throws IOException {
    trace.process(1, "/init");
    dump(2, 1, "host", 1, 1000);
    on(GUEST, () -> trace.process(1, "/init"));
    on(GUEST, () -> dump(2, 1, "guest", 2, 1000));
    on(GUEST, () -> dump(3, 5, "unnamed", 4, 1000));

    RecordedProfile recorded = read();
    assertThat(processes(recorded)).containsExactly("/init (1)", "/init on machine 7 (1)", "pid 5");
    assertThat(recorded.notices()).isEmpty();
    assertThat(processes(Conversions.read(trace.bytes(), process("init"))))
        .containsExactly("/init (1)", "/init on machine 7 (1)");
    assertThat(processes(Conversions.read(trace.bytes(), process("*on machine 7"))))
        .containsExactly("/init on machine 7 (1)");
  }

  @Test
  void unnamedProcessesOfOnePidAreNamedByTheirMachines() throws IOException {
    dump(2, 5, "host", 1, 1000);
    on(GUEST, () -> dump(3, 5, "guest", 2, 1000));
    on(-1, () -> dump(4, 5, "other", 2, 1000));

    assertThat(processes(read()))
        .containsExactly("pid 5", "machine 7 (5)", "machine 4294967295 (5)");
  }

  @Test
  void processesStayApartInEveryOutput() throws IOException {
    trace.process(1, "init");
    dump(2, 1, "host", 1, 1000);
    on(GUEST, () -> trace.process(1, "init"));
    on(GUEST, () -> dump(3, 1, "guest", 2, 1000));
    EstimatedProfile profile = Conversions.asRecorded(read());

    assertThat(Conversions.read(Conversions.write(profile, Format.PPROF)).heaps())
        .extracting(heap -> heap.info().process())
        .containsExactly("init", "init on machine 7");
    assertThat(new String(Conversions.write(profile, Format.FOLDED)))
        .contains("init (1)", "init on machine 7 (1)");
    assertThat(Merging.of(List.of(profile, profile), true).heaps())
        .extracting(EstimatedHeap::info)
        .extracting(HeapInfo::process)
        .containsExactly("init", "init on machine 7");
  }

  @Test
  void idsOfSequencesAreThoseOfTheirMachines() throws IOException {
    TraceBuilder.Sequence host = trace.sequence(2);
    long stack = host.stack("host");
    host.flush();
    on(GUEST, () -> dump(2, 1, "guest", 2, 1000));
    host.dump(heap(1, "libc.malloc", 1000).row(stack, 1, 10, 0, 0));

    RecordedProfile recorded = read();
    assertThat(RecordedText.of(recorded, recorded.heaps().get(0))).containsOnlyKeys("guest");
    assertThat(RecordedText.of(recorded, recorded.heaps().get(1))).containsOnlyKeys("host");
  }

  @Test
  void timesAreThoseOfTheClocksOfTheMachine() throws IOException {
    trace.clocks(4, 1_000, 1, 5_000_000);
    on(
        GUEST,
        () ->
            trace.packet(
                TracePacket.newBuilder()
                    .setRemoteClockSync(
                        RemoteClockSync.newBuilder()
                            .addSyncedClocks(
                                RemoteClockSync.SyncedClocks.newBuilder()
                                    .setClientClocks(clocks(3, 700_000, 1, 5_000_100))
                                    .setHostClocks(clocks(3, 1_100, 1, 5_000_100))))));
    on(8, () -> trace.clocks(4, 90, 1, 6_000_000));
    dump(2, 1, "host", 1, 1_500);
    on(GUEST, () -> dump(3, 2, "guest", 1, 700_400));
    on(8, () -> dump(4, 3, "other", 1, 100));
    on(9, () -> dump(5, 4, "without clocks", 1, 1_500));

    assertThat(read().heaps())
        .extracting(heap -> heap.info().dump().timeNanos())
        .containsExactly(5_000_500L, 5_000_500L, 6_000_010L, 0L);
  }

  private static ClockSnapshot clocks(int id, long time, int other, long otherTime) {
    return ClockSnapshot.newBuilder()
        .addClocks(ClockSnapshot.Clock.newBuilder().setClockId(id).setTimestamp(time))
        .addClocks(ClockSnapshot.Clock.newBuilder().setClockId(other).setTimestamp(otherTime))
        .build();
  }

  @Test
  void packagesAndSystemAreThoseOfTheMachine() throws IOException {
    trace.packet(system("host/fingerprint", "Perfetto v50.0"));
    on(GUEST, () -> trace.packet(system("guest/fingerprint", "Perfetto v16.1")));
    on(GUEST, () -> app(10_001, "com.example.guest"));
    app(10_001, "com.example.host");
    for (int sequence = 2; sequence < 4; sequence++) {
      int id = sequence;
      on(
          sequence == 2 ? 0 : GUEST,
          () -> {
            TraceBuilder.Sequence packets = trace.sequence(id);
            TraceBuilder.Heap dump =
                heap(20, "libc.malloc", 1000).row(packets.stack("f"), 1, 4096, 0, 0);
            dump.samples.setSamplingIntervalBytes(4096);
            packets.dump(dump);
          });
    }

    RecordedProfile recorded = read();
    assertThat(recorded.capture().device()).isEqualTo("host/fingerprint");
    assertThat(recorded.capture().producer()).isEqualTo("Perfetto v50.0");
    assertThat(recorded.heaps())
        .extracting(heap -> heap.info().id().process().packageVersion())
        .containsExactly("com.example.host 3", "com.example.guest 3");
    assertThat(recorded.heaps().get(0).info().sampling().cutoff()).isEqualTo(4096);
    assertThat(recorded.heaps().get(1).info().sampling().cutoff()).isGreaterThan(4096);
  }

  private static TracePacket system(String fingerprint, String service) {
    return TracePacket.newBuilder()
        .setSystemInfo(
            SystemInfo.newBuilder()
                .setAndroidBuildFingerprint(fingerprint)
                .setTracingServiceVersion(service))
        .build();
  }

  private void app(int uid, String name) {
    trace.packet(
        TracePacket.newBuilder()
            .setProcessTree(
                ProcessTree.newBuilder()
                    .addProcesses(
                        ProcessTree.Process.newBuilder()
                            .setPid(20)
                            .setUid(uid)
                            .addCmdline("app_process"))));
    trace.packet(
        TracePacket.newBuilder()
            .setPackagesList(
                PackagesList.newBuilder()
                    .addPackages(
                        PackagesList.PackageInfo.newBuilder()
                            .setName(name)
                            .setUid(uid)
                            .setVersionCode(3))));
  }

  @Test
  void errorsAndDisconnectionsAreThoseOfTheMachine() throws IOException {
    trace.process(1, "host");
    on(GUEST, () -> trace.process(1, "guest"));
    trace.clocks(4, 9_000_000_000L, 1, 50_000_000_000L);
    dump(2, 1, "f", 1, 1000);
    on(
        GUEST,
        () -> {
          TraceBuilder.Sequence packets = trace.sequence(3);
          TraceBuilder.Heap dump =
              heap(1, "libc.malloc", 2000).row(packets.stack("f"), 1, 10, 0, 0);
          dump.samples.setBufferOverran(true).setDisconnected(true);
          packets.dump(dump);
        });

    RecordedProfile recorded = read();
    assertThat(recorded.notices()).hasSize(1);
    assertThat(recorded.notices().get(0).id()).isEqualTo(ErrorId.BUFFER_OVERRAN);
    assertThat(recorded.notices().get(0).message()).startsWith("guest (1), heap libc.malloc");
    assertThat(recorded.comments()).isEmpty();
  }
}
