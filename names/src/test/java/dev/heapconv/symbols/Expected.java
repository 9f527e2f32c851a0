package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The binaries of {@code testdata/symbols}, and what llvm-symbolizer says of their addresses. */
final class Expected {

  static final String PROG = "0e8b1b460f4d5054af1f45bb2c1b8ac1fc99b084";
  static final String PROG_BREAKPAD = "461B8B0E4D0F5450AF1F45BB2C1B8AC10";
  static final String PROG_NOPIE = "0685dee80c6eafcdc7b6c7936c90a2397ee889b3";

  private Expected() {}

  static Path file(String name) {
    return TestData.own("symbols").resolve(name);
  }

  static SymbolFile elf(String name) {
    return new SymbolFile(file(name), name, SymbolFile.Format.ELF, "");
  }

  /** The functions at each address of a binary, innermost first. */
  static Map<Long, List<SourceLine>> of(String binary) throws Exception {
    Map<Long, List<SourceLine>> expected = new TreeMap<>();
    for (String line : Files.readAllLines(file("expected.jsonl"))) {
      try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), line)) {
        json.nextToken();
        String of = "";
        long address = 0;
        List<SourceLine> lines = new ArrayList<>();
        for (String name; (name = json.nextName()) != null; ) {
          json.nextToken();
          switch (name) {
            case "binary" -> of = json.getString();
            case "address" -> address = json.getLongValue();
            default -> readLines(json, lines);
          }
        }
        if (of.equals(binary)) {
          expected.put(address, lines);
        }
      }
    }
    return expected;
  }

  private static void readLines(JsonParser json, List<SourceLine> lines) {
    while (json.nextToken() == JsonToken.START_ARRAY) {
      lines.add(
          new SourceLine(json.nextStringValue(), json.nextStringValue(), json.nextIntValue(0)));
      json.nextToken();
    }
  }

  static long[] addresses(Map<Long, List<SourceLine>> expected) {
    return expected.keySet().stream().mapToLong(Long::longValue).toArray();
  }
}
