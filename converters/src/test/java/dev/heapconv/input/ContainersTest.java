package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.Selection;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where users keep traces: archives, bug reports, several pieces of one trace. */
class ContainersTest {

  private static final byte[] TRACE = TestData.recordingBytes("overrun");
  private static final byte[] OTHER = TestData.recordingBytes("names");
  private static final byte[] TEXT = "nothing to see\n".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private static byte[] converted(RecordedProfile profile) {
    return Conversions.write(Conversions.asRecorded(profile), Format.PPROF_PLAIN);
  }

  private static byte[] converted(byte[] bytes) throws IOException {
    return converted(Conversions.read(bytes));
  }

  private RecordedProfile read(String fileName, byte[] bytes, String argument) throws IOException {
    Files.write(folder.resolve(fileName), bytes);
    return HeapConv.read(
        InputSource.parse(folder.resolve(argument).toString()), ReadOptions.DEFAULT);
  }

  @Test
  void theFirstTraceInAZipIsTaken() throws IOException {
    byte[] zip = Containers.zip("README.txt", TEXT, "a.pftrace", TRACE, "b.pftrace", OTHER);
    assertThat(converted(zip)).isEqualTo(converted(TRACE));
    assertThat(Conversions.read(zip).capture().source()).isEqualTo("input!a.pftrace");
  }

  @Test
  void aTraceWithoutAHeapProfileDoesNotHideOneBehindIt() throws IOException {
    byte[] zip =
        Containers.zip(
            "cpu.pftrace", TestData.recordingBytes("stream_phases"), "heap.pftrace", TRACE);
    assertThat(converted(zip)).isEqualTo(converted(TRACE));
  }

  @Test
  void aNamedMemberIsTaken() throws IOException {
    byte[] zip = Containers.zip("a.pftrace", OTHER, "dir/b.pftrace", TRACE);
    assertThat(converted(read("a.zip", zip, "a.zip!dir/b.pftrace"))).isEqualTo(converted(TRACE));
    byte[] tar = Containers.tar("a.pftrace", OTHER, "dir/b.pftrace", TRACE);
    assertThat(converted(read("a.tar", tar, "a.tar!dir/b.pftrace"))).isEqualTo(converted(TRACE));
  }

