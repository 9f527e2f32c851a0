package dev.heapconv.writer.perfetto;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.naming.ObfuscationMaps;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Writes what namings say about the frames of a trace, as packets to append to it. */
public final class TraceAdditions {

  private record NamedFrame(Mapping mapping, long relPc, List<SourceLine> lines) {}

  private TraceAdditions() {}

  /**
   * Names a recording and writes the names. Does not close {@code out}.
   *
   * @param recorded a trace whose names are still mangled
   * @return the recording with names
   */
  public static RecordedProfile write(
      RecordedProfile recorded, List<Naming> namings, OutputStream out) throws IOException {
    SymbolPackets symbols = new SymbolPackets();
    RecordedProfile named = recorded;
    for (Naming naming : namings) {
      Set<NamedFrame> before = frames(named.stacks());
      named = naming.apply(named);
      if (!(naming instanceof ObfuscationMaps)) {
        for (NamedFrame frame : frames(named.stacks())) {
          if (!before.contains(frame)) {
            symbols.add(frame.mapping, frame.relPc, frame.lines);
          }
        }
      }
    }
    PacketStream packets = new PacketStream(out);
    symbols.writeTo(packets);
    DeobfuscationPackets maps = new DeobfuscationPackets(packets);
    for (Naming naming : namings) {
      if (naming instanceof ObfuscationMaps obfuscation) {
        obfuscation.visit(maps);
      }
    }
    maps.endMapping();
    packets.flush();
    return named;
  }

  /** The frames that lie in a mapping. */
  private static Set<NamedFrame> frames(StackTable stacks) {
    Set<NamedFrame> frames = new LinkedHashSet<>();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      int mapping = stacks.frameMapping(frame);
      if (mapping != StackTable.NO_MAPPING) {
        frames.add(
            new NamedFrame(
                stacks.mapping(mapping), stacks.recordedRelPc(frame), stacks.lines(frame)));
      }
    }
    return frames;
  }
}
