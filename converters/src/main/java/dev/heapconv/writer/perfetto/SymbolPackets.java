package dev.heapconv.writer.perfetto;

import dev.heapconv.demangle.Demangler;
import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.proto.perfetto.AddressSymbols;
import dev.heapconv.proto.perfetto.Line;
import dev.heapconv.proto.perfetto.ModuleSymbols;
import dev.heapconv.proto.perfetto.TracePacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Functions by address, as {@code traceconv symbolize} appends them to a trace. Readers find a
 * module by its path and build id.
 */
final class SymbolPackets {

  private record Module(String path, String buildId) {}

  private final Map<Module, TreeMap<Long, List<SourceLine>>> modules = new LinkedHashMap<>();
  private final MessageBuffer module = new MessageBuffer();
  private final MessageBuffer address = new MessageBuffer();
  private final MessageBuffer line = new MessageBuffer();

  /**
   * The bytes of a build id, which for one of Breakpad, with its odd number of digits, are these;
   * empty if it is not hexadecimal, so that a trace cannot hold it.
   */
  private static byte[] rawBuildId(Mapping mapping) {
    try {
      String id = mapping.buildId();
      return id.length() % 2 == 1
          ? id.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII)
          : HexFormat.of().parseHex(id);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /**
   * Adds the functions at an address.
   *
   * @param lines innermost first
   */
  void add(Mapping mapping, long relPc, List<SourceLine> lines) {
    modules
        .computeIfAbsent(
            new Module(mapping.path(), HexFormat.of().formatHex(rawBuildId(mapping))),
            unused -> new TreeMap<>(Long::compareUnsigned))
        .put(relPc, lines);
  }

  void writeTo(PacketStream packets) throws IOException {
    for (Map.Entry<Module, TreeMap<Long, List<SourceLine>>> entry : modules.entrySet()) {
      begin(entry.getKey());
      for (Map.Entry<Long, List<SourceLine>> symbols : entry.getValue().entrySet()) {
        if (module.size() > PacketStream.PACKET_BYTES) {
          packets.write(TracePacket.MODULE_SYMBOLS_FIELD_NUMBER, module);
          begin(entry.getKey());
        }
        addAddress(symbols.getKey(), symbols.getValue());
      }
      packets.write(TracePacket.MODULE_SYMBOLS_FIELD_NUMBER, module);
    }
  }

  private void begin(Module key) throws IOException {
    module.add(ModuleSymbols.PATH_FIELD_NUMBER, key.path());
    module.add(ModuleSymbols.BUILD_ID_FIELD_NUMBER, HexFormat.of().parseHex(key.buildId()));
  }

  private void addAddress(long relPc, List<SourceLine> lines) throws IOException {
    address.add(AddressSymbols.ADDRESS_FIELD_NUMBER, relPc);
    for (SourceLine source : lines) {
      line.add(Line.FUNCTION_NAME_FIELD_NUMBER, writtenName(source));
      line.add(Line.SOURCE_FILE_NAME_FIELD_NUMBER, source.file());
      line.add(Line.LINE_NUMBER_FIELD_NUMBER, source.line());
      address.add(AddressSymbols.LINES_FIELD_NUMBER, line);
    }
    module.add(ModuleSymbols.ADDRESS_SYMBOLS_FIELD_NUMBER, address);
  }

  /**
   * A name as traces have it, which readers demangle: the recorded one, unless what is shown is not
   * what it demangles to.
   */
  private static String writtenName(SourceLine line) {
    String recorded = line.systemName();
    return line.function().isEmpty() || Demangler.demangle(recorded).equals(line.function())
        ? recorded
        : line.function();
  }
}
