package dev.heapconv.cli;

import com.google.protobuf.ByteString;
import dev.heapconv.proto.perfetto.Callstack;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.InternedData;
import dev.heapconv.proto.perfetto.InternedString;
import dev.heapconv.proto.perfetto.Mapping;
import dev.heapconv.proto.perfetto.PackagesList;
import dev.heapconv.proto.perfetto.ProcessTree;
import dev.heapconv.proto.perfetto.ProfilePacket;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.Trace;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Small traces of which the totals are known. */
final class BatchTraces {

  private static final int SEQUENCE = 3;

  private BatchTraces() {}

  /**
   * A trace of one process with {@code stacks} stacks, of which number i (from 1) has allocated i
   * kilobytes exactly.
   */
  static byte[] trace(String process, int uid, long version, int stacks) {
    return trace(process, uid, version, stacks, 1);
  }

  static byte[] trace(String process, int uid, long version, int stacks, long interval) {
    Trace.Builder trace = Trace.newBuilder();
    trace.addPacket(
        TracePacket.newBuilder()
            .setProcessTree(
                ProcessTree.newBuilder()
                    .addProcesses(
                        ProcessTree.Process.newBuilder()
                            .setPid(100)
                            .setUid(uid)
                            .addCmdline(process))));
    trace.addPacket(
        TracePacket.newBuilder()
            .setPackagesList(
                PackagesList.newBuilder()
                    .addPackages(
                        PackagesList.PackageInfo.newBuilder()
                            .setName("com.example.app")
                            .setUid(10_001)
                            .setVersionCode(version))));
    trace.addPacket(
        TracePacket.newBuilder()
            .setSystemInfo(
                SystemInfo.newBuilder()
                    .setAndroidBuildFingerprint("maker/device:14/BUILD/1:user/keys")));
    trace.addPacket(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(SEQUENCE)
            .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
            .setInternedData(interned(stacks)));
    trace.addPacket(
        TracePacket.newBuilder()
            .setTrustedPacketSequenceId(SEQUENCE)
            .setProfilePacket(
                ProfilePacket.newBuilder().setIndex(0).addProcessDumps(samples(stacks, interval))));
    return trace.build().toByteArray();
  }

  private static InternedData.Builder interned(int stacks) {
    InternedData.Builder interned = InternedData.newBuilder();
    interned.addMappingPaths(text(1, "app.so")).addBuildIds(text(1, "abc"));
    interned.addMappings(
        Mapping.newBuilder()
            .setIid(1)
            .setBuildId(1)
            .setStart(0x1000)
            .setEnd(0x9000)
            .addPathStringIds(1));
    interned.addFunctionNames(text(1, "main")).addFunctionNames(text(2, "malloc"));
    interned.addFrames(
        Frame.newBuilder().setIid(1).setFunctionNameId(1).setMappingId(1).setRelPc(16));
    interned.addFrames(
        Frame.newBuilder().setIid(2).setFunctionNameId(2).setMappingId(1).setRelPc(32));
    for (int i = 1; i <= stacks; i++) {
      interned.addFunctionNames(text(i + 2, "work" + i));
      interned.addFrames(
          Frame.newBuilder()
              .setIid(i + 2)
              .setFunctionNameId(i + 2)
              .setMappingId(1)
              .setRelPc(64 + i));
      interned.addCallstacks(
          Callstack.newBuilder().setIid(i).addFrameIds(1).addFrameIds(i + 2).addFrameIds(2));
    }
    return interned;
  }

  private static InternedString.Builder text(int id, String text) {
    return InternedString.newBuilder()
        .setIid(id)
        .setStr(ByteString.copyFrom(text, StandardCharsets.UTF_8));
  }

  private static ProfilePacket.ProcessHeapSamples.Builder samples(int stacks, long interval) {
    ProfilePacket.ProcessHeapSamples.Builder samples =
        ProfilePacket.ProcessHeapSamples.newBuilder()
            .setPid(100)
            .setHeapName("libc.malloc")
            .setSamplingIntervalBytes(interval)
            .setTimestamp(1_000_000_000L);
    for (int i = 1; i <= stacks; i++) {
      samples.addSamples(
          ProfilePacket.HeapSample.newBuilder()
              .setCallstackId(i)
              .setSelfAllocated(i * 1000L)
              .setAllocCount(i)
              .setSelfFreed(0)
              .setFreeCount(0));
    }
    return samples;
  }

  static byte[] small(int stacks) {
    return trace("com.example.app", 10_001, 7, stacks);
  }

  static void write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A zip of name, content, name, content ... */
  static byte[] zip(Object... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < members.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) members[i]));
        zip.write((byte[]) members[i + 1]);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  static byte[] tar(Object... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (int i = 0; i < members.length; i += 2) {
        TarArchiveEntry entry = new TarArchiveEntry((String) members[i], true);
        entry.setSize(((byte[]) members[i + 1]).length);
        tar.putArchiveEntry(entry);
        tar.write((byte[]) members[i + 1]);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }
}
