package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The program jar carries the licence of every library that it contains or needs. */
class LicensesIT {

  private static final Path BUILD = Path.of("target");
  private static final Path PROGRAM =
      BUILD.resolve("heapconv-cli-" + Version.number() + "-program.jar");
  private static final Pattern LIBRARY = Pattern.compile("/([^/]+?)-(\\d[^/]*)\\.jar!/");

  private record Library(String name, String version) {}

  @Test
  void listIsTheOneOfThePoms() throws IOException {
    // To update the list after a change of dependencies, copy the file from target.
    assertThat(text("META-INF/THIRD-PARTY.txt"))
        .isEqualToNormalizingNewlines(Files.readString(BUILD.resolve("THIRD-PARTY.txt")));
  }

  @Test
  void everyLibraryHasItsLicenceAndIsListed() throws IOException {
    Set<String> entries = entries();
    String list = text("META-INF/THIRD-PARTY.txt");
    Set<Library> libraries = new TreeSet<>(Comparator.comparing(Library::name));
    for (String entry : entries) {
      if (!entry.startsWith("dev/heapconv/") && entry.endsWith(".class")) {
        libraries.add(origin(entry));
      }
    }
    assertThat(libraries).extracting(Library::name).contains("picocli", "protobuf-java");
    for (Library library : libraries) {
      assertThat(list).contains("\n" + library.name() + " " + library.version() + ", ");
      assertThat(entries)
          .as("licence of " + library.name())
          .anyMatch(entry -> entry.startsWith("META-INF/licenses/" + library.name() + "/LICENSE"));
    }
  }

  @Test
  void ownLicenceAndNoticeAreThere() throws IOException {
    for (String name : new String[] {"LICENSE", "NOTICE"}) {
      assertThat(text("META-INF/" + name))
          .isEqualToNormalizingNewlines(Files.readString(TestData.root().resolve(name)));
    }
  }

  /** The library of the class path that an entry of the program jar comes from. */
  private static Library origin(String entry) {
    // The build makes classes of lambdas.
    String written = entry.replaceFirst("\\$\\$Lambda\\d+", "");
    URL url = LicensesIT.class.getClassLoader().getResource(written);
    Matcher matcher = LIBRARY.matcher(Objects.requireNonNull(url, entry).toString());
    assertThat(matcher.find()).as(url.toString()).isTrue();
    return new Library(matcher.group(1), matcher.group(2));
  }

  private static Set<String> entries() throws IOException {
    try (JarFile jar = new JarFile(PROGRAM.toFile())) {
      return jar.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String text(String entry) throws IOException {
    try (JarFile jar = new JarFile(PROGRAM.toFile())) {
      ZipEntry found = jar.getEntry(entry);
      assertThat(found).as(entry).isNotNull();
      return new String(jar.getInputStream(found).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
