package dev.heapconv.cli;

import dev.heapconv.deobfuscate.ProguardMaps;
import dev.heapconv.model.Naming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the maps that the command line names. */
final class JavaNames {

  private JavaNames() {}

  /**
   * @param maps each {@code FILE} or {@code PACKAGE=FILE}
   */
  static Naming read(List<String> maps) throws IOException {
    List<ProguardMaps.Source> sources = new ArrayList<>();
    for (String map : maps) {
      int at = fileAt(map);
      String file = map.substring(at);
      if (file.isEmpty()) {
        throw new UsageException("--proguard-map needs a file, as in --proguard-map mapping.txt");
      }
      Path path = FileNames.path(file);
      if (Files.isDirectory(path)) {
        throw new UsageException("--proguard-map needs a file, but '" + file + "' is a directory");
      }
      sources.add(new ProguardMaps.Source(map.substring(0, Math.max(0, at - 1)), path));
    }
    return ProguardMaps.read(sources);
  }

  /** Where the name of the file begins: behind that of a package, if there is one. */
  static int fileAt(String map) {
    int equals = map.indexOf('=');
    return equals > 0 && map.substring(0, equals).matches("(?U)[\\w.$]+") ? equals + 1 : 0;
  }
}
