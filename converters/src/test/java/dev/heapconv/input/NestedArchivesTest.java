package dev.heapconv.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives in archives. */
class NestedArchivesTest {

  private static final byte[] TRACE = TestData.recordingBytes("overrun");
  private static final byte[] OTHER = TestData.recordingBytes("names");
  private static final byte[] SYMBOLS = {0x0a, 3, (byte) 0xea, 3, 0};

  @TempDir private Path folder;

  private static List<String> sources(byte[] archive) throws IOException {
    return names(HeapConv.readAll(Conversions.source(archive), ReadOptions.DEFAULT));
  }

  private static List<String> names(List<RecordedProfile> recordings) {
    return recordings.stream().map(recording -> recording.capture().source()).toList();
  }

  private List<String> sources(byte[] archive, String member) throws IOException {
    Path file = Files.write(folder.resolve("x.zip"), archive);
    return names(HeapConv.readAll(InputSource.parse(file + member), ReadOptions.DEFAULT)).stream()
        .map(source -> source.substring(folder.toString().length() + 1))
        .toList();
  }

  @Test
  void theyAreReadUnderTheirPaths() throws IOException {
    byte[] tar = Containers.gzip(Containers.tar("b", OTHER));
    byte[] inner = Containers.zip("dir/a", TRACE, "b.tgz", tar);
    for (byte[] outer : List.of(Containers.zip("i.zip", inner), Containers.tar("i.zip", inner))) {
      assertThat(sources(outer)).containsExactly("input!i.zip!dir/a", "input!i.zip!b.tgz!b");
      List<String> listed = new ArrayList<>();
      Conversions.source(outer)
          .forEachMember(Limits.DEFAULT, (member, input) -> listed.add(member));
      assertThat(listed).containsExactly("i.zip!dir/a", "i.zip!b.tgz!b");
    }
  }

  @Test
  void oneOfTheirMembersCanBeChosen() throws IOException {
    byte[] inner = Containers.zip("a!", TRACE, "b.tar", Containers.tar("c", OTHER));
    byte[] outer = Containers.zip("i.zip", inner, "d", TRACE);
    assertThat(sources(outer, "!i.zip!a!")).containsExactly("x.zip!i.zip!a!");
    assertThat(sources(outer, "!i.zip!b.tar!c")).containsExactly("x.zip!i.zip!b.tar!c");
    assertThat(sources(outer, "!i.zip")).hasSize(2);
    assertThat(sources(outer, "!d")).containsExactly("x.zip!d");
    assertThatThrownBy(() -> sources(outer, "!i.zip!x")).hasMessageContaining("no member x");
    assertThatThrownBy(() -> sources(outer, "!d!x")).hasMessageContaining("not a zip or tar");
  }

  @Test
  void moreThanThreeAreAWarningOrAnError() throws IOException {
    byte[] three = TRACE;
    for (int i = 0; i < Archive.MAX_ARCHIVES; i++) {
      three = Containers.zip("a", three);
    }
    assertThat(sources(three)).containsExactly("input!a!a!a");
    byte[] four = Containers.zip("a", three);
    assertThatThrownBy(() -> sources(four))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.NESTED_TOO_DEEP));
    RecordedProfile read = Conversions.read(Containers.zip("x", three, "t", TRACE));
    assertThat(Conversions.warningIds(read)).contains(ErrorId.UNREAD_MEMBERS);
  }

  @Test
  void oneWithoutAProfileIsNoProblem() throws IOException {
    byte[] text = "nothing\n".getBytes(StandardCharsets.UTF_8);
    byte[] zip = Containers.zip("app.apk", Containers.zip("x", text), "t", TRACE);
    assertThat(Conversions.warningIds(Conversions.read(zip)))
        .isEqualTo(Conversions.warningIds(Conversions.read(TRACE)));
    assertThatThrownBy(
            () -> sources(Containers.zip("a", text, "i.zip", Containers.zip("b", text, "c", text))))
        .hasMessageContaining("looked at 3 files");
  }

  @Test
  void symbolsBelongToTheTraceInTheSameArchive() throws IOException {
    byte[] bundle = Containers.zip("t", TRACE, "s", SYMBOLS);
    assertThat(sources(Containers.zip("a.zip", bundle, "b.zip", bundle)))
        .containsExactly("input!a.zip!t", "input!b.zip!t");
    // The archive in between does not keep the trace from its symbols.
    assertThat(bytesOf(Containers.zip("t", TRACE, "a.zip", bundle, "s", SYMBOLS)))
        .containsExactly(
            (long) TRACE.length + SYMBOLS.length, (long) TRACE.length + SYMBOLS.length);
    assertThatThrownBy(
            () ->
                sources(Containers.zip("i", Containers.zip("t", TRACE, "s", SYMBOLS, "u", TRACE))))
        .hasMessageContaining("2 recordings and symbols");
  }

  private static List<Long> bytesOf(byte[] archive) throws IOException {
    return Conversions.source(archive)
        .readAll(
            Limits.DEFAULT,
            Formats.STANDARD::content,
            input -> input.stream().transferTo(OutputStream.nullOutputStream()))
        .read();
  }

  @Test
  void aDamagedOneDoesNotHideTheOthers() throws IOException {
    byte[] inner = Containers.zip("a", TRACE, "b", OTHER);
    byte[] cut = Arrays.copyOf(inner, 60 + TRACE.length / 20);
    RecordedProfile read = Conversions.read(Containers.tar("cut.zip", cut, "t", TRACE));
    assertThat(read.capture().source()).isEqualTo("input!t");
    assertThat(Conversions.warningIds(read)).contains(ErrorId.UNREAD_MEMBERS);
  }

  @Test
  void whatInflatesInThemIsMeasuredByWhatIsStored() throws IOException {
    byte[] zeros = new byte[64 << 20];
    byte[] bomb = Containers.zip("a.zip", Containers.zip("zeros", zeros, "t", TRACE));
    assertThat(bomb.length).isLessThan(200_000);
    ReadOptions options =
        new ReadOptions(
            ReadOptions.DEFAULT.selection(),
            0,
            false,
            Limits.DEFAULT.withMaxInflatedBytes(1 << 20));
    assertThatThrownBy(() -> Conversions.read(bomb, options))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.INFLATES_TOO_MUCH));
  }
}
