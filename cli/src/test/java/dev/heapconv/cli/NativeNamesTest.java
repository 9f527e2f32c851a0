package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --symbols} names what a recording does not, in every command. */
class NativeNamesTest extends CommandLineFixture {

  private static final String SYMBOLS = TestData.own("symbols").toString();

  private static String trace(String name) {
    return TestData.own("symbols/" + name + ".pftrace").toString();
  }

  private String functions(String... arguments) {
    String[] all = new String[arguments.length + 4];
    System.arraycopy(new String[] {"-f", "csv", "--limit", "0"}, 0, all, 0, 4);
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return run(all).isOk().out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pie", "nopie", "in_apk", "in_apk_member", "partly_named", "no_build_id"})
  void recordingsThatFitAreNamed(String recording) {
    assertThat(functions(trace(recording), "--symbols", SYMBOLS))
        .contains(",main,", "app::")
        .doesNotContain("+0x");
  }

  @Test
  void anotherBuildIsNot() {
    assertThat(functions(trace("other_build_id"), "--symbols", SYMBOLS)).contains("prog+0x");
    assertThat(run(trace("other_build_id"), "--symbols", SYMBOLS).err())
        .contains("has another build id (0e8b1b46", "% of the bytes are in stacks");
  }

  @Test
  void unnamedResultsEndWithWhatToDo() {
    assertThat(run(trace("pie")).err()).contains("to symbolize: --symbols PATH");
    assertThat(run("-q", trace("pie")).err()).isEmpty();
    assertThat(run(recording("truth_i4096")).err()).doesNotContain("--symbols");
  }

  @Test
  void infoSaysWhatFitsAndWhyNothingDoes() throws Exception {
    CommandRun fits = run("info", "--json", trace("pie"), "--symbols", SYMBOLS).isOk();
    JsonNode module = JsonMapper.shared().readTree(fits.out()).at("/inputs/0/unnamed/0");
    assertThat(module.path("frames").asInt()).isEqualTo(53);
    assertThat(module.path("share").asDouble()).isEqualTo(1);
    assertThat(module.path("symbols").asString()).endsWith("prog");

    assertThat(run("info", trace("other_build_id"), "--symbols", SYMBOLS).isOk().out())
        .contains("100.0 %  /data/bench/symbols/prog, 53 addresses, build id aaaa")
        .contains("prog has another build id");
    assertThat(run("info", trace("pie")).isOk().out()).contains("to symbolize: --symbols PATH");
  }

  @Test
  void tracesAreWrittenWithTheNames() {
    String named = inFolder("named.pftrace");
    run(trace("pie"), "--symbols", SYMBOLS, "-o", named).isOk();
    String direct = functions(trace("pie"), "--symbols", SYMBOLS);
    assertThat(rows(functions(named))).isEqualTo(rows(direct));
  }

  private static String rows(String csv) {
    return String.join("\n", csv.lines().filter(line -> !line.startsWith("#")).toList());
  }

  @Test
  void batchesUseThemToo() throws Exception {
    String out = inFolder("out");
    run("batch", trace("pie"), trace("nopie"), "-o", out, "-f", "csv", "--symbols", SYMBOLS).isOk();
    try (Stream<Path> files = Files.walk(Path.of(out))) {
      assertThat(files.filter(file -> file.toString().endsWith(".csv")))
          .hasSize(2)
          .allSatisfy(file -> assertThat(Files.readString(file)).contains(",main,"));
    }
  }

  @Test
  void aProcessThatIsStoppedReportsNoError() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(err),
            false,
            false);
    ErrorReporter.report(
        HeapConvException.input(ErrorId.UNREADABLE, "t.pftrace", "")
            .causedBy(new InterruptedIOException()),
        false,
        false,
        ErrorHints.ALL,
        terminal);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** An address is a server, and what a variable names is used besides. */
  @Test
  void anAddressIsAServerOfSymbols() throws IOException {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      run(trace("pie"), "--symbols", url).isOk();
      assertThat(asked).isNotEmpty().allMatch(path -> path.matches("/buildid/[0-9a-f]+/.*"));
      asked.clear();
      run(trace("pie"), "--symbols", url, "--symbols", SYMBOLS).isOk();
      assertThat(asked).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void badValuesAreRefused() {
    run(trace("pie"), "--symbols", "").isUsageError("--symbols needs a file or a folder");
    for (String url : List.of("ftp://127.0.0.1/", "http://", "https://a b")) {
      run(trace("pie"), "--symbols", url).isUsageError("addresses of debuginfod servers", url);
    }
    for (String command : List.of("info")) {
      run(command, trace("pie"), "--symbols", SYMBOLS, "--symbols", inFolder("none"))
          .isOneLine(ExitStatus.INPUT, "none: no such file");
    }
  }
}
