package dev.heapconv.linear;

import static dev.heapconv.testing.TraceBuilder.heap;

import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.StackSampleTrace;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Inputs of which one thing is there n times, or two things that could multiply. */
final class LinearInputs {

  private LinearInputs() {}

  /** Each dump of Chromium's has a heap that no other has. */
  static byte[] heapPerDump(int n) {
    StackSampleTrace trace = new StackSampleTrace();
    StackSampleTrace.Process process = trace.process(7);
    for (int i = 0; i < n; i++) {
      process.sample(1000 + i, "heap" + i, "f", 10, 7);
    }
    return trace.bytes();
  }

  /** Many samples, and then as many scopes of one sample each. */
  static byte[] stacksAndScopes(int n) {
    StackSampleTrace trace = new StackSampleTrace();
    StackSampleTrace.Process process = trace.process(7);
    for (int i = 0; i < n; i++) {
      process.sample(1000, "malloc", "f" + i, 10, 7);
    }
    for (int i = 0; i < n; i++) {
      process.clear().sample(1000, "malloc", "g", 10, 7);
    }
    return trace.bytes();
  }

  /** Many processes, and then as many scopes. */
  static byte[] processesAndScopes(int n) {
    StackSampleTrace trace = new StackSampleTrace();
    for (int i = 0; i < n; i++) {
      trace.process(i + 8).sample(1000, "malloc", "f", 10, 7);
    }
    StackSampleTrace.Process process = trace.process(7);
    for (int i = 0; i < n; i++) {
      process.clear().sample(1000, "malloc", "g", 10, 7);
    }
    return trace.bytes();
  }

  static byte[] processesWithErrors(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    for (int i = 1; i <= n; i++) {
      TraceBuilder.Heap heap = heap(i, "h", 1000).row(sequence.stack("f"), 1, 10, 0, 0);
      heap.samples.setRejectedConcurrent(true).setBufferOverran(i % 2 == 0).setDisconnected(true);
      heap.samples.clearSamplingIntervalBytes();
      sequence.dump(heap);
    }
    return trace.bytes();
  }

  /** Many stacks, heaps or restarts, and then as many dumps of one. */
  static byte[] stacksAndDumps(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap first = heap(7, "h", 1000);
    for (int i = 0; i < n; i++) {
      first.row(sequence.stack("f" + i), 1, 10, 1, 10);
    }
    sequence.dump(first);
    for (int i = 1; i <= n; i++) {
      sequence.dump(heap(7, "h", 1000 + i).row(sequence.stack("main"), i, 10 * i, 0, 0));
    }
    return trace.bytes();
  }

  static byte[] heapsAndRestarts(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap[] heaps = new TraceBuilder.Heap[n];
    for (int i = 0; i < n; i++) {
      heaps[i] = heap(7, "h" + i, 1000).row(sequence.stack("f" + i), 1, 10, 1, 10);
    }
    sequence.dump(heaps);
    for (int i = 1; i <= n; i++) {
      sequence.restart();
      sequence.dump(heap(7, "h0", 1000 + i).row(sequence.stack("f0"), 1, 10, 0, 0));
    }
    return trace.bytes();
  }

