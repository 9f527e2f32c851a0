package dev.heapconv.deobfuscate;

import com.android.tools.r8.retrace.Retracer;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Naming;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.FrameRenaming;
import dev.heapconv.transform.ObfuscationMaps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final List<Warning> damage = new ArrayList<>();

  private ProguardMaps() {}

  /**
   * Reads all maps.
   *
   * @throws dev.heapconv.model.HeapConvException if one cannot be read or names no class
   */
  public static ProguardMaps read(List<Source> sources) throws IOException {
    // Without R8 on the class path, this fails here and not at the first recording.
    Objects.requireNonNull(Retracer.class);
    ProguardMaps maps = new ProguardMaps();
    for (Source source : sources) {
      ProguardMap map = ProguardMap.read(source.file());
      maps.packages.computeIfAbsent(source.packageName(), unused -> new ArrayList<>()).add(map);
      Warning damage = map.damage();
      if (damage != null) {
        maps.damage.add(damage);
      }
    }
    return maps;
  }

  @Override
  public RecordedProfile apply(RecordedProfile recorded) {
    Set<Warning> warnings = new LinkedHashSet<>(damage);
    Set<String> all = new HashSet<>();
    Set<String> renamed = new HashSet<>();
    RecordedProfile named =
        FrameRenaming.apply(
            recorded,
            (name, line) -> {
              List<SourceLine> found = functions(name, line, warnings);
              if (isJava(line.function())) {
                (found == null ? all : renamed).add(line.function());
              }
              return found;
            });
    for (Warning warning : warnings) {
      named = named.withWarning(warning);
    }
    all.addAll(renamed);
    return Naming.counted(named, "maps", renamed.size(), all.size(), !warnings.isEmpty());
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

  private @Nullable List<SourceLine> functions(
      String packageName, SourceLine recorded, Set<Warning> warnings) {
    int dot = recorded.function().lastIndexOf('.');
    if (dot <= 0) {
      return null;
    }
    String obfuscatedClass = recorded.function().substring(0, dot);
    List<ProguardMap> ofPackage = packages.get(packageName);
    for (ProguardMap map : ofPackage == null ? packages.getOrDefault("", List.of()) : ofPackage) {
      int line = map.line(obfuscatedClass);
      if (line == 0) {
        continue;
      }
      RetracedClass found = map.retraced(obfuscatedClass).orElse(null);
      if (found != null) {
        return found.functions(recorded.function().substring(dot + 1), recorded);
      }
      warnings.add(Warning.of(ErrorId.BAD_MAP_CLASS, map.name(), line));
    }
    return null;
  }
}