  @Test
  void aMemberThatIsNotThereIsNamed() {
    byte[] zip = Containers.zip("a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.zip", zip, "a.zip!b")).hasMessageContaining("no member b");
    byte[] tar = Containers.tar("a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.tar", tar, "a.tar!b")).hasMessageContaining("no member b");
    assertThatThrownBy(() -> read("plain", TRACE, "plain!b"))
        .hasMessageContaining("not a zip or tar archive");
  }

  @Test
  void aNamedMemberThatIsNoTraceIsSaidToBeNone() {
    byte[] zip = Containers.zip("README.txt", TEXT, "a.pftrace", TRACE);
    assertThatThrownBy(() -> read("a.zip", zip, "a.zip!README.txt"))
        .hasMessageContaining("looks like text");
  }

  @Test
  void aFileWithAnExclamationMarkIsAFile() throws IOException {
    assertThat(converted(read("wow!great", TRACE, "wow!great"))).isEqualTo(converted(TRACE));
  }

  @Test
  void theTraceOfAnAndroidBugReportIsFound() throws IOException {
    byte[] zip =
        Containers.zip(
            "version.txt", TEXT,
            "bugreport-oriole-2026-11-21.txt", TEXT,
            "FS/data/anr/anr_0", TEXT,
            "FS/data/misc/perfetto-traces/bugreport/systrace.pftrace", TRACE,
            "dumpstate_log.txt", TEXT);
    assertThat(converted(zip)).isEqualTo(converted(TRACE));
  }

  @Test
  void anArchiveWithoutATraceSaysHowManyFilesItHas() {
    assertThatThrownBy(() -> Conversions.read(Containers.zip("a", TEXT, "b", TEXT)))
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> assertThat(e.id()).isEqualTo(ErrorId.NO_PROFILE_IN_ARCHIVE))
        .hasMessageContaining("2 files");
  }

  private static byte[] packets(byte[] trace, Function<TracePacket, Boolean> wanted)
      throws IOException {
    return Trace.newBuilder()
        .addAllPacket(
            Trace.parseFrom(trace).getPacketList().stream().filter(wanted::apply).toList())
        .build()
        .toByteArray();
  }

  @Test
  void aTarOfATraceAndItsSymbolsIsOneTrace() throws IOException {
    byte[] whole = TestData.recordingBytes("inlined_symbolized");
    byte[] trace = packets(whole, packet -> !packet.hasModuleSymbols());
    byte[] symbols = packets(whole, TracePacket::hasModuleSymbols);
    assertThat(symbols.length).isGreaterThan(1000);
    assertThat(converted(trace)).isNotEqualTo(converted(whole));

    byte[] tar = Containers.tar("trace.perfetto", trace, "notes.txt", TEXT, "symbols.pb", symbols);
    assertThat(converted(tar)).isEqualTo(converted(whole));
    byte[] mixed =
        Containers.tar("trace.gz", Containers.gzip(trace), "symbols.zst", Containers.zstd(symbols));
    assertThat(converted(mixed)).isEqualTo(converted(whole));
  }

  @Test
  void tracesWrittenOneAfterAnotherAreOneTrace() throws IOException {
    byte[] whole = TestData.recordingBytes("inlined_symbolized");
    byte[] trace = packets(whole, packet -> !packet.hasModuleSymbols());
    byte[] symbols = packets(whole, TracePacket::hasModuleSymbols);
    assertThat(converted(Containers.concat(trace, symbols))).isEqualTo(converted(whole));
    assertThat(converted(Containers.concat(symbols, trace))).isEqualTo(converted(whole));
    assertThat(converted(Containers.concat(Containers.gzip(trace), Containers.gzip(symbols))))
        .isEqualTo(converted(whole));
  }

  @Test
  void compressedPacketsReadAsThePlainOnes() throws IOException {
    byte[] plain = TestData.recordingBytes("phases_i512");
    List<TracePacket> packets = Trace.parseFrom(plain).getPacketList();
    Trace.Builder deflate = Trace.newBuilder();
    Trace.Builder zstd = Trace.newBuilder();
    for (int i = 0; i < packets.size(); i += 5) {
      byte[] some =
          Trace.newBuilder()
              .addAllPacket(packets.subList(i, Math.min(i + 5, packets.size())))
              .build()
              .toByteArray();
      deflate.addPacket(
          TracePacket.newBuilder()
              .setCompressedPackets(ByteString.copyFrom(Containers.deflate(some))));
      zstd.addPacket(
          TracePacket.newBuilder()
              .setZstdCompressedPackets(ByteString.copyFrom(Containers.zstd(some))));
    }
    assertThat(converted(deflate.build().toByteArray())).isEqualTo(converted(plain));
    assertThat(converted(zstd.build().toByteArray())).isEqualTo(converted(plain));
  }

  @Test
  void damagedCompressedPacketsAreCountedAndTheRestIsRead() throws IOException {
    byte[] damaged = Containers.deflate(OTHER);
    Arrays.fill(damaged, 50, 80, (byte) 7);
    byte[] zstd = Containers.zstd(OTHER);
    Arrays.fill(zstd, 50, 80, (byte) 7);
    byte[] packets =
        Trace.newBuilder()
            .addPacket(TracePacket.newBuilder().setCompressedPackets(ByteString.copyFrom(damaged)))
            .addPacket(TracePacket.newBuilder().setCompressedPackets(ByteString.copyFrom(TEXT)))
            .addPacket(TracePacket.newBuilder().setZstdCompressedPackets(ByteString.copyFrom(zstd)))
            .addPacket(TracePacket.newBuilder().setZstdCompressedPackets(ByteString.copyFrom(TEXT)))
            .build()
            .toByteArray();
    RecordedProfile profile = Conversions.read(Containers.concat(packets, TRACE));
    assertThat(Conversions.warningIds(profile)).contains(ErrorId.MALFORMED_PACKET);
    assertThat(profile.heaps()).isNotEmpty();
  }

  @Test
  void completeDumpsOfACutArchiveAreConverted() throws IOException {
    byte[] trace = Containers.concat(TRACE, TestData.recordingBytes("python_i4096"));
    // Not zstd: a short recording is one block, of which nothing is left.
    for (byte[] whole :
        List.of(Containers.gzip(trace), Containers.zip("t", trace), Containers.tar("t", trace))) {
      byte[] cut = Arrays.copyOf(whole, whole.length / 2);
      RecordedProfile profile = Conversions.read(cut);
      assertThat(profile.heaps()).as("the first trace").hasSize(1);
      assertThat(Conversions.warningIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
      assertThatThrownBy(() -> Conversions.read(cut, Conversions.STRICT))
          .isInstanceOf(HeapConvException.class);
    }
  }

  @Test
  void aTraceThatEndsBeforeItsDumpSaysSo() {
    assertThatThrownBy(() -> Conversions.read(TestData.recordingBytes("python_truncated")))
        .isInstanceOf(HeapConvException.class)
        .hasMessageContaining("cut off inside the packet that begins at byte");
  }

  @Test
  void aRecordingOfStreamedAllocationsIsRecognised() {
    assertThatThrownBy(() -> Conversions.read(TestData.recordingBytes("stream_phases")))
        .hasMessageContaining("streamed without their stacks");
  }

  @Test
  void zstdWithALargeWindowIsRead() throws IOException {
    assertThat(converted(Containers.zstdLong(TRACE, 27))).isEqualTo(converted(TRACE));
  }

  @Test
  void theLimitOnTheWindowOfZstdIsNamedAndCanBeRaised() throws IOException {
    byte[] zstd = Containers.zstdLong(Containers.concat(TRACE, noise()), 22);
    ReadOptions options =
        new ReadOptions(Selection.DEFAULT, 0, false, Limits.DEFAULT.withMaxWindowBytes(3 << 20));
    assertThatThrownBy(() -> Conversions.read(zstd, options))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.WINDOW_TOO_LARGE))
        .hasMessageContaining("3145728 bytes");
    assertThat(converted(zstd)).isEqualTo(converted(TRACE));
  }

  /** A packet of another data source that cannot be compressed. */
  private static byte[] noise() {
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    TracePacket packet =
        TracePacket.newBuilder().setFtraceEvents(ByteString.copyFrom(noise)).build();
    return Trace.newBuilder().addPacket(packet).build().toByteArray();
  }

  @Test
  void zstdMayBeginWithASkippableFrame() throws IOException {
    byte[] skippable = {0x52, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3};
    assertThat(converted(Containers.concat(skippable, Containers.zstd(TRACE))))
        .isEqualTo(converted(TRACE));
  }

  @Test
  void whatACutZstdFrameHeldIsConverted() throws IOException {
    // Blocks hold up to 128 KiB: the first ones are whole.
    byte[] zstd = Containers.zstdLong(Containers.concat(TRACE, noise()), 27);
    RecordedProfile profile = Conversions.read(Arrays.copyOf(zstd, zstd.length / 2));
    assertThat(profile.heaps()).hasSameSizeAs(Conversions.read(TRACE).heaps());
    assertThat(Conversions.warningIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
  }

  @Test
  void aTarThatInflatesToAnEndlessNameIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      byte[] name = new byte[3 << 20];
      TarArchiveEntry entry =
          new TarArchiveEntry(TarConstants.GNU_LONGLINK, TarConstants.LF_GNUTYPE_LONGNAME);
      entry.setSize(name.length);
      tar.putArchiveEntry(entry);
      tar.write(name);
      tar.closeArchiveEntry();
    }
    byte[] gzip = Containers.gzip(bytes.toByteArray());
    assertThat(gzip.length).isLessThan(10_000);
    assertThatThrownBy(() -> Conversions.read(gzip))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.HEADER_TOO_LARGE));
  }
}
