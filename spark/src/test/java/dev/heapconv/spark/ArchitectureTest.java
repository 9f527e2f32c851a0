package dev.heapconv.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.heapconv.testing.PackageTable;
import org.junit.jupiter.api.Test;

/** Holds the module to its row of the table of packages in docs/dev/ARCHITECTURE.md, exactly. */
class ArchitectureTest {

  private static final JavaClasses CLASSES = classesOfTheJob();

  /** Names are enough: of what they depend on, nothing is read from the jars of Spark. */
  private static JavaClasses classesOfTheJob() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .importUrl(FleetJob.class.getProtectionDomain().getCodeSource().getLocation());
  }

  @Test
  void itUsesThePackagesInItsRowAndNoOthers() {
    assertThat(PackageTable.of(CLASSES))
        .containsOnlyKeys("spark")
        .containsEntry("spark", PackageTable.documented().get("spark"));
  }

  @Test
  void itUsesOfSparkWhatIsPublishedForPrograms() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            PackageTable.ROOT + "..",
            "java..",
            "org.apache.hadoop.conf",
            "org.apache.hadoop.fs",
            "org.apache.spark",
            "org.apache.spark.api.java..",
            "org.apache.spark.sql",
            "org.apache.spark.util",
            "org.jspecify.annotations",
            "scala..")
        .check(CLASSES);
  }
}
