package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names, lines and inlined functions from Breakpad symbol files, as described in Breakpad's {@code
 * docs/symbol_files.md}. The file is read once for the records that cover the addresses, and again
 * for the names they refer to, so that memory grows with the addresses only.
 *
 * <p>Addresses in such a file count from the first segment of the binary, which is 0 in everything
 * that can be loaded anywhere.
 */
final class BreakpadNamer implements AddressNamer {

  @Override
  public List<List<SourceLine>> name(SymbolFile file, long[] addresses) throws IOException {
    Search search = new Search(addresses);
    try (InputStream in = Files.newInputStream(file.path())) {
      search.readRecords(new BreakpadLines(in));
    }
    Names names = search.referenced();
    try (InputStream in = Files.newInputStream(file.path())) {
      names.read(new BreakpadLines(in));
    }
    return search.lines(names);
  }

  /** A function inlined at an address, and where it was called. */
  private record Inlined(int level, int callLine, int callFile, int origin) {}

  /** Names that records refer to by number. */
  private static final class Names {
    private final Int2ObjectOpenHashMap<String> files = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<String> origins = new Int2ObjectOpenHashMap<>();
    private int missing;

    void needFile(int id) {
      missing += files.putIfAbsent(id, "") == null ? 1 : 0;
    }

    void needOrigin(int id) {
      missing += origins.putIfAbsent(id, "") == null ? 1 : 0;
    }

    void read(BreakpadLines lines) throws IOException {
      while (missing > 0 && lines.next()) {
        if (lines.eat("FILE")) {
          found(files, lines);
        } else if (lines.eat("INLINE_ORIGIN")) {
          found(origins, lines);
        }
      }
    }

    private void found(Map<Integer, String> names, BreakpadLines lines) {
      int id = lines.decimal();
      if ("".equals(names.get(id))) {
        names.put(id, lines.rest());
        missing--;
      }
    }

    String file(int id) {
      return files.getOrDefault(id, "");
    }

    String origin(int id) {
      return origins.getOrDefault(id, "");
    }
  }

  /** What the records say of an address. */
  private static final class KnownModule {
    private @Nullable String function;
    private int owner;
    private int line;
    private int file;
    private final List<Inlined> inlined = new ArrayList<>(0);

    /** The nearest starts at or below it, noted at the first address above each start. */
    private long functionStart = -1;

    private long publicStart = -1;
    private @Nullable String publicName;
  }

  /** What the records say of each address. */
  private static final class Search {
    private static final int MAX_LEVEL = 255;

    /** Ranges of real files overlap as deeply as functions are inlined. */
    private static final long MAX_VISITS_PER_ADDRESS = 1000;

    private final long[] addresses;
    private final KnownModule[] known;
    private long visits;

    // Position of the function that is being read, and the addresses in it.
    private int owner;
    private int first;
    private int last;

    Search(long[] addresses) {
      this.addresses = addresses;
      known = new KnownModule[addresses.length];
      Arrays.setAll(known, i -> new KnownModule());
    }

    void readRecords(BreakpadLines lines) throws IOException {
      while (lines.next()) {
        if (lines.eat("FUNC")) {
          function(lines);
        } else if (lines.eat("PUBLIC")) {
          publicSymbol(lines);
        } else if (first < last && lines.eat("INLINE")) {
          inlinedCall(lines);
        } else if (first < last && !isOther(lines)) {
          line(lines);
        }
      }
    }

    private static boolean isOther(BreakpadLines lines) {
      return lines.eat("FILE")
          || lines.eat("INLINE_ORIGIN")
          || lines.eat("STACK")
          || lines.eat("MODULE")
          || lines.eat("INFO");
    }

    private void function(BreakpadLines lines) throws IOException {
      lines.eat("m");
      long start = lines.hex();
      long size = lines.hex();
      lines.hex();
      owner++;
      range(start, size);
      if (start >= 0 && first < addresses.length) {
        known[first].functionStart = Math.max(known[first].functionStart, start);
      }
      String name = first < last ? lines.rest() : "";
      for (int i = first; i < last; i++) {
        if (known[i].function == null) {
          known[i].function = name;
          known[i].owner = owner;
        }
      }
    }

