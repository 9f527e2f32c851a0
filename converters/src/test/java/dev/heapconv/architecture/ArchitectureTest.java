package dev.heapconv.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of docs/ARCHITECTURE.md about what may depend on what. */
class ArchitectureTest {

  private static final String ROOT = "dev.heapconv";

  /** Packages that are no format; every other one below the root is. */
  private static final List<String> SHARED =
      List.of("model", "input", "output", "unskew", "transform", "demangle", "proto");

  /** What works through the front door on many inputs at once, and so stands above the formats. */
  private static final String ENGINE = "batch";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  private static List<String> formats() {
    List<String> formats = new ArrayList<>();
    CLASSES.forEach(
        type -> {
          String name = type.getPackageName();
          if (name.startsWith(ROOT + ".")) {
            String part = name.substring(ROOT.length() + 1).split("\\.")[0];
            if (!SHARED.contains(part) && !part.equals(ENGINE) && !formats.contains(part)) {
              formats.add(part);
            }
          }
        });
    return formats;
  }

  private static String in(String part) {
    return ROOT + "." + part + "..";
  }

  @Test
  void formatsDoNotDependOnOneAnother() {
    List<String> formats = formats();
    assertThat(formats).contains("perfetto", "pprof");
    for (String format : formats) {
      String[] others =
          formats.stream()
              .filter(other -> !other.equals(format))
              .map(ArchitectureTest::in)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(in(format))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(CLASSES);
    }
  }

  @Test
  void onlyTheFrontDoorKnowsTheFormats() {
    String[] formats = formats().stream().map(ArchitectureTest::in).toArray(String[]::new);
    String[] shared = SHARED.stream().map(ArchitectureTest::in).toArray(String[]::new);
    noClasses()
        .that()
        .resideInAnyPackage(shared)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(formats)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT, in(ENGINE))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT)
        .check(CLASSES);
  }

  @Test
  void unskewingKnowsNumbersOnly() {
    classes()
        .that()
        .resideInAPackage(in("unskew"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(in("unskew"), "java..", "org.apache.commons.statistics..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(in("unskew"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..")
        .check(CLASSES);
  }

  @Test
  void demanglingKnowsNamesOnly() {
    classes()
        .that()
        .resideInAPackage(in("demangle"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(in("demangle"), "java..")
        .check(CLASSES);
  }

  @Test
  void theModelKnowsNoFormatAndNoWork() {
    noClasses()
        .that()
        .resideInAPackage(in("model"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            in("input"), in("output"), in("transform"), in("proto"), "com.google.protobuf..")
        .check(CLASSES);
  }

  @Test
  void theLibraryNeverTalksToATerminalOrEndsTheProgram() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(CLASSES);
    noClasses().should().callMethod(System.class, "exit", int.class).check(CLASSES);
    noClasses().should().dependOnClassesThat().resideInAnyPackage("picocli..").check(CLASSES);
  }
}
