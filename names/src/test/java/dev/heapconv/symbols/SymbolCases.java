package dev.heapconv.symbols;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Recordings of a program without names, its binaries, and what llvm-symbolizer says of them. */
final class SymbolCases {

  private SymbolCases() {}

  static Path file(String name) {
    return TestData.shared("cases/symbols").resolve(name);
  }

  /** The real one; the test that asks is skipped where it is absent. */
  static Path symbolizer() {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv("PATH").split(":")) {
      folders.add(Path.of(folder));
    }
    Path found = Symbols.findSymbolizer(folders);
    NotTested.unless(
        found != null, "names by llvm-symbolizer", "it is not on the PATH; apt-get install llvm");
    return found;
  }

  /** A program of ours instead of llvm-symbolizer. */
  static Path script(Path folder, String text) throws IOException {
    Path script = folder.resolve("symbolizer.sh");
    Files.writeString(script, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  static SymbolOptions options(@Nullable Path symbolizer, Path... paths) {
    return new SymbolOptions(List.of(paths), symbolizer, List.of(), null, false, 2);
  }

  static RecordedProfile read(Path recording, SymbolOptions options) throws IOException {
    try (Symbols symbols = new Symbols(options, unused -> {})) {
      return HeapConv.read(
          InputSource.file(recording), ReadOptions.DEFAULT.withNamings(List.of(symbols)));
    }
  }

  /** Lines of each address with mangled names, as {@link #expected} has them. */
  static Map<Long, List<SourceLine>> lines(RecordedProfile recorded) {
    Map<Long, List<SourceLine>> lines = new TreeMap<>();
    StackTable stacks = recorded.stacks();
    for (int frame = 0; frame < stacks.frameCount(); frame++) {
      List<SourceLine> mangled = new ArrayList<>();
      for (SourceLine line : stacks.lines(frame)) {
        mangled.add(new SourceLine(line.systemName(), line.file(), line.line()));
      }
      lines.put(stacks.frameRelPc(frame), mangled);
    }
    return lines;
  }

  /** Lines of each address in a binary. */
  static Map<Long, List<SourceLine>> expected(String binary) throws IOException {
    Map<Long, List<SourceLine>> expected = new TreeMap<>();
    for (String json : Files.readAllLines(file("expected.jsonl"))) {
      try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
        List<Object> values = new ArrayList<>();
        for (JsonToken token; (token = parser.nextToken()) != null; ) {
          if (token == JsonToken.VALUE_STRING) {
            values.add(parser.getString());
          } else if (token == JsonToken.VALUE_NUMBER_INT) {
            values.add(parser.getLongValue());
          }
        }
        List<SourceLine> lines = new ArrayList<>();
        for (int i = 2; i < values.size(); i += 3) {
          int line = ((Long) values.get(i + 2)).intValue();
          lines.add(new SourceLine((String) values.get(i), (String) values.get(i + 1), line));
        }
        if (values.get(0).equals(binary)) {
          expected.put((Long) values.get(1), lines);
        }
      }
    }
    return expected;
  }
}
