package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BatchInputsTest extends BatchFixture {

  @Test
  void mirrorsFoldersInAStableOrder() throws IOException {
    put("b/two.pftrace", BatchTraces.small(2));
    put("a/deep/one.pftrace", BatchTraces.small(1));
    put("zero.pftrace", BatchTraces.small(3));
    assertThat(batch("-j", "1").status()).isZero();
    assertThat(outputs())
        .containsExactly("a/deep/one.pftrace.pb.gz", "b/two.pftrace.pb.gz", "zero.pftrace.pb.gz");
    assertThat(manifest().keySet()).contains("a/deep/one.pftrace", "b/two.pftrace", "zero.pftrace");
  }

  @Test
  void theSummaryIsPrintedAsJsonOnRequest() {
    put("x.pftrace", BatchTraces.small(1));
    put("broken.pftrace", "no trace".getBytes(StandardCharsets.UTF_8));
    put("notes.doc", "no recording".getBytes(StandardCharsets.UTF_8));
    JsonNode first = JsonMapper.shared().readTree(batch("--json").out());
    assertThat(first.at("/manifest").asString()).isEqualTo(out().resolve("manifest.jsonl") + "");
    assertThat(first.at("/stopped").asBoolean(true)).isFalse();
    assertThat(first.at("/converted").asInt()).isEqualTo(1);
    assertThat(first.at("/kept").asInt()).isZero();
    assertThat(first.at("/failed").asInt()).isEqualTo(1);
    assertThat(first.at("/skipped").asInt()).isEqualTo(1);
    assertThat(first.at("/failures/0/id").asString()).isEqualTo("unknown-format");
    assertThat(first.at("/failures/0/count").asInt()).isEqualTo(1);
    assertThat(first.at("/failures/0/example").asString())
        .startsWith(in().resolve("broken.pftrace") + ": not a heap profile of a known format");
    CommandRun again = batch("--json", "--resume");
    assertThat(JsonMapper.shared().readTree(again.out()).at("/kept").asInt()).isEqualTo(1);
    assertThat(again.status()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(batch("--resume").out()).isEmpty();
  }

  /**
   * As on a disk that is gone: Linux opens this folder of another process, but does not list it.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatCannotBeListedFailsAlone() throws IOException {
    Path unlisted = Path.of("/proc/1/map_files");
    assumeTrue(isOpenedButNotListed(unlisted));
    put("x.pftrace", BatchTraces.small(1));
    Files.createSymbolicLink(in().resolve("sub"), unlisted);
    CommandRun run = batch();
    assertThat(run.status()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(run.err()).contains(in().resolve("sub").toString());
    assertThat(outputs()).containsExactly("x.pftrace.pb.gz");
  }

  private static boolean isOpenedButNotListed(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(file -> {});
      return false;
    } catch (DirectoryIteratorException e) {
      return true;
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void leavesHiddenFilesTheOutputFolderAndLoopsAlone() throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    put(".y.pftrace.Xa3kq", BatchTraces.small(1));
    put("sub/z.pftrace", BatchTraces.small(1));
    Files.createSymbolicLink(in().resolve("sub/loop"), in());
    Files.createSymbolicLink(in().resolve("sub/again"), in().resolve("sub"));
    Path inside = in().resolve("profiles");
    assertThat(run(in().toString(), "-o", inside.toString()).status()).isZero();
    assertThat(run(in().toString(), "-o", inside.toString(), "--resume").err())
        .contains("0 converted, 2 already done");
    try (Stream<Path> files = Files.walk(inside)) {
      assertThat(files.filter(file -> file.toString().endsWith(".pb.gz"))).hasSize(2);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void followsNoLinkInTheOutputFolder() throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Path precious = Files.writeString(elsewhere.resolve("precious"), "precious");
    Files.createDirectories(out());
    Files.createSymbolicLink(out().resolve("x.pftrace.pb.gz"), precious);
    assertThat(batch().status()).isZero();
    assertThat(precious).hasContent("precious");
    assertThat(Files.isSymbolicLink(out().resolve("x.pftrace.pb.gz"))).isFalse();

    put("sub/y.pftrace", BatchTraces.small(1));
    Files.createSymbolicLink(out().resolve("sub"), elsewhere);
    CommandRun again = anew();
    assertThat(again.status()).isEqualTo(ExitStatus.SOME_INPUTS_FAILED);
    assertThat(again.err()).contains("is a link");
    assertThat(namesIn(elsewhere)).containsExactly("precious");
  }

  private static List<String> namesIn(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void readsListsOfNames() throws IOException {
    put("a b.pftrace", BatchTraces.small(1));
    put("line\nbreak.pftrace", BatchTraces.small(1));
    stdin =
        (in().resolve("a b.pftrace") + "\0" + in().resolve("line\nbreak.pftrace") + "\0")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(run("-", "-o", out().toString()).status()).isZero();
    assertThat(outputs()).hasSize(2);
    run("-", "-0", "-o", out().toString())
        .isOneLine(ExitStatus.USAGE, "-0: no such option; leave it out: heapconv sees whether");
    stdin = (in().resolve("a b.pftrace") + "\n\n").getBytes(StandardCharsets.UTF_8);
    assertThat(run("-", "-o", folder.resolve("out2").toString()).status()).isZero();
  }

  @Test
  void namesThatAreAllWrongLeaveNoBatchBehind() throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    CommandRun wrong = run(in() + "/*.pbtrace", in() + "/y", "-o", out().toString());
    assertThat(wrong.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(wrong.err()).hasLineCount(1).contains("*.pbtrace: no such file");
    assertThat(run(in() + "/*.pftrace", "-o", out().toString()).status()).isZero();
  }

  @Test
  void expandsGlobs() throws IOException {
    put("a/x.pftrace", BatchTraces.small(1));
    put("y.pftrace", BatchTraces.small(1));
    put("y.log", new byte[] {1});
    assertThat(run(in() + "/**/*.pftrace", "-o", out().toString()).status()).isZero();
    assertThat(outputs()).hasSize(2);
    String out2 = folder.resolve("out2").toString();
    assertThat(run(in() + "/*.nothing", in() + "/*.log", "-o", out2).status()).isEqualTo(5);
  }

  @Test
  void convertsEachProfileOfAnArchive() throws IOException {
    byte[] noise = "not a profile".getBytes(StandardCharsets.UTF_8);
    put(
        "bug.zip",
        Containers.zip(
            "FS/one.pftrace", BatchTraces.small(1), "log.txt", noise, "two", BatchTraces.small(2)));
    put(
        "set.tar",
        Containers.tar("t/one.pftrace", BatchTraces.small(1), "t/bad.pftrace", truncated()));
    assertThat(batch().status()).isEqualTo(5);
    assertThat(outputs())
        .containsExactly(
            "bug.zip.members/FS/one.pftrace.pb.gz",
            "bug.zip.members/two.pb.gz",
            "set.tar.members/t/one.pftrace.pb.gz");
    assertThat(manifest().get("bug.zip").get("members").asInt()).isEqualTo(2);
    assertThat(manifest().get("bug.zip!two").get("totals").get("space").get("value").asDouble())
        .isEqualTo(3000);
    assertThat(manifest().get("set.tar!t/bad.pftrace").get("status").asString())
        .isEqualTo("failed");
    assertThat(batch("--resume").err()).contains("0 converted, 2 already done, 1 failed");
  }

  private static byte[] truncated() {
    return java.util.Arrays.copyOf(BatchTraces.small(500), 4000);
  }

  @Test
  void takesATraceWithItsSymbolsAsOne() throws IOException {
    // A packet with empty module_symbols.
    byte[] symbols = {0x0a, 3, (byte) 0xea, 3, 0};
    byte[] trace = BatchTraces.small(2);
    put("bundle.tar", Containers.tar("trace.pftrace", trace, "a.pb", symbols));
    put("bundle.zip", Containers.zip("a.pb", symbols, "trace.pftrace", trace));
    assertThat(batch().status()).isZero();
    assertThat(outputs()).containsExactly("bundle.tar.pb.gz", "bundle.zip.pb.gz");
  }

  @Test
  void writesNothingOutsideTheFolder() throws IOException {
    put(
        "evil.zip",
        Containers.zip(
            "../../../evil.pftrace", BatchTraces.small(1), "/etc/evil", BatchTraces.small(1)));
    assertThat(batch().status()).isZero();
    assertThat(outputs())
        .containsExactly("evil.zip.members/etc/evil.pb.gz", "evil.zip.members/evil.pftrace.pb.gz");
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(file -> file.toString().contains("evil") && !file.startsWith(out())))
          .containsExactly(in().resolve("evil.zip"));
    }
  }

  @Test
  void namesThatBecomeAlikeKeepOutputsOfTheirOwn() throws IOException {
    put("a b.pftrace", BatchTraces.small(1));
    put("a_b.pftrace", BatchTraces.small(1));
    put("a*b.pftrace", BatchTraces.small(1));
    put("x".repeat(120) + "1", BatchTraces.small(1));
    put("x".repeat(120) + "2", BatchTraces.small(1));
    assertThat(batch().status()).isZero();
    assertThat(outputs()).hasSize(5).contains("a_b.pftrace.pb.gz");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void tellsOfAnEmptyZipAndOfALinkToNothing() throws IOException {
    put("logs.zip", Containers.zip("log.txt", new byte[] {65}));
    Files.createSymbolicLink(in().resolve("gone.pftrace"), in().resolve("nowhere"));
    assertThat(batch().status()).isEqualTo(5);
    assertThat(manifest().get("logs.zip").get("error").asString())
        .isEqualTo("no-profile-in-archive");
    assertThat(manifest().get("gone.pftrace").get("error").asString()).isEqualTo("no-such-file");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void tellsOfAFolderThatMayNotBeRead() throws IOException {
    put("closed/x.pftrace", BatchTraces.small(1));
    put("y.pftrace", BatchTraces.small(1));
    Files.setPosixFilePermissions(in().resolve("closed"), java.util.Set.of());
    try {
      assumeThat(Files.isReadable(in().resolve("closed"))).as("root may read everything").isFalse();
      assertThat(batch().status()).isEqualTo(5);
      assertThat(manifest().get("closed").get("error").asString()).isEqualTo("permission-denied");
    } finally {
      Files.setPosixFilePermissions(
          in().resolve("closed"),
          java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void namesThatAreNotTextKeepTheirBytes() throws IOException {
    Files.createDirectories(in());
    for (String name : List.of("%FF", "%FE", "ok")) {
      Files.write(Path.of(URI.create(in().toUri() + name)), BatchTraces.small(1));
    }
    assertThat(batch().err()).contains("3 converted, 0 already done, 0 failed");
    assertThat(outputs()).hasSize(3);
    assertThat(manifest().keySet())
        .containsExactlyInAnyOrder("ok", in().toUri() + "%FE", in().toUri() + "%FF");
    assertThat(batch("--resume").err()).contains("0 converted, 3 already done");

    ByteArrayOutputStream list = new ByteArrayOutputStream();
    for (int last : new int[] {0xff, 0xfe, 0xfd}) {
      list.writeBytes((in() + "/").getBytes(StandardCharsets.UTF_8));
      list.write(last);
      list.write(0);
    }
    stdin = list.toByteArray();
    CommandRun listed = run("-", "-o", folder.resolve("out2").toString());
    assertThat(listed.err()).contains("2 converted, 0 already done, 1 failed", "no such file");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void inputsThatWouldShareAnOutputAreToldApart() throws IOException {
    put("a/b", BatchTraces.small(1));
    put("a\\b", BatchTraces.small(2));
    put("foo", BatchTraces.small(3));
    put("foo.pb.gz/x", BatchTraces.small(4));
    put("-x", BatchTraces.small(5));
    assertThat(batch().status()).isZero();
    assertThat(outputs()).hasSize(5).noneMatch(name -> name.startsWith("-"));
    assertThat(spaces()).containsExactly(1000, 3000, 6000, 10_000, 15_000);

    // The same paths below another folder, in a later batch.
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.write(other.resolve("foo"), BatchTraces.small(6));
    assertThat(run(other.toString(), "-o", out().toString(), "--resume").status()).isZero();
    assertThat(outputs()).hasSize(6);
    assertThat(batch("--resume").err()).contains("0 converted, 5 already done");
  }

  @Test
  void anOutputNeverReplacesAnInputInTheOutputFolder() throws IOException {
    Path trace = put("a", BatchTraces.small(1));
    Path outputOfTrace = out().resolve(in().toString().substring(1)).resolve("a.pb.gz");
    Files.createDirectories(outputOfTrace.getParent());
    Path other = Files.write(outputOfTrace, BatchTraces.small(2));
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), out());
    CommandRun both = run(trace.toString(), other.toString(), "-o", linked.toString()).isOk();
    assertThat(both.err()).contains("2 converted");
    assertThat(other).hasBinaryContent(BatchTraces.small(2));
    assertThat(spaces()).containsExactly(1000, 3000);
  }

  @Test
  void membersOfOneNameAreAllConverted() throws IOException {
    put(
        "set.tar",
        Containers.tar(
            "x", BatchTraces.small(1), "x", BatchTraces.small(2), "./x", BatchTraces.small(3)));
    assertThat(batch().status()).isZero();
    assertThat(spaces()).containsExactly(1000, 3000, 6000);
    assertThat(outputs()).hasSize(3);
    assertThat(manifest().get("set.tar").get("members").asInt()).isEqualTo(3);
    assertThat(batch("--resume").err()).contains("0 converted, 1 already done");
  }

  /** Live bytes of all outputs in the manifest, ascending. */
  private List<Integer> spaces() throws IOException {
    return manifest().values().stream()
        .filter(line -> !line.get("outputs").isEmpty())
        .map(line -> spaceOf(out().resolve(line.get("outputs").get(0).asString())))
        .sorted()
        .toList();
  }

  private static int spaceOf(Path output) {
    return Pprof.decode(TestData.bytes(output)).profile.getSampleList().stream()
        .mapToInt(sample -> (int) sample.getValue(3))
        .sum();
  }

  @Test
  void filesThatAreNotProfilesAreSkippedAndCounted() throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    put("README.md", "# Traces\n".getBytes(StandardCharsets.UTF_8));
    put("package.json", "{\"name\": \"x\"}".getBytes(StandardCharsets.UTF_8));
    put("chrome.json", "{\"traceEvents\": []}".getBytes(StandardCharsets.UTF_8));
    put("empty", new byte[0]);
    CommandRun run = batch("-v");
    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("1 converted, 0 already done, 0 failed, 4 skipped (no heap profile)")
        .contains("README.md: skipped: not a heap profile");
    assertThat(manifest()).containsOnlyKeys("x.pftrace");
    String named = in().resolve("README.md").toString();
    assertThat(run(named, "-o", folder.resolve("out2").toString()).status()).isEqualTo(5);
    put("bad.pftrace", "# Traces\n".getBytes(StandardCharsets.UTF_8));
    assertThat(batch("--resume").status()).isEqualTo(5);
  }

  @Test
  void aTraceWithoutAHeapIsSkippedUnlessItWasNamed() throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    byte[] processes = new TraceBuilder().process(7, "server").process(8, "other").bytes();
    Path other = put("other.pftrace", processes);
    CommandRun run = batch();
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("1 converted, 0 already done, 0 failed, 1 skipped (no heap profile)")
        .contains("other.pftrace: skipped: no heap profile: the trace contains");
    assertThat(manifest()).containsOnlyKeys("x.pftrace");
    CommandRun named = run(other.toString(), "-o", folder.resolve("out2").toString());
    assertThat(named.status()).isEqualTo(5);
    assertThat(named.err()).contains("1 failed with no-heap-profile");
    Files.delete(in().resolve("x.pftrace"));
    assertThat(run(in().toString(), "-o", folder.resolve("out3").toString()).status()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"compilerOptions\": {}}",
        "{\"sites\": [{\"name\": \"work\", \"bytes\": 1000}]}",
        "[{\"name\": \"a\", \"ph\": \"X\", \"ts\": 1}]",
        "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"profiles\": []}",
        "{\"nodes\": [{\"id\": 1, \"callFrame\": {}}], \"startTime\": 1}",
        "{\"input\": \"a\", \"status\": \"ok\"}\n{\"input\": \"b\", \"status\": \"ok\"}\n",
        "name,value\na,1\n",
        // A trace begins with the byte of a line feed.
        "\n",
        "\n\n",
        "\n[:python_version < \"3.8\"]\n\n[docs]\nSphinx\n",
        "\n\u00fcber\n",
        "main;work 10\n",
      })
  void aFileOfAnotherKindIsNoFailure(String content) throws IOException {
    put("x.pftrace", BatchTraces.small(1));
    put("other", content.getBytes(StandardCharsets.UTF_8));
    CommandRun run = batch();
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("1 converted, 0 already done, 0 failed, 1 skipped");
    assertThat(manifest()).containsOnlyKeys("x.pftrace");
  }

  @Test
  void aDamagedProfileIsAFailureWhateverItsName() throws IOException {
    byte[] trace = BatchTraces.small(3);
    put("cut", Arrays.copyOf(trace, trace.length / 2));
    put("begun", Arrays.copyOf(trace, 12));
    assertThat(batch().err()).contains("2 failed; see");
  }

  @Test
  void aFailureIsPrintedOnce() throws IOException {
    put("bad.pftrace", "hello".getBytes(StandardCharsets.UTF_8));
    batch();
    for (String option : List.of("-q", "-v")) {
      assertThat(anew(option).err()).as(option).containsOnlyOnce("bad.pftrace");
    }
  }

  @Test
  void noneOfManyFailuresIsPrintedTwice() throws IOException {
    for (int i = 100; i < 130; i++) {
      put("bad" + i + ".pftrace", "hello".getBytes(StandardCharsets.UTF_8));
    }
    byte[] trace = BatchTraces.small(3);
    // Last, with an error of its own, so that only the summary tells.
    put("cut.pftrace", Arrays.copyOf(trace, trace.length / 2));
    assertFailures(batch("-j", "1").err(), 21);
    assertFailures(anew("-j", "1", "-v").err(), 31);
    assertFailures(anew("-j", "1", "-q").err(), 2);
  }

  /** Asserts how many inputs are named, and that none is twice. */
  private static void assertFailures(String messages, int count) {
    List<String> named =
        Pattern.compile("\\w+\\.pftrace")
            .matcher(messages)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(named).hasSize(count).doesNotHaveDuplicates().contains("cut.pftrace");
  }

  @Test
  void aBatchWithoutInputsSaysSo() throws IOException {
    Files.createDirectories(in());
    CommandRun empty = batch();
    assertThat(empty.status()).isEqualTo(ExitStatus.INPUT);
    assertThat(empty.err()).contains("found no profile to convert");
    put("x.pftrace", BatchTraces.small(1));
    assertThat(run(in().toString(), "-o", in().toString()).status()).isEqualTo(ExitStatus.INPUT);
  }
}
