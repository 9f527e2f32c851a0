package dev.heapconv.cli;

import dev.heapconv.code.CodeSizes;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.naming.ObfuscationMaps;
import dev.heapconv.symbols.ModuleSymbols;
import dev.heapconv.symbols.Symbols;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Options of every command that reads profiles: where to find the names of functions. */
final class NamingOptions extends OptionGroup implements Consumer<String> {

  static final String SYMBOLS_VARIABLE = "HEAPCONV_SYMBOLS";
  static final String PERFETTO_SYMBOLS_VARIABLE = "PERFETTO_BINARY_PATH";
  static final String MAPS_VARIABLE = "PERFETTO_PROGUARD_MAP";

  private final Argument<List<String>> symbolPaths =
      texts(
          Heading.NAMES,
          "--symbols PATH|URL",
          "Name functions of stripped code with the binaries, debug files, APKs or Breakpad files"
              + " in this folder, or with this file, and download what is missing from the"
              + " debuginfod server at a URL. May be repeated (default: $HEAPCONV_SYMBOLS, or else"
              + " $PERFETTO_BINARY_PATH).");

  private final Argument<List<String>> maps =
      texts(
          Heading.NAMES,
          "--proguard-map [PACKAGE=]FILE",
          "Restore Java names with this map of R8 or ProGuard; without PACKAGE, in all"
              + " packages that have no map of their own. May be repeated (default:"
              + " $PERFETTO_PROGUARD_MAP).");

  private final IntSupplier threads;
  private boolean oneMachine = true;
  private @Nullable List<Naming> namings;
  private @Nullable Symbols symbols;
  private @Nullable CodeSizes sizes;
  private volatile String busyWith = "";

  NamingOptions(IntSupplier threads) {
    this.threads = threads;
  }

  /**
   * What names the frames of the inputs; opened once.
   *
   * @throws HeapConvException if a file cannot be used
   */
  List<Naming> namings() throws IOException {
    if (namings == null) {
      // A folder that a variable names need not be on every machine.
      for (String path : named(false)) {
        if (Files.notExists(FileNames.path(path))) {
          throw HeapConvException.input(ErrorId.NO_SUCH_FILE, path);
        }
      }
      List<Naming> found = new ArrayList<>(2);
      if (hasSymbols()) {
        found.add(symbols());
      } else if (local()) {
        found.add(new LocalNames(this::symbols));
      }
      if (hasSymbols() || local()) {
        found.add(new ProgramSizes(this::sizes, this::symbols, hasSymbols()));
      }
      if (!maps().isEmpty()) {
        found.add(JavaNames.read(maps()));
      }
      namings = found;
    }
    return namings;
  }

  /** Whether the command line or the environment names any symbols or maps. */
  boolean isGiven() {
    return hasSymbols() || !maps().isEmpty();
  }

  private boolean hasSymbols() {
    return !paths().isEmpty() || !named(true).isEmpty();
  }

  /**
   * Uses neither downloads of earlier runs nor binaries at the recorded paths, since these differ
   * between machines.
   */
  void useManyMachines() {
    oneMachine = false;
  }

  /** Whether binaries at the recorded paths are used: not where the variable is set and empty. */
  private boolean local() {
    return oneMachine && !"".equals(System.getenv(SYMBOLS_VARIABLE));
  }

  /**
   * What the command line names of symbols.
   *
   * @param servers whether addresses of servers are wanted, otherwise files and folders
   */
  private List<String> named(boolean servers) {
    return symbolPaths.valueOr(List.of()).stream()
        .filter(each -> InputOptions.isUrl(each) == servers)
        .toList();
  }

  private List<String> paths() {
    boolean isOurs = System.getenv(SYMBOLS_VARIABLE) != null;
    return orOf(isOurs ? SYMBOLS_VARIABLE : PERFETTO_SYMBOLS_VARIABLE, named(false));
  }

  private List<String> maps() {
    return orOf(MAPS_VARIABLE, maps.valueOr(List.of()));
  }

  /** The files and folders that names come from. */
  List<String> files() {
    List<String> files = new ArrayList<>(paths());
    for (String map : maps()) {
      files.add(map.substring(JavaNames.fileAt(map)));
    }
    return files;
  }

  /** What the command line names; if it names nothing, what a variable does. */
  private static List<String> orOf(String variable, List<String> given) {
    String value = System.getenv(variable);
    if (!given.isEmpty() || value == null) {
      return given;
    }
    List<String> values = new ArrayList<>(List.of(value.split(File.pathSeparator)));
    values.removeIf(String::isEmpty);
    return values;
  }

  private synchronized Symbols symbols() {
    if (symbols == null) {
      busyWith = "indexing symbols";
      symbols =
          NativeNames.open(paths(), named(true), oneMachine, local(), threads.getAsInt(), this);
      busyWith = "";
    }
    return symbols;
  }

  private synchronized CodeSizes sizes() {
    if (sizes == null) {
      sizes = new CodeSizes(symbols()::findCode);
    }
    return sizes;
  }

  /** What the code of these binaries tells of the sizes of allocations. */
  List<CodeSizes.CodeShare> describeSizes(RecordedProfile recorded) throws IOException {
    return sizes().describe(recorded);
  }

  /** The binaries with functions that have no names, and what these options have for them. */
  List<ModuleSymbols> describe(RecordedProfile recorded) throws IOException {
    return symbols().describe(recorded);
  }

  /** The recording as the maps name it, with sizes from code, and their warnings. */
  RecordedProfile withoutSymbols(RecordedProfile recorded) throws IOException {
    RecordedProfile named = recorded;
    for (Naming naming : namings()) {
      boolean isOther = naming instanceof ObfuscationMaps || naming instanceof ProgramSizes;
      named = isOther ? naming.apply(named) : named;
    }
    return named;
  }

  /** What takes time to find names; empty if nothing does. */
  String busyWith() {
    return busyWith;
  }

  @Override
  public void accept(String binary) {
    busyWith = binary.isEmpty() ? "" : "symbolizing " + binary;
  }
}
