package dev.heapconv.deobfuscate;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import dev.heapconv.proto.perfetto.DeobfuscationMapping;
import dev.heapconv.proto.perfetto.Frame;
import dev.heapconv.proto.perfetto.ObfuscatedClass;
import dev.heapconv.proto.perfetto.ObfuscatedMethod;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TraceBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Traces of processes whose frames have obfuscated names. */
final class ObfuscatedTraces {

  private ObfuscatedTraces() {}

  /** A trace in which each process has one heap with one stack: these functions. */
  static TraceBuilder of(List<String> processes, List<SourceLine> functions) {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    List<Long> frames = new ArrayList<>();
    for (SourceLine function : functions) {
      long iid = 1000 + frames.size();
      sequence.pending().addFunctionNames(TraceBuilder.string(iid, function.function()));
      sequence.pending().addSourcePaths(TraceBuilder.string(iid, function.file()));
      sequence
          .pending()
          .addFrames(
              Frame.newBuilder()
                  .setIid(iid)
                  .setFunctionNameId(iid)
                  .setRelPc(iid)
                  .setSourcePathIid(iid)
                  .setLineNumber(function.line()));
      frames.add(iid);
    }
    long stack = sequence.stackOf(frames.toArray(Long[]::new));
    List<TraceBuilder.Heap> heaps = new ArrayList<>();
    for (String process : processes) {
      int pid = heaps.size() + 1;
      trace.process(pid, process);
      heaps.add(TraceBuilder.heap(pid, "h", 1000).row(stack, 1, 10, 0, 0));
    }
    sequence.dump(heaps.toArray(TraceBuilder.Heap[]::new));
    return trace;
  }

  /** Appends what a map says, as a trace can hold it. */
  static void embed(ProguardMap map, String packageName, TraceBuilder trace) throws IOException {
    DeobfuscationMapping.Builder mapping =
        DeobfuscationMapping.newBuilder().setPackageName(packageName);
    map.visit(
        packageName,
        (ofPackage, names) -> {
          ObfuscatedClass.Builder type =
              mapping
                  .addObfuscatedClassesBuilder()
                  .setObfuscatedName(names.obfuscated())
                  .setDeobfuscatedName(names.original());
          for (ClassNames.Method method : names.methods()) {
            type.addObfuscatedMethods(
                ObfuscatedMethod.newBuilder()
                    .setObfuscatedName(method.obfuscated())
                    .setDeobfuscatedName(method.original())
                    .setObfuscatedLineStart(Math.max(0, method.obfuscatedStart()))
                    .setObfuscatedLineEnd(Math.max(0, method.obfuscatedEnd()))
                    .setSourceLineStart(Math.max(0, method.sourceStart()))
                    .setSourceLineEnd(Math.max(0, method.sourceEnd())));
          }
        });
    trace.packet(TracePacket.newBuilder().setDeobfuscationMapping(mapping));
  }

  static RecordedProfile read(TraceBuilder trace, Naming... namings) throws IOException {
    return HeapConv.read(
        InputSource.stream("trace", new ByteArrayInputStream(trace.bytes())),
        ReadOptions.DEFAULT.withNamings(List.of(namings)));
  }

  /** The frames of the only stack of each heap, outermost first, each innermost line first. */
  static List<List<List<SourceLine>>> frames(RecordedProfile profile) {
    List<List<List<SourceLine>>> all = new ArrayList<>();
    profile
        .heaps()
        .forEach(
            heap -> {
              List<List<SourceLine>> frames = new ArrayList<>();
              for (int frame : profile.stacks().frames(heap.stack(0))) {
                frames.add(0, profile.stacks().lines(frame));
              }
              all.add(frames);
            });
    return all;
  }
}
