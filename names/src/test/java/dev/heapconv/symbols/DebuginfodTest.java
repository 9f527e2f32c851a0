package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebuginfodTest {

  private static final int NOT_FOUND = 404;

  @TempDir private Path folder;

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private final List<Thread> endless = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    servers.forEach(server -> server.stop(0));
    for (Thread server : endless) {
      server.join(TimeUnit.SECONDS.toMillis(30));
      assertThat(server.isAlive()).as("whether its answer is still read").isFalse();
    }
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
    assertThat(requests).hasSize(3);
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

  /** A few bytes at a time, each before a limit of Java's own is reached. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nX: ",
        "HTTP/1.1 ",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        "HTTP/1.1 200 OK\r\n\r\n",
      })
  void anAnswerThatDripsIsGivenUpAtTheDeadline(String start) throws IOException {
    URI drips = answer(start, "a".repeat(20), Duration.ofMillis(20));
    try (Debuginfod servers =
        new Debuginfod(List.of(drips), folder, 1 << 30, Duration.ofMillis(500))) {
      assertThat(askedInTime(servers)).isEqualTo("127.0.0.1: it did not answer within 0 s");
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Java's client calls itself for each of these, until the stack of its thread is full. */
  @Test
  void anAnswerThatIsAlwaysToComeIsAProblem() throws IOException {
    String toCome = "HTTP/1.1 100 Continue\r\n\r\n";
    URI never = answer("", toCome.repeat(100), Duration.ZERO);
    try (Debuginfod servers =
        new Debuginfod(List.of(never), folder, 1 << 30, Duration.ofSeconds(10))) {
      assertThat(askedInTime(servers)).startsWith("127.0.0.1: it");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileThatNeverEndsIsGivenUp() throws Exception {
    URI growing = answer("HTTP/1.1 200 OK\r\n\r\n", "a".repeat(1 << 20), Duration.ofMillis(1));
    Path target = Files.createFile(folder.resolve("target"));
    DebuginfodRequest request = new DebuginfodRequest(growing, "abcd", target, Long.MAX_VALUE);
    assertThatThrownBy(() -> request.send(Duration.ofMillis(700), Duration.ofSeconds(1)))
        .hasMessage("it did not send the file within 1 s");
  }

  /** What such a server says of one file, it would say of others. */
  @ParameterizedTest
  @ValueSource(ints = {500, 200})
  void aServerThatFailsIsAskedOnceAndSaysSoOnce(int status) throws IOException {
    URI server = serve(exchange -> send(exchange, status, new byte[9]));
    try (Debuginfod servers = client(folder, server)) {
      String problem = servers.find("abcd").problem();
      assertThat(problem).startsWith("127.0.0.1: it ");
      assertThat(servers.find("abcdef").problem()).isEqualTo(problem);
      assertThat(servers.news()).hasSize(1);
      assertThat(servers.news()).isEmpty();
    }
    assertThat(requests).hasSize(1);
  }

  @Test
  void aFileThatIsTooLargeDoesNotEndTheUseOfItsServer() throws IOException {
    URI server =
        serve(
            exchange ->
                send(
                    exchange,
                    200,
                    exchange.getRequestURI().getPath().contains("abcd")
                        ? new byte[1 << 20]
                        : program()));
    try (Debuginfod servers =
        new Debuginfod(List.of(server), folder, program().length, Debuginfod.TIME_OUT)) {
      assertThat(servers.find("abcd").problem()).contains("larger than the limit");
      assertThat(servers.find(buildId()).file()).isNotNull();
    }
  }

  @Test
  void whoeverIsInterruptedWaitsNoLongerAndLeavesNoVerdict() throws Exception {
    String id = buildId();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    URI server =
        serve(
            exchange -> {
              asked.countDown();
              await(interrupted);
              send(exchange, 200, program());
            });
    try (Debuginfod servers = client(folder, server)) {
      Thread first = new Thread(() -> assertThatThrownBy(() -> servers.find(id)));
      first.start();
      await(asked);
      first.interrupt();
      first.join();
      interrupted.countDown();
      assertThat(servers.find(id).file()).isNotNull();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aServerThatFailsIsOneWarningForAllRecordings() throws IOException {
    URI server = serve(exchange -> send(exchange, 500, new byte[0]));
    SymbolOptions options = new SymbolOptions(List.of(), null, List.of(server), folder, false, 2);
    List<Notice> notices = new ArrayList<>();
    try (Symbols symbols = new Symbols(options, unused -> {})) {
      for (String name : List.of("pie", "pie", "nopie", "in_apk")) {
        Path recording = TestData.own("symbols/" + name + ".pftrace");
        ReadOptions read = ReadOptions.DEFAULT.withNamings(List.of(symbols));
        notices.addAll(HeapConv.read(InputSource.file(recording), read).notices());
      }
    }
    assertThat(notices)
        .containsExactly(
            Notice.of(ErrorId.DEBUGINFOD_FAILED, 1, "127.0.0.1", "it answered with status 500"));
    assertThat(requests).hasSize(1);
  }

  /** The problem of a server, which takes no longer than a slow machine does for its deadline. */
  private static String askedInTime(Debuginfod servers) {
    return assertTimeoutPreemptively(Duration.ofSeconds(30), () -> servers.find("abcd").problem());
  }

  /** A server that begins each answer in one way, and goes on in another without end. */
  private URI answer(String start, String rest, Duration pause) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              try (server;
                  Socket client = server.accept()) {
                OutputStream out = client.getOutputStream();
                for (out.write(start.getBytes(StandardCharsets.US_ASCII)); ; ) {
                  out.write(rest.getBytes(StandardCharsets.US_ASCII));
                  LockSupport.parkNanos(pause.toNanos());
                }
              } catch (IOException e) {
                // Nobody reads on.
              }
            });
    thread.setDaemon(true);
    thread.start();
    endless.add(thread);
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
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
        .isEqualTo("unknown.invalid: there is no such host");
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
        .startsWith("127.0.0.1: it cannot be reached");
  }

  @Test
  void aRecordingIsNamedFromAServer() throws IOException {
    URI server = serve(exchange -> send(exchange, 200, program()));
    assertThat(SymbolCases.lines(named(server))).isEqualTo(SymbolCases.expected("prog"));
    URI garbage = serve(exchange -> send(exchange, 200, new byte[10]));
    assertThat(named(garbage).notices())
        .anyMatch(notice -> notice.id() == ErrorId.DEBUGINFOD_FAILED);
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
    return Files.readAllBytes(TestData.own("symbols/prog"));
  }

  private static String buildId() throws IOException {
    try (ElfFile elf = ElfFile.open(TestData.own("symbols/prog"))) {
      return elf.buildId();
    }
  }
}