    private void range(long start, long size) throws IOException {
      first = 0;
      last = 0;
      if (start >= 0 && size >= 0) {
        first = firstFrom(start, 0, addresses.length);
        last =
            start + size < 0 ? addresses.length : firstFrom(start + size, first, addresses.length);
        visit(last - first);
      }
    }

    private int firstFrom(long address, int from, int to) {
      int found = Arrays.binarySearch(addresses, from, to, address);
      return found < 0 ? -found - 1 : found;
    }

    private void visit(int count) throws IOException {
      visits += count;
      if (visits > MAX_VISITS_PER_ADDRESS * addresses.length) {
        throw new IOException("damaged: too many functions at the same addresses");
      }
    }

    private void publicSymbol(BreakpadLines lines) {
      first = last;
      lines.eat("m");
      long start = lines.hex();
      lines.hex();
      int i = start < 0 ? addresses.length : firstFrom(start, 0, addresses.length);
      if (i < addresses.length && start > known[i].publicStart) {
        known[i].publicStart = start;
        known[i].publicName = lines.rest();
      }
    }

    private void line(BreakpadLines lines) throws IOException {
      long start = lines.hex();
      long size = lines.hex();
      int number = lines.decimal();
      int file = lines.decimal();
      if (start < 0 || size < 0 || number < 0 || file < 0) {
        return;
      }
      int to = end(start, size);
      for (int i = firstFrom(start, first, last); i < to; i++) {
        if (known[i].owner == owner && known[i].line == 0) {
          known[i].line = number;
          known[i].file = file;
        }
      }
    }

    /** Where the addresses of the function that lie below the end of a range end. */
    private int end(long start, long size) throws IOException {
      int to = start + size < 0 ? last : firstFrom(start + size, first, last);
      visit(Math.max(0, to - firstFrom(start, first, last)));
      return to;
    }

    private void inlinedCall(BreakpadLines lines) throws IOException {
      int level = lines.decimal();
      Inlined call = new Inlined(level, lines.decimal(), lines.decimal(), lines.decimal());
      if (level < 0 || level > MAX_LEVEL) {
        return;
      }
      while (lines.hasMore()) {
        long start = lines.hex();
        long size = lines.hex();
        if (start < 0 || size < 0) {
          return;
        }
        int to = end(start, size);
        for (int i = firstFrom(start, first, last); i < to; i++) {
          if (known[i].owner == owner) {
            add(known[i].inlined, call);
          }
        }
      }
    }

    /** In order of level, of which the first call counts. */
    private static void add(List<Inlined> calls, Inlined call) {
      int at = calls.size();
      while (at > 0 && calls.get(at - 1).level() >= call.level()) {
        if (calls.get(--at).level() == call.level()) {
          return;
        }
      }
      calls.add(at, call);
    }

    Names referenced() {
      Names names = new Names();
      for (KnownModule address : known) {
        if (address.line > 0) {
          names.needFile(address.file);
        }
        for (Inlined call : address.inlined) {
          names.needFile(call.callFile());
          names.needOrigin(call.origin());
        }
      }
      return names;
    }

    List<List<SourceLine>> lines(Names names) {
      List<List<SourceLine>> all = new ArrayList<>(addresses.length);
      long functionStart = -1;
      long publicStart = -1;
      String publicName = null;
      for (KnownModule address : known) {
        functionStart = Math.max(functionStart, address.functionStart);
        if (address.publicStart > publicStart) {
          publicStart = address.publicStart;
          publicName = address.publicName;
        }
        if (address.function != null) {
          all.add(inlinedLines(address, address.function, names));
        } else if (publicName != null && publicStart > functionStart) {
          // What lies behind the end of a function belongs to no public symbol before it.
          all.add(List.of(new SourceLine(publicName, "", 0)));
        } else {
          all.add(List.of());
        }
      }
      return all;
    }

    private static List<SourceLine> inlinedLines(
        KnownModule address, String function, Names names) {
      int number = address.line;
      String file = number > 0 ? names.file(address.file) : "";
      List<SourceLine> lines = new ArrayList<>(address.inlined.size() + 1);
      for (int k = address.inlined.size() - 1; k >= 0; k--) {
        Inlined call = address.inlined.get(k);
        lines.add(new SourceLine(names.origin(call.origin()), file, number));
        number = Math.max(call.callLine(), 0);
        file = names.file(call.callFile());
      }
      lines.add(new SourceLine(function, file, number));
      return lines;
    }
  }
}
