package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.SourceLine;
import dev.heapconv.testing.Cases;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolCacheTest {

  private static final List<SourceLine> LINES =
      List.of(new SourceLine("inlined", "a.h", 7), new SourceLine("größer\n", "", 0));

  @TempDir private Path folder;

  @Test
  void knowsInTheNextRunWhatItWasTold() throws IOException {
    SymbolFile file = file("ab12", "symbols");
    save(file, "1", 1, LINES);
    save(file, "1", 2, List.of());
    KnownNames known = cache("1").of(file);
    assertThat(known.get(1)).isEqualTo(LINES);
    assertThat(known.get(2)).isEmpty();
    assertThat(known.get(3)).isNull();
  }

  @Test
  void otherFilesAndNamersAreAskedAgain() throws IOException {
    save(file("ab12", "symbols"), "1", 1, LINES);
    assertThat(cache("2").of(file("ab12", "symbols")).get(1)).isNull();
    assertThat(cache("1").of(file("ab12", "better symbols")).get(1)).isNull();
    assertThat(cache("1").of(file("ab13", "symbols")).get(1)).isNull();
    assertThat(cache("1").of(file("ab12", "symbols")).get(1)).isEqualTo(LINES);
  }

  @Test
  void withoutABuildIdNothingIsKept() throws IOException {
    save(file("", "symbols"), "1", 1, LINES);
    assertThat(folder.resolve("cache")).doesNotExist();
  }

  @Test
  void whatOnlyFailedIsNotKept() throws IOException {
    SymbolFile file = file("ab12", "symbols");
    SymbolCache cache = cache("1");
    cache.of(file).put(1, LINES);
    cache.of(file).putMakeshift(2, LINES);
    assertThat(cache.of(file).get(2)).isEqualTo(LINES);
    cache.close();
    assertThat(cache("1").of(file).get(2)).isNull();
  }

  /** Each process has a cache of its own over the same folder. */
  @Test
  void processesAddToWhatOthersSaved() throws IOException {
    SymbolFile file = file("ab12", "symbols");
    SymbolCache one = cache("1");
    SymbolCache other = cache("1");
    one.of(file).put(1, LINES);
    other.of(file).put(2, LINES);
    one.close();
    other.close();
    assertThat(cache("1").of(file).get(1)).isEqualTo(LINES);
    assertThat(cache("1").of(file).get(2)).isEqualTo(LINES);
  }

  @Test
  void damagedFilesAreIgnoredAndReplaced() throws IOException {
    SymbolFile file = file("ab12", "symbols");
    save(file, "1", 1, LINES);
    Path saved = TestData.list(folder.resolve("cache"), "").get(0);
    byte[] whole = Files.readAllBytes(saved);
    Cases.forAll(
        300,
        values -> {
          byte[] damaged = whole.clone();
          int at = values.between(0, whole.length - 1);
          damaged[at] ^= (byte) values.between(1, 255);
          Files.write(saved, damaged);
          assertThat(cache("1").of(file).get(1)).isNull();
          Files.write(saved, Arrays.copyOf(whole, at));
          assertThat(cache("1").of(file).get(1)).isNull();
        });
    save(file, "1", 1, LINES);
    assertThat(cache("1").of(file).get(1)).isEqualTo(LINES);
  }

  @Test
  void whatWasNotUsedForLongestIsDeleted() throws IOException {
    for (String id : List.of("aa", "bb", "cc")) {
      save(file(id, "symbols"), "1", 1, LINES);
    }
    for (Path saved : TestData.list(folder.resolve("cache"), "")) {
      Files.setLastModifiedTime(saved, FileTime.fromMillis(1000));
    }
    cache("1").of(file("bb", "symbols"));
    long size = Files.size(TestData.list(folder.resolve("cache"), "").get(0));
    new SymbolCache(folder.resolve("cache"), "1", size).close();
    assertThat(cache("1").of(file("aa", "symbols")).get(1)).isNull();
    assertThat(cache("1").of(file("bb", "symbols")).get(1)).isEqualTo(LINES);
    assertThat(cache("1").of(file("cc", "symbols")).get(1)).isNull();
  }

  @Test
  void aFolderThatCannotBeWrittenCostsNothing() throws IOException {
    Files.writeString(folder.resolve("cache"), "a file");
    SymbolFile file = file("ab12", "symbols");
    SymbolCache cache = cache("1");
    cache.of(file).put(1, LINES);
    cache.close();
    assertThat(cache.of(file).get(1)).isEqualTo(LINES);
  }

  private SymbolCache cache(String namer) {
    return new SymbolCache(folder.resolve("cache"), namer);
  }

  private void save(SymbolFile file, String namer, long address, List<SourceLine> lines)
      throws IOException {
    SymbolCache cache = cache(namer);
    cache.of(file).put(address, lines);
    cache.close();
  }

  private SymbolFile file(String buildId, String contents) throws IOException {
    Path path = Files.writeString(folder.resolve("prog"), contents);
    return new SymbolFile(path, path.toString(), SymbolFile.Format.ELF, buildId);
  }
}
