package dev.heapconv.deobfuscate;

import dev.heapconv.model.Naming;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.naming.FrameRenaming;
import dev.heapconv.naming.ObfuscationMaps;
import dev.heapconv.naming.RetracedClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Restores the original names of Java functions with maps of R8 or ProGuard. Functions are named
 * {@code class.method} in recordings.
 */
public final class ProguardMaps implements ObfuscationMaps {

  /**
   * Where a map is.
   *
   * @param packageName the package that it was made for; empty for all packages without a map of
   *     their own
   */
  public record Source(String packageName, Path file) {}

  private final Map<String, List<ProguardMap>> packages = new LinkedHashMap<>();
  private final List<Notice> damage = new ArrayList<>();

  private ProguardMaps() {}

  /**
   * Reads all maps.
   *
   * @throws dev.heapconv.model.HeapConvException if one cannot be read or names no class
   */
  public static ProguardMaps read(List<Source> sources) throws IOException {
    ProguardMaps maps = new ProguardMaps();
    for (Source source : sources) {
      ProguardMap map = ProguardMap.read(source.file());
      maps.packages.computeIfAbsent(source.packageName(), unused -> new ArrayList<>()).add(map);
      Notice damage = map.damage();
      if (damage != null) {
        maps.damage.add(damage);
      }
    }
    return maps;
  }

  @Override
  public RecordedProfile apply(RecordedProfile recorded) {
    Set<String> all = new HashSet<>();
    Set<String> renamed = new HashSet<>();
    RecordedProfile named =
        FrameRenaming.apply(
            recorded,
            (packageName, line) -> {
              List<SourceLine> found =
                  RetracedClass.functions(line, type -> retraced(packageName, type));
              if (isJava(line.function())) {
                (found == null ? all : renamed).add(line.function());
              }
              return found;
            },
            packages::containsKey);
    for (Notice notice : damage) {
      named = named.withNotice(notice);
    }
    all.addAll(renamed);
    return Naming.counted(named, "maps", renamed.size(), all.size(), !damage.isEmpty());
  }

  /** Names of C++ have two colons, parentheses, or no dots. */
  private static boolean isJava(String function) {
    return function.indexOf('.') > 0 && function.indexOf(':') < 0 && function.indexOf('(') < 0;
  }

  @Override
  public void visit(ClassVisitor visitor) throws IOException {
    for (Map.Entry<String, List<ProguardMap>> ofPackage : packages.entrySet()) {
      for (ProguardMap map : ofPackage.getValue()) {
        map.visit(ofPackage.getKey(), visitor);
      }
    }
  }

  @Override
  public String settings() {
    StringBuilder text = new StringBuilder("maps");
    packages.forEach(
        (packageName, maps) -> {
          for (ProguardMap map : maps) {
            text.append(' ').append(packageName).append('=').append(map.checksum());
          }
        });
    return text.toString();
  }

  private @Nullable RetracedClass retraced(String packageName, String obfuscatedClass) {
    List<ProguardMap> ofPackage = packages.get(packageName);
    for (ProguardMap map : ofPackage == null ? packages.getOrDefault("", List.of()) : ofPackage) {
      RetracedClass found = map.retraced(obfuscatedClass);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
