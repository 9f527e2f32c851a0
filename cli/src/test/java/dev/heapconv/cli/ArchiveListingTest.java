package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import org.junit.jupiter.api.Test;

/** Archives of several recordings, and several inputs of which some cannot be read. */
class ArchiveListingTest extends CommandLineFixture {

  private static final byte[] ONE = TestData.recordingBytes("truth_i1");
  private static final byte[] OTHER = TestData.recordingBytes("names");

  /** A packet with empty module_symbols. */
  private static final byte[] SYMBOLS = {0x0a, 3, (byte) 0xea, 3, 0};

  private String zip() {
    return file("x.zip", Containers.zip("a", ONE, "b/notes", new byte[] {'x'}, "b/c", OTHER));
  }

  @Test
  void anArchiveAddsUpAsItsMembersWould() {
    String separate = run("-f", "csv", file("a", ONE), file("c", OTHER)).isOk().out();
    assertThat(run("-f", "csv", zip()).isOk().out()).isEqualTo(separate);
    stdin(Containers.tar("a", ONE, "b", OTHER));
    assertThat(run("-f", "csv", "-").isOk().out()).isEqualTo(separate);
    assertThat(run(zip()).out()).contains("x.zip!a, ", "x.zip!b/c");
  }

  @Test
  void severalTracesWithSymbolsAreToldApartByName() {
    String zip = file("s.zip", Containers.zip("a", ONE, "s", SYMBOLS, "b", OTHER));
    run(zip).isOneLine(ExitStatus.INPUT, "2 recordings and symbols", "'ARCHIVE!MEMBER'");
    run(zip + "!b").isOk();
  }

  @Test
  void infoListsTheMembersOfAnArchive() {
    String zip = file("s.tar", Containers.tar("a", ONE, "s", SYMBOLS, "notes", new byte[] {'x'}));
    assertThat(run("info", zip).isOk().out())
        .contains("  a  Perfetto trace\n", "  s  symbols", "1 other file", "s.tar!a: Perfetto");
    assertThat(run("info", "--json", zip).isOk().out())
        .containsPattern("\"content\" : \"trace\"")
        .containsPattern("\"content\" : \"symbols\"");
    assertThat(run("info", recording("truth_i1")).out()).doesNotContain(": archive");
  }

  @Test
  void anArchiveInAnArchiveIsListedAndAWarning() {
    byte[] inner = Containers.zip("b", OTHER);
    String zip = file("s.zip", Containers.zip("a", ONE, "i.zip", inner));
    CommandRun result = run("info", zip).isOk();
    assertThat(result.out()).contains("  i.zip  archive in the archive");
    run("--strict", zip)
        .isOneLine(ExitStatus.INPUT, "s.zip!i.zip: is an archive in an archive", "unpack");
    run(zip + "!i.zip!b").isOneLine(ExitStatus.INPUT, "s.zip!i.zip: is an archive");
  }

  @Test
  void infoListsAnArchiveThatCannotBeRead() {
    String zip = file("s.zip", Containers.zip("a", ONE, "s", SYMBOLS, "b", OTHER));
    CommandRun result = run("info", zip);
    assertThat(result.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(result.out()).contains("  b  Perfetto trace");
    assertThat(result.err()).contains("2 recordings and symbols");
  }

  @Test
  void oneBadInputDoesNotSilenceTheOthers() {
    for (String command : new String[] {"info", "-q"}) {
      CommandRun result = run(command, "nosuch", recording("truth_i1"), file("t.txt", "hello\n"));
      assertThat(result.status()).isEqualTo(ExitStatus.INPUT);
      assertThat(result.out()).contains("truth (5982)");
      assertThat(result.err().lines().filter(line -> !line.contains("warning")))
          .satisfiesExactly(
              line -> assertThat(line).isEqualTo("heapconv: nosuch: no such file"),
              line -> assertThat(line).contains("t.txt: not a heap profile"));
    }
  }

  @Test
  void onlyBadInputsPrintNothing() {
    for (String command : new String[] {"info", "-q"}) {
      CommandRun result = run(command, "nosuch", "nosuch2");
      assertThat(result.status()).isEqualTo(ExitStatus.INPUT);
      assertThat(result.out()).isEmpty();
      assertThat(result.err()).contains("nosuch: ", "nosuch2: ");
    }
  }
}
