package dev.heapconv.benchmarks.traces;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Makes a trace like those of whole systems: the packets of a small recording, far apart between
 * packets of scheduling events. Arguments: the recording, the file to write, its size in bytes.
 */
public final class FillerTrace {

  private static final int SMALLEST = 200;
  private static final int LARGEST = 16 << 10;
  private static final int DIFFERENT_PACKETS = 256;

  private FillerTrace() {}

  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), Path.of(arguments[1]), Long.parseLong(arguments[2]));
  }

  public static void write(Path recording, Path target, long bytes) throws IOException {
    byte[] source = Files.readAllBytes(recording);
    List<byte[]> packets = packets(source);
    List<byte[]> fillers = fillers();
    Random random = new Random(1);
    double fillerBetween = Math.max(0, (double) (bytes - source.length) / packets.size());
    double due = 0;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), 1 << 20)) {
      for (byte[] packet : packets) {
        out.write(packet);
        for (due += fillerBetween; due > 0; ) {
          byte[] filler = fillers.get(random.nextInt(fillers.size()));
          out.write(filler);
          due -= filler.length;
        }
      }
    }
  }

  /** The packets of a trace, headers included. */
  private static List<byte[]> packets(byte[] trace) throws IOException {
    List<byte[]> packets = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(trace);
    for (int start = 0; start < trace.length; start = in.getTotalBytesRead()) {
      in.skipField(in.readTag());
      packets.add(Arrays.copyOfRange(trace, start, in.getTotalBytesRead()));
    }
    return packets;
  }

  /** Packets of sizes from 200 B to 16 KB, each as likely as its double. */
  private static List<byte[]> fillers() {
    Random random = new Random(2);
    List<byte[]> fillers = new ArrayList<>();
    for (int i = 0; i < DIFFERENT_PACKETS; i++) {
      double scale = random.nextDouble() * Math.log((double) LARGEST / SMALLEST);
      byte[] events = new byte[(int) (SMALLEST * Math.exp(scale))];
      random.nextBytes(events);
      fillers.add(
          Trace.newBuilder()
              .addPacket(
                  TracePacket.newBuilder()
                      .setTrustedPacketSequenceId(7)
                      .setFtraceEvents(ByteString.copyFrom(events)))
              .build()
              .toByteArray());
    }
    return fillers;
  }
}
