package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileNamesTest extends CommandLineFixture {

  private static List<String> list(String bytes) throws IOException {
    return FileNames.readList(
        new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void listsEndNamesWithNewlinesOrNulCharacters() throws IOException {
    assertThat(list("a b\n\nc")).containsExactly("a b", "c");
    assertThat(list("a\nb\0c\0")).containsExactly("a\nb", "c");
    assertThat(list("a\n\nb\n\0\0c\nd")).containsExactly("a\n\nb\n", "c\nd");
    assertThat(list("a\0")).containsExactly("a");
    assertThat(list("")).isEmpty();
  }

  /** As from /dev/zero: memory and time would end before it does. */
  @Test
  void whatIsNoListEndsAtTheFirstNameThatNoSystemHas() {
    for (int same : new int[] {0, 'x'}) {
      InputStream endless =
          new InputStream() {
            @Override
            public int read() {
              return same;
            }
          };
      assertThatThrownBy(() -> FileNames.readList(endless))
          .hasMessage("line 1 is longer than the limit of 262144 bytes");
    }
  }

  /** Names with newlines are as long as others may be. */
  @Test
  void aNameEndsAtItsNulCharacterWhereverItsNewlinesAre() throws IOException {
    String line = "x".repeat(1023) + "\n";
    String longest = line.repeat(256);
    assertThat(list(longest + "\0b\0")).containsExactly(longest, "b");
    assertThatThrownBy(() -> list(longest + "y\0b\0"))
        .hasMessage("line 1 is longer than the limit of 262144 bytes");
    assertThat(list(longest + "y\n")).hasSize(257);
  }

  @Test
  void namesThatAreNotTextBecomeUris() throws IOException {
    assertThat(list("/x y/bad\u00ff+!")).containsExactly("file:///x%20y/bad%FF%2B%21");
    assertThat(list("bad\u00ff")).containsExactly(Path.of("").toUri() + "bad%FF");
  }

  @Test
  void namesThatLostTheirBytesAreRefused() {
    assertThatThrownBy(() -> FileNames.path("bad\ufffd")).hasMessageContaining("not a valid file");
    assertThatThrownBy(() -> FileNames.path("bad\0")).hasMessageContaining("not a valid file name");
  }

  @Test
  void anInputMayBeAUri() throws IOException {
    String uri = folder.toUri() + "bad%FF.pftrace";
    Files.write(Path.of(URI.create(uri)), BatchTraces.small(1));
    assertThat(run("info", uri).out()).startsWith(uri + ":");
    assertThat(run("info", "file:///no such").err()).contains("not a valid file name");
  }
}
