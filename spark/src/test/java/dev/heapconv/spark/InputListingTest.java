package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.batch.NameFilter;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputListingTest {

  @TempDir private Path folder;
  private InputListing listing;

  @BeforeEach
  void files() throws IOException {
    SparkHome.assumeSparkRunsHere();
    for (String name :
        List.of(
            "b.pftrace",
            "a/c.pftrace",
            "a/deep/d.heap",
            ".hidden",
            "_part",
            "a/_temporary/e",
            "f.pftrace._COPYING_",
            "tables/g.pftrace")) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    listing = listing(List.of(), List.of());
  }

  private InputListing listing(List<String> includes, List<String> excludes) {
    return new InputListing(
        new Configuration(false),
        new NameFilter(includes, excludes),
        new org.apache.hadoop.fs.Path("file:" + folder.resolve("tables")));
  }

  @Test
  void folderIsReadRecursivelyButNotWhatIsHidden() throws IOException {
    listing.add(folder.toString());
    assertThat(names()).containsExactly("_part", "a/c.pftrace", "a/deep/d.heap", "b.pftrace");
  }

  @Test
  void linksAreFollowedButNotInCircles() throws IOException {
    Files.createSymbolicLink(folder.resolve("a/deep/loop"), folder);
    Path elsewhere = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-other"));
    Files.writeString(elsewhere.resolve("f.pftrace"), "");
    Files.createSymbolicLink(folder.resolve("linked"), elsewhere);
    listing.add(folder.toString());
    assertThat(names())
        .containsExactly("_part", "a/c.pftrace", "a/deep/d.heap", "b.pftrace", "linked/f.pftrace");
    Files.delete(elsewhere.resolve("f.pftrace"));
    Files.delete(elsewhere);
  }

  @Test
  void globsSelectAsInABatch() throws IOException {
    listing = listing(List.of("*.pftrace", "_*"), List.of("b.*"));
    listing.add(folder.toString());
    assertThat(names()).containsExactly("_part", "a/c.pftrace");
    listing = listing(List.of(), List.of("a/deep", "_*"));
    listing.add(folder.toString());
    assertThat(names()).containsExactly("a/c.pftrace", "b.pftrace");
  }

  @Test
  void hiddenFileAndFolderAreReadIfNamed() throws IOException {
    listing.add(folder.resolve("_part").toString());
    listing.add(folder.resolve("a/_temporary").toUri().toString());
    assertThat(names()).containsExactly("_part", "a/_temporary/e");
  }

  @Test
  void globMatchesFilesAndFoldersThatAreNotHidden() throws IOException {
    listing.add(folder.resolve("{a,b*,_*}").toString());
    assertThat(names()).containsExactly("_part", "a/c.pftrace", "a/deep/d.heap", "b.pftrace");
  }

  @Test
  void nameIsTakenLiterallyIfThereIsSuchAFile() throws IOException {
    Files.writeString(folder.resolve("x[1].pftrace"), "");
    Files.writeString(folder.resolve("x1.pftrace"), "");
    listing.add(folder.resolve("x[1].pftrace").toString());
    assertThat(names()).containsExactly("x[1].pftrace");
  }

  @Test
  void namesWithColonsAreNoSchemes() throws IOException {
    for (String name : List.of("a/10:00.heap", "t-2026-11-22T10:00:00.pftrace")) {
      Files.writeString(folder.resolve(name), name);
    }
    listing.add(folder.toString());
    assertThat(names()).contains("a/10:00.heap", "t-2026-11-22T10:00:00.pftrace").hasSize(6);

    listing = listing(List.of(), List.of());
    listing.add(folder + "/[at]*/*:*");
    listing.add(folder + "/{a/deep,t-*}");
    assertThat(names())
        .containsExactly("a/10:00.heap", "a/deep/d.heap", "t-2026-11-22T10:00:00.pftrace");

    listing = listing(List.of(), List.of());
    Path here = Path.of("").toAbsolutePath();
    listing.add(here.relativize(folder) + "/a/10:00.heap");
    Path list = Files.write(folder.resolve("list.txt"), List.of("no-10:00.heap"));
    listing.addList(list.toString());
    listing.add("none:*");
    assertThat(names()).containsExactly("a/10:00.heap", "no-10:00.heap", "none:*");
    assertThat(content(listing.inputs().get(0))).isEqualTo("a/10:00.heap");
    for (FleetInput missing : listing.inputs().subList(1, 3)) {
      assertThat(LocalPaths.unknownToHadoop(missing.uri())).isNull();
      assertThatThrownBy(() -> source(missing).stat()).satisfies(InputListingTest::isMissing);
    }
  }

  @Test
  void namesThatAreNotTextAreUris() throws IOException {
    String bad = folder.toUri() + "bad%FF.pftrace";
    String inBad = folder.toUri() + "x%FE/in.heap";
    Files.createDirectory(Path.of(URI.create(folder.toUri() + "x%FE")));
    for (String uri : List.of(bad, inBad)) {
      Files.writeString(Path.of(URI.create(uri)), uri);
    }
    listing.add(folder.toString());
    assertThat(names()).contains(bad, inBad).hasSize(6);

    listing = listing(List.of("*.heap"), List.of());
    listing.add(folder.toString());
    assertThat(names()).containsExactly(inBad, "a/deep/d.heap");

    listing = listing(List.of(), List.of());
    listing.add(folder + "/bad*");
    assertThat(listing.inputs()).extracting(FleetInput::named).containsExactly(false);
    listing.add(bad);
    FleetInput input = listing.inputs().get(0);
    assertThat(names()).containsExactly(bad);
    assertThat(input.named()).isTrue();
    assertThat(content(input)).isEqualTo(bad);
    Files.delete(Path.of(URI.create(bad)));
    HadoopSource source = source(input);
    source.stat();
    assertThatThrownBy(source::stat).satisfies(InputListingTest::isMissing);
    assertThat(source.trouble()).isNull();
  }

  private static void isMissing(Throwable problem) {
    assertThat(problem)
        .isInstanceOfSatisfying(
            HeapConvException.class,
            known -> assertThat(known.id()).isEqualTo(ErrorId.NO_SUCH_FILE));
  }

  private static HadoopSource source(FleetInput input) {
    return new HadoopSource(input, new Configuration(false));
  }

  private static String content(FleetInput input) throws IOException {
    try (InputStream in = source(input).open()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void brokenLinkIsAnInputThatWillFail() throws IOException {
    Files.createSymbolicLink(folder.resolve("a/gone"), folder.resolve("nowhere"));
    listing.add(folder.resolve("a").toString());
    assertThat(listing.inputs()).contains(FleetInput.missing("file:" + folder + "/a/gone"));
  }

  @Test
  void listHoldsFilesAndFolders() throws IOException {
    Path list = folder.resolve("list.txt");
    Files.write(
        list,
        List.of(folder.resolve("b.pftrace").toString(), "", folder.resolve("a/deep").toString()));
    listing.addList(list.toString());
    assertThat(names()).containsExactly("a/deep/d.heap", "b.pftrace");
  }

  @Test
  void whatIsNotThereIsAnInputThatWillFail() throws IOException {
    Path list = Files.write(folder.resolve("list.txt"), List.of("/no/such/file"));
    listing.addList(list.toString());
    listing.add("/no/such/*.pftrace");
    assertThat(listing.inputs())
        .containsExactly(
            FleetInput.missing("/no/such/*.pftrace"), FleetInput.missing("/no/such/file"));
  }

  @Test
  void fileIsAnInputOnceHoweverItIsNamed() throws IOException {
    listing.add(folder.resolve("a").toString());
    listing.add(folder.resolve("a/c.pftrace").toUri().toString());
    listing.add(folder.resolve("a/*").toString());
    assertThat(names()).containsExactly("a/c.pftrace", "a/deep/d.heap");
  }

  @Test
  void inputHasItsSizeAndTime() throws IOException {
    Path file = folder.resolve("b.pftrace");
    listing.add(file.toString());
    assertThat(listing.inputs())
        .containsExactly(
            new FleetInput(
                "file:" + file,
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis(),
                true,
                null,
                null));
    assertThat(FleetInput.of(listing.inputs().get(0).toRow())).isEqualTo(listing.inputs().get(0));
  }

  /** The names of what was found, below the folder of the test. */
  private List<String> names() {
    String root = "file:" + folder + "/";
    return listing.inputs().stream().map(input -> input.uri().replace(root, "")).toList();
  }
}
