package dev.heapconv.cli;

import dev.heapconv.symbols.SymbolOptions;
import dev.heapconv.symbols.Symbols;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the symbols that the command line or the environment names. */
final class NativeNames {

  static final String SYMBOLIZER_VARIABLE = "HEAPCONV_LLVM_SYMBOLIZER";

  private NativeNames() {}

  /**
   * @param paths files and folders
   * @param servers addresses of debuginfod servers
   * @param cached whether to keep downloads for further runs
   * @param local whether files at the recorded paths may name functions, too
   * @param threads how many may look for names
   * @param progress receives the binary that is being looked at
   */
  static Symbols open(
      List<String> paths,
      List<String> servers,
      boolean cached,
      boolean local,
      int threads,
      Consumer<String> progress) {
    List<Path> files = new ArrayList<>();
    for (String path : paths) {
      if (path.isEmpty()) {
        throw new UsageException("--symbols needs a file or a folder");
      }
      files.add(FileNames.path(path));
    }
    List<URI> addresses = new ArrayList<>();
    for (String server : servers) {
      addresses.add(address(server));
    }
    Symbols symbols =
        new Symbols(
            new SymbolOptions(
                files, symbolizer(), addresses, cached ? cacheFolder() : null, local, threads),
            progress);
    // However the process ends, no other one is left behind.
    Runtime.getRuntime().addShutdownHook(new Thread(symbols::stop));
    return symbols;
  }

  private static URI address(String server) {
    try {
      URI address = URI.create(server);
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (web && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Not an address either.
    }
    throw new UsageException(
        "--symbols takes files, folders and the addresses of debuginfod servers, such as"
            + " https://debuginfod.debian.net, not '"
            + server
            + "'");
  }

  private static @Nullable Path symbolizer() {
    String named = System.getenv(SYMBOLIZER_VARIABLE);
    if (named != null && !named.isEmpty()) {
      Path program = FileNames.path(named);
      if (!Files.isExecutable(program) || Files.isDirectory(program)) {
        throw new UsageException(
            SYMBOLIZER_VARIABLE
                + " is '"
                + named
                + "', which is not an executable file; set it to the path of llvm-symbolizer");
      }
      return program;
    }
    List<Path> folders = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
      if (!folder.isEmpty()) {
        folders.add(FileNames.path(folder));
      }
    }
    return Symbols.findSymbolizer(folders);
  }

  /** As the XDG Base Directory Specification has it; null without a home. */
  private static @Nullable Path cacheFolder() {
    String caches = System.getenv("XDG_CACHE_HOME");
    if (caches != null && caches.startsWith("/")) {
      return FileNames.path(caches).resolve("heapconv");
    }
    String home = System.getenv("HOME");
    return home == null || home.isEmpty() ? null : FileNames.path(home).resolve(".cache/heapconv");
  }
}
