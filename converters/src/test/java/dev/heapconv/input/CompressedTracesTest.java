package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces that are compressed, cut, or in several pieces. */
class CompressedTracesTest {

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

  /** Reading byte by byte what cannot say what is available made zstd 25 times as slow. */
  @Test
  void compressedBytesAreReadInBlocks() throws IOException {
    StringBuilder log = new StringBuilder("{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n");
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      log.append("{\"alloc\":").append(random.nextLong() >>> 1).append(",\"size\":8}\n");
    }
    byte[] compressed = Containers.zstd(log.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(compressed.length).isGreaterThan(100_000);
    int[] reads = {0};
    InputStream stored =
        new FilterInputStream(new ByteArrayInputStream(compressed)) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            reads[0]++;
            return super.read(target, offset, length);
          }

          @Override
          public int available() {
            return 0;
          }
        };
    HeapConv.read(InputSource.stream("-", stored), ReadOptions.DEFAULT);
    assertThat(reads[0]).isLessThan(1000);
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
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.MALFORMED_PACKET);
    assertThat(profile.heaps()).isNotEmpty();
  }

  /** Offsets in inflated bytes are nowhere in the file. */
  @Test
  void damageInCompressedDataIsWhereTheirPacketBeginsInTheFile() throws IOException {
    byte[] inner = {10, 2, 64, 5, 10, 3, 0, 1, 2};
    byte[] outer =
        Trace.newBuilder()
            .addPacket(
                TracePacket.newBuilder()
                    .setCompressedPackets(ByteString.copyFrom(Containers.deflate(inner))))
            .build()
            .toByteArray();
    RecordedProfile profile = Conversions.read(Containers.concat(TRACE, outer));

    assertThat(profile.notices())
        .extracting(Notice::message)
        .contains(
            "1 packet is damaged, the first at byte "
                + TRACE.length
                + " (in its compressed data a field number is 0); skipped");
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
    assertThat(Conversions.noticeIds(profile)).contains(ErrorId.TRUNCATED_TRACE);
  }
}
