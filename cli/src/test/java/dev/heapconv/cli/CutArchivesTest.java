package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All commands see the same recordings in an archive, however much of it is left. */
@Tag("slow")
class CutArchivesTest extends CommandLineFixture {

  private static final int CUTS = 13;
  private static final Pattern NAMES = Pattern.compile("\"input\" ?: ?\"[^\"]*x!([^\"]*)\"");

  private static final Object[] MEMBERS = {
    "a", TestData.recordingBytes("overrun"),
    "notes", new byte[] {'x'},
    "b", TestData.bytes(TestData.own("fuzz/heaptext/gperftools.heap")),
    "c", TestData.recordingBytes("names")
  };

  private static Set<String> names(String json) {
    Set<String> names = new TreeSet<>();
    for (Matcher name = NAMES.matcher(json); name.find(); ) {
      names.add(name.group(1));
    }
    return names;
  }

  private Set<String> converted(String archive) throws IOException {
    Path out = Files.createTempDirectory(folder, "out");
    run("batch", archive, "-o", out.toString());
    StringBuilder converted = new StringBuilder();
    for (String line : Files.readAllLines(out.resolve("manifest.jsonl"))) {
      if (line.contains("\"status\":\"ok\"")) {
        converted.append(line);
      }
    }
    return names(converted.toString());
  }

  @Test
  void infoTopAndBatchAgreeOnWhatIsInIt() throws IOException {
    Map<String, byte[]> archives =
        Map.of(
            "zip", Containers.zip(MEMBERS),
            "tar", Containers.tar(MEMBERS),
            "tgz", Containers.gzip(Containers.tar(MEMBERS)),
            "zip.gz", Containers.gzip(Containers.zip(MEMBERS)));
    int seen = 0;
    for (Map.Entry<String, byte[]> archive : archives.entrySet()) {
      byte[] whole = archive.getValue();
      for (int i = 1; i <= CUTS; i++) {
        String name = archive.getKey() + " cut at " + i + "/" + CUTS;
        String cut = file("x", Arrays.copyOf(whole, (int) ((long) whole.length * i / CUTS)));
        CommandRun info = run("info", "--json", cut);
        CommandRun top = run(cut);
        assertThat(info.status()).as(name).isIn(ExitStatus.OK, ExitStatus.INPUT);
        assertThat(top.status()).as(name).isEqualTo(info.status());
        Set<String> names = names(info.out());
        assertThat(names.isEmpty()).as(name).isEqualTo(info.status() != ExitStatus.OK);
        assertThat(converted(cut)).as(name).isEqualTo(names);
        seen += names.size();
      }
      assertThat(names(run("info", "--json", file("x", whole)).out())).hasSize(3);
    }
    assertThat(seen).isGreaterThan(40);
  }

  @Test
  void whatCannotBeReadIsAWarningOfABatchUnlessItIsStrict() throws IOException {
    byte[] inner = Containers.zip("b", MEMBERS[1]);
    String zip = file("x", Containers.zip("a", MEMBERS[1], "b.zip", inner));
    assertThat(run("batch", zip, "-o", inFolder("out")).status()).isEqualTo(ExitStatus.OK);
    assertThat(Files.readString(folder.resolve("out/manifest.jsonl"))).contains("unread-members");
    run(zip).isOk();
    assertThat(run("batch", "--strict", zip, "-o", inFolder("strict")).status())
        .isNotEqualTo(ExitStatus.OK);
    assertThat(run("--strict", zip).status()).isEqualTo(ExitStatus.INPUT);
  }
}
