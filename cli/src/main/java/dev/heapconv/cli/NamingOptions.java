package dev.heapconv.cli;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Naming;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that reads profiles: where to find the names of functions. */
final class NamingOptions {

  private static final String MAPS_VARIABLE = "PERFETTO_PROGUARD_MAP";

  @Option(
      names = "--proguard-map",
      paramLabel = "[PACKAGE=]FILE",
      description =
          "Restore Java names with this map of R8 or ProGuard; without PACKAGE, in all packages"
              + " that have no map of their own. May be repeated (default:"
              + " $PERFETTO_PROGUARD_MAP).")
  private List<String> maps = List.of();

  private @Nullable List<Naming> namings;

  /**
   * What names the frames of the inputs; read once.
   *
   * @throws HeapConvException if a file cannot be used
   */
  List<Naming> namings() throws IOException {
    if (namings == null) {
      String variable = System.getenv(MAPS_VARIABLE);
      List<String> all =
          maps.isEmpty() && variable != null && !variable.isEmpty()
              ? List.of(variable.split(":"))
              : maps;
      namings = all.isEmpty() ? List.of() : List.of(javaNames(all));
    }
    return namings;
  }

  private static Naming javaNames(List<String> all) throws IOException {
    try {
      return JavaNames.read(all);
    } catch (NoClassDefFoundError e) {
      throw HeapConvException.input(ErrorId.NO_DEOBFUSCATOR, JavaNames.jarOf(e)).causedBy(e);
    }
  }
}
