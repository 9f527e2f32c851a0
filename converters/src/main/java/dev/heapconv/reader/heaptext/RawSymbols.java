package dev.heapconv.reader.heaptext;

import dev.heapconv.model.SourceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The symbol section of {@code jeprof --raw} and {@code pprof --raw}: {@code 0xADDRESS name},
 * {@code --} between inlined names.
 */
final class RawSymbols {

  final Map<Long, List<SourceLine>> byAddress = new HashMap<>();
  String program = "";

  void addLine(String line) {
    if (line.startsWith("binary=")) {
      program = line.substring("binary=".length()).strip();
      return;
    }
    TextCursor cursor = new TextCursor(line);
    if (!line.startsWith("0x") || !cursor.hex()) {
      return;
    }
    long address = cursor.number();
    String name = cursor.rest();
    if (name.isEmpty() || name.startsWith("0x")) {
      // A symbolizer that finds nothing repeats the address.
      return;
    }
    List<SourceLine> functions = new ArrayList<>();
    for (String function : name.split("--")) {
      if (!function.isBlank()) {
        functions.add(new SourceLine(function.strip(), "", 0));
      }
    }
    if (!functions.isEmpty()) {
      byAddress.put(address, functions);
    }
  }
}
