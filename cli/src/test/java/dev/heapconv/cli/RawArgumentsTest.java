package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class RawArgumentsTest {

  @TempDir private Path folder;
  private String uri;

  @BeforeEach
  void fileWhoseNameIsNotText() throws IOException {
    uri = folder.toUri() + "bad%FF.pftrace";
    Files.write(Path.of(URI.create(uri)), BatchTraces.small(1));
  }

  private String[] exact(String bytes, String... args) throws IOException {
    return RawArguments.exact(args, bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void namesOfFilesBecomeUris() throws IOException {
    String raw = folder + "/bad\u00ff.pftrace";
    String lossy = folder + "/bad\ufffd.pftrace";
    String bytes = "java\0-cp\0\0Main\0top\0\0" + raw + "\0-n\0" + raw + "!member\0";
    assertThat(exact(bytes, "top", "", lossy, "-n", lossy + "!member"))
        .containsExactly("top", "", uri, "-n", uri + "!member");
  }

  @Test
  void otherWordsStayAsTheyAre() throws IOException {
    String lossy = folder + "/none\ufffd";
    String[] words = {lossy, "--process=\ufffd", "a\u00efb"};
    assertThat(exact("java\0" + folder + "/none\u00ff\0--process=\u00ff\0a\u00efb\0", words))
        .containsExactly(words);
    // The command line does not have them all.
    assertThat(exact("\u00ff\0", words)).containsExactly(words);
    assertThat(exact("", words)).containsExactly(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void fileIsConvertedByItsName(String locale) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessRun run =
        ProcessRun.in(
            folder,
            Map.of("LC_ALL", locale, "JAVA", java, "CLASSES", classPath),
            "sh",
            "-c",
            "\"$JAVA\" -cp \"$CLASSES\" dev.heapconv.cli.Main -o out.pb.gz"
                + " \"$(printf 'bad\\377.pftrace')\"");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(folder.resolve("out.pb.gz")).isNotEmptyFile();
  }

  @Test
  void uriIsAccepted() {
    assertThat(CommandRun.of("info", uri).out()).startsWith(uri + ":");
    assertThat(CommandRun.of("info", "file:///no such").err()).contains("not a valid file name");
  }
}
