package dev.heapconv.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.io.PathNames;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.Values;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each input has an output of its own. */
@DisabledOnOs(OS.WINDOWS)
class OutputNamesTest {

  private static final String EXTENSION = ".pb.gz";

  /** What a file system allows for a name, less the extension of a temporary file. */
  private static final int MOST_BYTES = 255 - 20;

  /** Parts of URIs, because names may have bytes that are not text. */
  private static final List<String> NAMES =
      List.of(
          "a",
          "A",
          "b",
          "%5C",
          "a%5Cb",
          "foo",
          "foo.pb.gz",
          "foo.pb.gz-0749f7b42b6c",
          "-x",
          "_x",
          "%FF",
          "%FE",
          "%25FF",
          "%C3%BC",
          "a%20b",
          "a_b",
          "foo.zip",
          "foo.zip.members",
          "manifest.jsonl",
          "x".repeat(235),
          "x".repeat(234) + "y");

  private @TempDir Path folder;

  @Test
  @Tag("slow")
  void noTwoInputsShareAnOutput() {
    Cases.forAll(
        Effort.of(40, 300),
        values -> {
          Path root = Files.createTempDirectory(folder, "tree");
          List<Path> roots = new ArrayList<>();
          for (int i = values.between(1, 3); i > 0; i--) {
            roots.add(Files.createDirectories(root.resolve(i == 1 ? "in" : i + "/in")));
          }
          for (int i = values.between(1, 40); i > 0; i--) {
            addFile(roots.get(values.random().nextInt(roots.size())), values.random());
          }
          check(values, root, roots);
        });
  }

  private static void addFile(Path root, SplittableRandom random) throws Exception {
    StringBuilder uri = new StringBuilder(root.toUri().toString());
    for (int depth = random.nextInt(4); depth > 0; depth--) {
      uri.append(NAMES.get(random.nextInt(NAMES.size()))).append('/');
    }
    Path file = Path.of(URI.create(uri + NAMES.get(random.nextInt(NAMES.size()))));
    for (Path parent = file; !parent.equals(root); parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return;
      }
    }
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
  }

  private static void check(Values values, Path root, List<Path> roots) throws Exception {
    List<String> arguments = new ArrayList<>();
    for (Path one : roots) {
      // Outputs mirror paths without "..".
      arguments.add(values.random().nextBoolean() ? one.toString() : one + "/../in");
    }
    OutputNames names = new OutputNames(EXTENSION);
    names.add("manifest.jsonl", "");
    Set<String> inputs = new HashSet<>();
    Set<String> outputs = new HashSet<>();
    Path out = Files.createDirectory(root.resolve("out"));
    for (BatchInput input : InputFinder.find(arguments, out)) {
      assertThat(inputs.add(input.name())).as(input.name()).isTrue();
      assertThat(PathNames.path(input.name())).isEqualTo(input.path());
      String stem = names.claim(input.stem(), input.name());
      assertThat(names.claim(input.stem(), input.name())).as("again").isEqualTo(stem);
      addOutput(stem, outputs);
      for (String member : List.of("m", "M", "../m", "a/b", "a\\b", "m.pb.gz/x")) {
        addOutput(
            names.claim(OutputNames.memberStem(stem, member), input.name() + "!" + member),
            outputs);
      }
    }
    assertThat(inputs).isNotEmpty();
    for (String output : outputs) {
      for (int end = output.lastIndexOf('/'); end > 0; end = output.lastIndexOf('/', end - 1)) {
        assertThat(outputs).doesNotContain(output.substring(0, end));
      }
    }
  }

  private static void addOutput(String stem, Set<String> outputs) {
    String output = stem + EXTENSION;
    assertThat(outputs.add(output.toLowerCase(Locale.ROOT))).as(output).isTrue();
    for (String name : output.split("/")) {
      assertThat(name).hasSizeLessThanOrEqualTo(MOST_BYTES).matches("[A-Za-z0-9_][A-Za-z0-9._-]*");
    }
  }

  @Test
  void partsOfPathsThatOutputsLackAreToldApart() {
    OutputNames names = new OutputNames(EXTENSION);
    Set<String> stems = new HashSet<>();
    for (String path : List.of("../traces/x", "traces/x", "/traces/x", "./traces/x")) {
      assertThat(stems.add(names.claim(OutputNames.stem(Path.of(path)), path))).isTrue();
    }
    assertThat(stems).allMatch(stem -> stem.startsWith("traces/x"));
  }

  @Test
  void deepPathsAreCut() {
    OutputNames names = new OutputNames(EXTENSION);
    String deep = "+/".repeat(1000);
    String one = names.claim(OutputNames.stem(Path.of("a/" + deep + "x.pftrace")), "1");
    String two = names.claim(OutputNames.stem(Path.of("a/" + deep + "u/x.pftrace")), "2");
    assertThat(one).startsWith("a/").endsWith("/x.pftrace").hasSizeLessThan(600).isNotEqualTo(two);
  }

  @Test
  void aFolderNamedLikeAnOutputIsNoOutputsPlace() {
    OutputNames names = new OutputNames(EXTENSION);
    assertThat(names.claim(OutputNames.stem(Path.of("x")), "1")).isEqualTo("x");
    assertThat(names.claim(OutputNames.stem(Path.of("x.pb.gz/y.json")), "2"))
        .matches("x\\.pb\\.gz-[0-9a-f]{12}/y\\.json");
  }

  @Test
  void outputsOfEarlierBatchesKeepTheirInputs() {
    OutputNames names = new OutputNames(EXTENSION);
    names.add("x.pftrace.pb.gz", "week1/x.pftrace");
    assertThat(names.claim("x.pftrace", "week2/x.pftrace")).startsWith("x.pftrace-");
    assertThat(names.claim("x.pftrace", "week1/x.pftrace")).isEqualTo("x.pftrace");
  }
}
