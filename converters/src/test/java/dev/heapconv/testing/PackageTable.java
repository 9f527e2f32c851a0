package dev.heapconv.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which package uses which: by the table in docs/dev/ARCHITECTURE.md, and by the code. */
public final class PackageTable {

  /** The package that the names in the table are relative to. */
  public static final String ROOT = "dev.heapconv";

  private static final Pattern ROW = Pattern.compile("\\| `([\\w.]+)` \\|[^|]*\\|([^|]*)\\|");
  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  private PackageTable() {}

  /** What the document says, by the name of the package. */
  public static Map<String, Set<String>> documented() {
    Map<String, Set<String>> table = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(TestData.root().resolve("docs/dev/ARCHITECTURE.md"))) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
          Set<String> uses = new TreeSet<>();
          NAME.matcher(row.group(2)).results().forEach(name -> uses.add(name.group(1)));
          table.put(row.group(1), uses);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  /** What classes say, by the name of the package. */
  public static Map<String, Set<String>> of(Iterable<JavaClass> classes) {
    Map<String, Set<String>> table = new TreeMap<>();
    for (JavaClass type : classes) {
      String from = name(type);
      Set<String> used = table.computeIfAbsent(from, unused -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String to = name(target);
        if (target.getPackageName().startsWith(ROOT) && !to.equals(from)) {
          used.add(to);
        }
      }
    }
    return table;
  }

  /** Name of a class's package below the root, as the table has it. */
  public static String name(JavaClass type) {
    String name = type.getPackageName();
    if (name.startsWith(ROOT + ".proto")) {
      return "proto";
    }
    return name.equals(ROOT) || !name.startsWith(ROOT) ? name : name.substring(ROOT.length() + 1);
  }
}