  /** One stack with many rows, and then as many scopes in which it comes again. */
  static byte[] rowsAndScopes(int n) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1).reuseIds();
    TraceBuilder.Heap first = heap(7, "h", 1000);
    for (int i = 0; i < n; i++) {
      first.row(sequence.stackAs(i + 1, "f"), 1, 10, 0, 0);
    }
    sequence.dump(first);
    for (int i = 1; i <= n; i++) {
      sequence.reuseIds().clearIncrementalState();
      sequence.dump(heap(7, "h", 1000 + i).row(sequence.stackAs(1, "f"), 1, 10, 0, 0));
    }
    return trace.bytes();
  }

  /** A pprof profile with many columns, and a sample. */
  static byte[] columns(int n) {
    Profile.Builder profile = pprof(n);
    for (int i = 0; i < n; i++) {
      profile.addSampleTypeBuilder().setType(i + 5).setUnit(2);
    }
    for (int i = 0; i < n; i++) {
      profile.getSampleBuilder(0).addValue(1);
    }
    return profile.build().toByteArray();
  }

  /** Samples of one stack that differ in their labels. */
  static byte[] labels(int n) {
    Profile.Builder profile = pprof(n);
    for (int i = 0; i < n; i++) {
      profile.addSample(
          Sample.newBuilder()
              .addLocationId(1)
              .addValue(10)
              .addLabel(Label.newBuilder().setKey(i + 5).setStr(i + 5)));
    }
    return profile.build().toByteArray();
  }

  private static Profile.Builder pprof(int names) {
    Profile.Builder profile = Profile.newBuilder();
    for (String text : new String[] {"", "inuse_space", "bytes", "main", "other"}) {
      profile.addStringTable(text);
    }
    for (int i = 0; i < names; i++) {
      profile.addStringTable("name" + i);
    }
    profile.addSampleTypeBuilder().setType(1).setUnit(2);
    profile.addFunction(Function.newBuilder().setId(1).setName(3));
    profile.addLocation(Location.newBuilder().setId(1).addLine(Line.newBuilder().setFunctionId(1)));
    profile.addSample(Sample.newBuilder().addLocationId(1).addValue(10));
    return profile;
  }

  /** The log of many stacks, and then of as many dumps, each a peak. */
  static byte[] logOfDumps(int n) {
    return text(
        n,
        "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\"}\n",
        "{\"alloc\":%x,\"size\":1,\"frames\":[\"f%x\"]}\n",
        lines(n, "{\"alloc\":-%x,\"size\":9,\"frames\":[\"g\"]}\n{\"dump\":1}\n"));
  }

  /** Functions that are all at one address, as if inlined. */
  static byte[] dhatOfOneAddress(int n) {
    String places =
        IntStream.range(0, n).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return text(
        n,
        "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"pps\":[{\"tb\":9,\"tbk\":1,\"fs\":["
            + places
            + "]}],\"ftbl\":[",
        "\"0x10: f%x (a.c:1)\",",
        "\"0x1: main\"]}");
  }

  /** Each caller of a chain allocates. */
  static byte[] heaptrackChain(int n) {
    return text(
        n,
        "v 10400 3\nX a\ns 1 f\ni 1 0 1 0 0\nt 1 0\nt 1 1\na 9 1\na 9 1\n",
        "i %x 0 1 0 0\nt %x %x\na 9 %x\n+ %x\n",
        "- 0\n");
  }

  /** Of jemalloc: many threads of a stack, or many mapped files. */
  static byte[] threadsOfJemalloc(int n) {
    return text(
        n,
        "heap_v2/4096\n t*: 1: 1 [0: 0]\n" + lines(n, " t%x: 1: 1 [0: 0]\n"),
        "@ 0x%x\n t*: 1: 9 [0: 0]\n t%x: 1: 9 [0: 0]\n",
        "\nMAPPED_LIBRARIES:\n" + lines(n, "%x000-%x800 r-xp 00000000 00:00 0 /lib%x.so\n"));
  }

  /** Where the header of a chunk has the time when it began. */
  private static final int JFR_START_NANOS = 32;

  /** A file of JFR may have several chunks, each a recording of its own; one of these has 17 KB. */
  static byte[] jfrChunks(int n) {
    byte[] chunk = TestData.bytes(TestData.own("alloc/jfr/ratelimit_ap46.jfr"));
    byte[] chunks = new byte[chunk.length * Math.max(1, n / 20)];
    ByteBuffer to = ByteBuffer.wrap(chunks);
    long startNanos = ByteBuffer.wrap(chunk).getLong(JFR_START_NANOS);
    for (int at = 0; at < chunks.length; at += chunk.length) {
      // Equal chunks would be a copy.
      to.put(at, chunk).putLong(at + JFR_START_NANOS, startNanos + at);
    }
    return chunks;
  }

  static String lines(int n, String line) {
    return new String(text(n, "", line, ""), StandardCharsets.UTF_8);
  }

  /**
   * @param part repeated, each time with another number in place of {@code %x}
   */
  static byte[] text(int n, String start, String part, String end) {
    StringBuilder text = new StringBuilder(start);
    for (int i = 0; i < n; i++) {
      text.append(part.replace("%x", Integer.toHexString(i + 2)));
    }
    return text.append(end).toString().getBytes(StandardCharsets.UTF_8);
  }
}
