package dev.heapconv.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.heapconv.HeapConv;
import dev.heapconv.testing.PackageTable;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the code to the table of packages in docs/dev/ARCHITECTURE.md, exactly. */
class ArchitectureTest {

  private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\n])*\"");

  private static final String ROOT = PackageTable.ROOT;

  /** Lower it when a type leaves the exported packages. */
  private static final int MAX_EXPORTED_TYPES = 93;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/dev/heapconv/testing/"))
          .withImportOption(location -> !location.contains("/dev/heapconv/browser/"))
          .withImportOption(location -> !location.contains("/dev/heapconv/proto/"))
          .importPackages(ROOT);

  @Test
  void packagesDependOnEachOtherAsDocumentedAndNotOtherwise() {
    Map<String, Set<String>> documented = PackageTable.documented();
    // No class path but its own has Spark, so it has such a test, too.
    assertThat(documented.remove("spark")).isNotNull();
    List<String> rows = new ArrayList<>();
    PackageTable.of(CLASSES)
        .forEach(
            (name, uses) -> {
              if (!uses.equals(documented.remove(name))) {
                rows.add("| `" + name + "` | ... | `" + String.join("` `", uses) + "` |");
              }
            });
    assertThat(rows).as("rows that docs/dev/ARCHITECTURE.md should have").isEmpty();
    assertThat(documented.keySet()).as("its rows of packages that are gone").isEmpty();
  }

  /** So packages can be read, and changed, one after another. */
  @Test
  void noPackageUsesItselfThroughOthers() {
    Map<String, Set<String>> uses = new TreeMap<>(PackageTable.of(CLASSES));
    // What uses none that is left is on no circle.
    while (uses.values().removeIf(used -> Collections.disjoint(used, uses.keySet()))) {}
    assertThat(uses).isEmpty();
  }

  /**
   * What an output says are the words and numbers of answers, and {@code Samples} rounds for all of
   * them. Only a trace with names has a recording's names beside them.
   */
  @Test
  void outputsEstimateAndRoundNothingThemselves() {
    Set<String> allowed = Set.of("io", "model", "query", "show", "unskew", "writer");
    Map<String, Set<String>> uses = new TreeMap<>(PackageTable.of(CLASSES));
    uses.keySet().removeIf(name -> !name.startsWith("writer."));
    assertThat(uses.remove("writer.perfetto")).contains("naming");
    assertThat(uses).isNotEmpty();
    uses.forEach((name, used) -> assertThat(allowed).as(name).containsAll(used));
  }

  /** A reader says what was recorded; the room estimate alone makes estimates of it. */
  @Test
  void readersEstimateNothing() {
    Set<String> allowed =
        Set.of("columns", "input", "io", "model", "proto", "reader", "unskew", "unskew.samples");
    Map<String, Set<String>> uses = new TreeMap<>(PackageTable.of(CLASSES));
    uses.keySet().removeIf(name -> !name.startsWith("reader."));
    // It reads the names that a trace has, and keeps what all dumps tell of a stack.
    uses.get("reader.perfetto").removeAll(Set.of("naming", "unskew.sizes"));
    // Both formats have the columns of pprof.
    uses.get("reader.otlp").remove("reader.pprof");
    uses.forEach((name, used) -> assertThat(allowed).as(name).containsAll(used));
  }

  @Test
  void noTwoPublicTypesShareAName() {
    Map<String, List<JavaClass>> byName =
        CLASSES.stream()
            .filter(type -> type.isTopLevelClass() && isPublic(type))
            .collect(Collectors.groupingBy(JavaClass::getSimpleName));
    byName.values().removeIf(types -> types.size() == 1);
    assertThat(byName).isEmpty();
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC);
  }

  @Test
  void unskewingKnowsNumbersOnly() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".unskew..")
        // It reads a resource.
        .and()
        .haveSimpleNameNotContaining("SizeLibrary")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".unskew..",
            "java.lang..",
            "java.util..",
            "it.unimi.dsi.fastutil..",
            "org.apache.commons.statistics..",
            "org.jspecify.annotations..")
        .check(CLASSES);
  }

  /** Who runs the program decides about its end, its threads and its memory. */
  @Test
  void theLibraryHasNoHooksAndAsksNothingOfItsSurroundings() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Runtime.class, ForkJoinPool.class, CompletableFuture.class, ServiceLoader.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli..")
        .should()
        .callMethodWhere(
            target(nameMatching("parallel|parallelStream|getenv|getProperty|parallelSort")))
        .check(CLASSES);
  }

  @Test
  void recordsHoldNothingThatCanChange() {
    for (JavaClass type : CLASSES) {
      if (type.isRecord() && !PackageTable.name(type).equals("cli")) {
        for (JavaField field : type.getFields()) {
          JavaClass held = field.getRawType();
          assertThat(held.isArray()).as(field.getFullName()).isFalse();
          assertThat(held.isAssignableTo(AutoCloseable.class)).as(field.getFullName()).isFalse();
        }
      }
    }
  }

  /**
   * HeapId, Process and Recordings of the model say which heap and which process it is. A record
   * with a pid of its own, or a package's version, would be another rule for that.
   */
  @Test
  void onlyTheModelKnowsWhatTellsHeapsApart() throws IOException {
    Set<String> told = Set.of("pid", "packageVersion", "processName");
    Set<String> records = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (type.isRecord() && !PackageTable.name(type).equals("model")) {
        List<String> components =
            type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(JavaField::getName)
                .toList();
        boolean isPair =
            !Collections.disjoint(components, Set.of("process", "program"))
                && components.contains("heap");
        if (isPair || !Collections.disjoint(components, told)) {
          records.add(type.getSimpleName());
        }
      }
    }
    assertThat(records)
        .containsExactly(
            // What the first line of a log says.
            "LogHeader",
            // What OTLP calls a resource, which has more than a process.
            "OtlpSeries",
            // What the labels of each sample say, before there are heaps.
            "PprofHeap",
            // A heap of any process of a program, for each version of its package.
            "TableHeap",
            // A thread.
            "Task");
    assertThat(sources("List\\.(?:<\\w+>)?of\\([^;{]*?\\b(pid|process|program)(\\(\\))?\\s*[,)]"))
        .containsExactly(
            // The names of frames.
            "HeapRoots.java",
            // Likewise, of a resource.
            "OtlpImport.java");
  }

  /** The files outside of the model in whose code, apart from texts, an expression is found. */
  private static Set<String> sources(String expression) throws IOException {
    Pattern pattern = Pattern.compile(expression);
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(TestData.root())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String path = file.toString().replace('\\', '/');
        if (path.contains("/src/main/java/")
            && path.endsWith(".java")
            && !path.contains("/heapconv/model/")
            && pattern.matcher(TEXT.matcher(Files.readString(file)).replaceAll("\"\"")).find()) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  @Test
  void nothingStaticCanChange() throws IllegalAccessException {
    for (JavaClass type : CLASSES) {
      for (JavaField field : type.getFields()) {
        if (!field.getModifiers().contains(JavaModifier.STATIC)
            || PackageTable.name(type).equals("proto")) {
          continue;
        }
        assertThat(field.getModifiers()).as(field.getFullName()).contains(JavaModifier.FINAL);
        Field reflected = field.reflect();
        reflected.setAccessible(true);
        Object value = reflected.get(null);
        if (value instanceof Map || value instanceof Collection) {
          assertThat(value.getClass().getName())
              .as(field.getFullName())
              .matches(".*(Immutable|Unmodifiable).*");
        }
      }
    }
  }

  /** What other programs see of the library: the public types of the packages it exports. */
  @Test
  void theLibraryShowsFewTypes() throws URISyntaxException {
    Path library =
        Path.of(HeapConv.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> exported =
        ModuleFinder.of(library).findAll().iterator().next().descriptor().exports().stream()
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    long types =
        CLASSES.stream()
            .filter(type -> type.isTopLevelClass() && exported.contains(type.getPackageName()))
            .filter(ArchitectureTest::isPublic)
            .count();
    assertThat(types).isLessThanOrEqualTo(MAX_EXPORTED_TYPES);
  }

  /** A difference of recordings starts without the classes that ask tables, and without DuckDB. */
  @Test
  void recordingsAreComparedWithoutWhatAsksTables() {
    noClasses()
        .that()
        .haveSimpleName("DiffCommand")
        .or()
        .haveSimpleName("TableName")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".fleet..", "org.duckdb..")
        .check(CLASSES);
  }

  /** Reading them would take a quarter of a short conversion. */
  @Test
  void optionsAreDeclaredWithoutAnnotations() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".cli..")
        .should()
        .dependOnClassesThat(
            describe(
                "are annotations of picocli",
                type -> type.getPackageName().equals("picocli") && type.reflect().isAnnotation()))
        .check(CLASSES);
  }

  @Test
  void theLibraryNeverTalksToATerminalOrEndsTheProgram() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli..")
        .should(ACCESS_STANDARD_STREAMS)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..")
        .check(CLASSES);
  }
}
