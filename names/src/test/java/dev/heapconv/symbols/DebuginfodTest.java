package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.NotTested;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebuginfodTest {

  private static final int NOT_FOUND = 404;

  @TempDir private Path folder;

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void downloadsAreKeptForFurtherRuns() throws IOException {
    URI server = serve(exchange -> send(exchange, 200, program()));
    for (int run = 0; run < 2; run++) {
      try (Debuginfod servers = client(folder, server)) {
        SymbolFile file = servers.find(buildId()).file();
        assertThat(file.path()).hasBinaryContent(program());
        assertThat(servers.find(buildId()).file()).isEqualTo(file);
      }
    }
    assertThat(requests).containsExactly("/buildid/" + buildId() + "/debuginfo");
  }

  @Test
  void temporaryFilesAreDeleted() throws IOException {
    Path file;
    try (Debuginfod servers = client(null, serve(exchange -> send(exchange, 200, program())))) {
      file = servers.find(buildId()).file().path();
      assertThat(file).exists();
    }
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void whatNoServerHasIsAskedForOnce() throws IOException {
    URI one = serve(exchange -> send(exchange, NOT_FOUND, new byte[0]));
    URI other = serve(exchange -> send(exchange, NOT_FOUND, new byte[0]));
    try (Debuginfod servers = client(folder, one, other)) {
      for (int i = 0; i < 2; i++) {
        assertThat(servers.find("abcd")).isEqualTo(new Debuginfod.Fetched(null, ""));
      }
    }
    assertThat(requests)
        .containsExactly(
            "/buildid/abcd/debuginfo",
            "/buildid/abcd/debuginfo",
            "/buildid/abcd/executable",
            "/buildid/abcd/executable");
  }

  @Test
  void theBinaryReplacesMissingDebugInformation() throws IOException {
    URI server =
        serve(
            exchange -> {
              boolean binary = exchange.getRequestURI().getPath().endsWith("/executable");
              send(exchange, binary ? 200 : NOT_FOUND, binary ? program() : new byte[0]);
            });
    try (Debuginfod servers = client(folder, server)) {
      assertThat(servers.find(buildId()).file().path()).hasBinaryContent(program());
    }
  }

  @Test
  void whatIsNotTheFileIsRefused() throws IOException {
    URI garbage = serve(exchange -> send(exchange, 200, "<html>".getBytes()));
    URI another = serve(exchange -> send(exchange, 200, program()));
    assertThat(problem(garbage, buildId())).contains("something else than the file");
    assertThat(problem(another, "aa".repeat(20))).contains("something else than the file");
    try (Debuginfod small = new Debuginfod(List.of(another), folder, 1000, Debuginfod.TIME_OUT)) {
      assertThat(small.find(buildId()).problem()).contains("larger than the limit of 1000 bytes");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void redirectsAreNotFollowed() throws IOException {
    String path = "/buildid/" + buildId() + "/debuginfo";
    URI target = serve(exchange -> send(exchange, 200, program()));
    for (String to : List.of(target + path, "https://elsewhere/x", "file:///etc/passwd")) {
      URI server = serve(exchange -> redirect(exchange, to));
      assertThat(problem(server, buildId()))
          .contains("it redirects to " + to + ", which is not followed");
    }
    assertThat(requests).hasSize(3 * 2);
  }

  @Test
  @Tag("slow")
  void aServerThatDoesNotAnswerIsAskedOnce() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      URI good = serve(exchange -> send(exchange, 200, program()));
      try (Debuginfod servers =
          new Debuginfod(List.of(uri, good), folder, 1 << 30, Duration.ofSeconds(3))) {
        assertThat(servers.find(buildId()).file()).isNotNull();
        assertThat(servers.find("abcd").file()).isNull();
        silent.setSoTimeout(1);
        silent.accept().close();
        assertThat(waiting(silent)).isZero();
      }
    }
  }

  @Test
  void aServerThatSendsTooSlowlyIsGivenUp() throws IOException {
    URI slow =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              for (OutputStream out = exchange.getResponseBody(); ; out.flush()) {
                out.write(0);
                LockSupport.parkNanos(1_000_000);
              }
            });
    try (Debuginfod servers =
        new Debuginfod(List.of(slow), folder, 1 << 30, Duration.ofMillis(500))) {
      assertThat(servers.find("abcd").problem()).contains("did not answer within");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeWrittenIsReplaced() throws IOException {
    Path unusable = Files.createFile(folder.resolve("file")).resolve("debuginfod");
    URI server = serve(exchange -> send(exchange, 200, program()));
    try (Debuginfod servers = client(unusable, server)) {
      assertThat(servers.find(buildId()).file().path()).hasBinaryContent(program());
    }
  }

  @Test
  void aHostThatIsUnknownIsAProblem() throws IOException {
    assertThat(problem(URI.create("http://unknown.invalid"), "abcd"))
        .isEqualTo("unknown.invalid is not a known host");
  }

  private static int waiting(ServerSocket socket) {
    try {
      socket.accept().close();
      return 1;
    } catch (IOException e) {
      return 0;
    }
  }

  @Test
  void aServerThatCannotBeReachedIsAProblem() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(problem(URI.create("http://127.0.0.1:" + port), "abcd"))
        .startsWith("127.0.0.1 cannot be reached");
  }

  @Test
  void aRecordingIsNamedFromAServer() throws IOException {
    URI server = serve(exchange -> send(exchange, 200, program()));
    assertThat(SymbolCases.lines(named(server))).isEqualTo(SymbolCases.expected("prog"));
    URI garbage = serve(exchange -> send(exchange, 200, new byte[10]));
    assertThat(named(garbage).warnings())
        .anyMatch(warning -> warning.id() == ErrorId.DEBUGINFOD_FAILED);
  }

  @Test
  void theServerOfElfutilsNamesARecording() throws Exception {
    Path program = Path.of("/usr/bin/debuginfod");
    NotTested.unless(
        Files.isExecutable(program),
        "names from the debuginfod of elfutils",
        "it was not found; apt-get install debuginfod");
    Path files = Files.createDirectory(folder.resolve("files"));
    Files.copy(SymbolCases.file("prog.debug"), files.resolve("prog.debug"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process server =
        new ProcessBuilder(
                program.toString(), "-F", "-d", ":memory:", "-p", "" + port, files.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + port);
      awaitScan(uri, server);
      assertThat(SymbolCases.lines(named(uri))).isEqualTo(SymbolCases.expected("prog"));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static void awaitScan(URI server, Process process) throws Exception {
    String metrics = "";
    while (!metrics.contains("scanned_files_total{source=\"file\"} 1")) {
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(20);
      try (InputStream in = server.resolve("/metrics").toURL().openStream()) {
        metrics = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        metrics = "";
      }
    }
  }

  private static RecordedProfile named(URI server) throws IOException {
    SymbolOptions options =
        new SymbolOptions(List.of(), SymbolCases.symbolizer(), List.of(server), null, false, 2);
    try (Symbols symbols = new Symbols(options, unused -> {})) {
      return HeapConv.read(
          InputSource.file(SymbolCases.file("pie.pftrace")),
          ReadOptions.DEFAULT.withNamings(List.of(symbols)));
    }
  }

  private String problem(URI server, String buildId) throws IOException {
    try (Debuginfod servers = client(folder, server)) {
      Debuginfod.Fetched found = servers.find(buildId);
      assertThat(found.file()).isNull();
      return found.problem();
    }
  }

  private static Debuginfod client(Path folder, URI... servers) throws IOException {
    return new Debuginfod(List.of(servers), folder, 1 << 30, Debuginfod.TIME_OUT);
  }

  private URI serve(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().getPath());
          handler.handle(exchange);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static void redirect(HttpExchange exchange, String target) throws IOException {
    exchange.getResponseHeaders().add("Location", target);
    exchange.sendResponseHeaders(302, -1);
  }

  private static byte[] program() throws IOException {
    return Files.readAllBytes(SymbolCases.file("prog"));
  }

  private static String buildId() throws IOException {
    try (ElfFile elf = ElfFile.open(SymbolCases.file("prog"))) {
      return elf.buildId();
    }
  }
}
