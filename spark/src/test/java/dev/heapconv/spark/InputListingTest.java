package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.batch.NameFilter;
import java.io.IOException;
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
