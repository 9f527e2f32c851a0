package dev.heapconv.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar for {@code spark-submit} meets nothing of Spark's under one name. */
class JarIT {

  private static final Pattern LISTED = Pattern.compile("(?m)^(\\S+) \\d\\S*, ");

  @Test
  void everyClassHasANameOfOurOwn() throws IOException {
    try (JarFile jar = jar()) {
      assertThat(entries(jar))
          .contains("dev/heapconv/spark/FleetJob.class", "dev/heapconv/HeapConv.class")
          .contains("dev/heapconv/spark/shaded/picocli/CommandLine.class")
          .filteredOn(entry -> !entry.endsWith("/"))
          .allMatch(entry -> entry.startsWith("dev/heapconv/") || entry.startsWith("META-INF/"))
          .noneMatch(entry -> entry.startsWith("META-INF/services/"));
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo(FleetJob.class.getName());
    }
  }

  /** Besides Java: what Spark brings along, and what only compilers read. */
  @Test
  void itAsksForNothingElseThanSparkHas() throws IOException {
    try (JarFile jar = jar()) {
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.heapconv..",
              "java..",
              "javax..",
              "com.sun.management",
              "sun.misc",
              "scala..",
              "org.apache.hadoop..",
              "org.apache.spark..",
              "com.github.luben.zstd",
              "org.duckdb..",
              "org.jspecify.annotations")
          .check(new ClassFileImporter().importJar(jar));
    }
  }

  @Test
  void everyLibraryHasItsLicence() throws IOException {
    try (JarFile jar = jar()) {
      Set<String> libraries =
          LISTED
              .matcher(text(jar, "META-INF/THIRD-PARTY.txt"))
              .results()
              .map(line -> line.group(1))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(libraries).contains("fastutil-core", "picocli", "protobuf-java", "xz");
      Set<String> licences =
          entries(jar).stream()
              .filter(entry -> entry.matches("META-INF/licenses/[^/]+/LICENSE[^/]*"))
              .map(entry -> entry.split("/")[2])
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(licences).isEqualTo(libraries);
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/NOTICE")).contains("heapconv");
    }
  }

  private static JarFile jar() throws IOException {
    return new JarFile("target/heapconv-spark.jar");
  }

  private static Set<String> entries(JarFile jar) {
    return jar.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(JarFile jar, String entry) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
