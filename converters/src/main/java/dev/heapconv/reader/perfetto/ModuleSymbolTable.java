package dev.heapconv.reader.perfetto;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.proto.perfetto.AddressSymbols;
import dev.heapconv.proto.perfetto.Line;
import dev.heapconv.proto.perfetto.ModuleSymbols;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Symbols that were added to a trace after it was recorded, by build id and address; by path where
 * there is no build id.
 */
final class ModuleSymbolTable {

  /** A GUID, and a number that begins with 0. */
  private static final int BREAKPAD_DIGITS = 33;

  private final Map<String, Long2ObjectOpenHashMap<List<SourceLine>>> modules = new HashMap<>();
  private final WireCursor address = new WireCursor();
  private final WireCursor line = new WireCursor();

  /** Reads a ModuleSymbols message. */
  void add(WireCursor message) {
    String path = message.text(ModuleSymbols.PATH_FIELD_NUMBER, "");
    String buildId = buildId(message.copyBytes(ModuleSymbols.BUILD_ID_FIELD_NUMBER));
    Long2ObjectOpenHashMap<List<SourceLine>> symbols =
        modules.computeIfAbsent(module(path, buildId), unused -> new Long2ObjectOpenHashMap<>());
    while (message.find(ModuleSymbols.ADDRESS_SYMBOLS_FIELD_NUMBER, address)) {
      long relPc = address.integer(AddressSymbols.ADDRESS_FIELD_NUMBER, 0);
      List<SourceLine> lines = new ArrayList<>(2);
      while (address.find(AddressSymbols.LINES_FIELD_NUMBER, line)) {
        lines.add(
            new SourceLine(
                known(line.text(Line.FUNCTION_NAME_FIELD_NUMBER, "")),
                known(line.text(Line.SOURCE_FILE_NAME_FIELD_NUMBER, "")),
                Math.max(0, (int) line.integer(Line.LINE_NUMBER_FIELD_NUMBER, 0))));
      }
      if (!lines.isEmpty()) {
        symbols.put(relPc, lines);
      }
    }
  }

  /** A recorded build id as hexadecimal digits. Those of Breakpad are recorded as such digits. */
  static String buildId(byte[] recorded) {
    String text = new String(recorded, StandardCharsets.ISO_8859_1);
    boolean isBreakpad =
        recorded.length == BREAKPAD_DIGITS
            && text.chars().allMatch(c -> c <= 'f' && Character.digit(c, 16) >= 0);
    return isBreakpad ? text.toLowerCase(Locale.ROOT) : HexFormat.of().formatHex(recorded);
  }

  private static String module(String path, String buildId) {
    return buildId.isEmpty() ? "path " + path : buildId;
  }

  /** Empty for what addr2line and llvm-symbolizer print instead of it. */
  private static String known(String text) {
    return text.equals("??") ? "" : text;
  }

  /**
   * Sets the functions of the frames of {@code stacks}, including inlined ones, from the symbols.
   */
  void applyTo(StackTable stacks) {
    if (modules.isEmpty()) {
      return;
    }
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      int id = stacks.frameMapping(frame);
      if (id == StackTable.NO_MAPPING) {
        continue;
      }
      Mapping mapping = stacks.mapping(id);
      Long2ObjectOpenHashMap<List<SourceLine>> symbols =
          modules.get(module(mapping.path(), mapping.buildId()));
      List<SourceLine> lines = symbols == null ? null : symbols.get(stacks.recordedRelPc(frame));
      // A symbolizer that found nothing must not override the recording.
      if (lines != null && lines.stream().anyMatch(candidate -> !candidate.function().isEmpty())) {
        stacks.setLines(frame, lines);
      }
    }
  }
}
