package dev.heapconv.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.heapconv.FileFormat;
import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.NamedTrace;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every kind of input becomes every format, with the same bytes. */
class ConversionMatrixTest {

  /** A file of each kind, by how its line in {@code help formats} begins. */
  private static final Map<String, String> INPUTS =
      Map.ofEntries(
          entry("Perfetto traces: heapprofd", "heapprofd/truth_i4096.pftrace"),
          entry("Perfetto traces: allocations", "fuzz/perfetto/art_heap.pftrace"),
          entry("Perfetto traces: native heap", "perfetto/chromium_2024.pftrace"),
          entry("pprof", "alloc/go/go119_rate32768.heap.pb.gz"),
          entry("jemalloc", "alloc/jemalloc/je530_lg12_t4_acc1.heap"),
          entry("gperftools", "alloc/gperftools/tc_rate4096_t1.heap.gz"),
          entry("Go", "alloc/go/go123_rate524288.heap.debug1.txt"),
          entry("Java", "fuzz/heaptext/java_heapz.txt"),
          entry("sample logs", "fuzz/samplelog/0.jsonl"),
          entry("V8", "alloc/v8/v8_interval32768.heapprofile"),
          entry("JFR: bytes", "alloc/jfr/give_jdk17.jfr"),
          entry("JFR: alloc", "alloc/jfr/give_ap_live16k.jfr"),
          entry("DHAT", "alloc/valgrind/dhat_give.json"),
          entry("massif", "alloc/valgrind/massif_give.out"),
          entry("heaptrack", "alloc/heaptrack/heaptrack_give.zst"),
          entry("OpenTelemetry", "fuzz/otlp/give.otlp"));

  /** Formats with rounded numbers, which other tests read. */
  private static final Set<Format> FOR_PEOPLE =
      EnumSet.of(Format.SVG, Format.HTML, Format.TEXT, Format.MARKDOWN);

  @TempDir Path folder;

  @Test
  void everyKindIsConverted() {
    for (String line : Formats.STANDARD.read()) {
      assertThat(INPUTS.keySet()).as("a file for: %s", line).anyMatch(line::startsWith);
    }
    for (String kind : INPUTS.keySet()) {
      assertThat(Formats.STANDARD.read()).anyMatch(line -> line.startsWith(kind));
    }
  }

  static Stream<Arguments> conversions() {
    return INPUTS.keySet().stream()
        .sorted()
        .flatMap(kind -> FileFormat.all().stream().map(to -> arguments(kind, to)));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void bytesStayTheSame(String kind, FileFormat format) throws IOException {
    Path input = TestData.own(INPUTS.get(kind));
    Path output = folder.resolve("out" + format.extension());
    CommandRun run = CommandRun.of(input.toString(), "-q", "-o", output.toString());
    if (format == NamedTrace.PERFETTO && !kind.startsWith("Perfetto")) {
      run.isOneLine(ExitStatus.INPUT, "not a Perfetto trace", "-o out.pb.gz");
      assertThat(output).doesNotExist();
      return;
    }
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    if (FOR_PEOPLE.contains(format)) {
      assertThat(Files.readString(output))
          .contains(format == Format.HTML ? "<script id=\"data\"" : " %");
      return;
    }
    EstimatedProfile profile = profile(input);
    int rows = profile.heaps().stream().mapToInt(EstimatedHeap::rows).sum();
    View view = profile.viewOr(null);
    double written = written(format, output, view);
    // Each row may be rounded.
    assertThat(written).isCloseTo(total(profile, view), within(rows / 2.0));
    assertThat(written).isPositive();
  }

  /** Text and JSON are for the machine on which they were made, and say what was read there. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TEXT", "JSON"})
  void whatIsPassedOnDoesNotNameTheFoldersOfItsInputs(Format format) throws IOException {
    Path one = Files.copy(TestData.recording("truth_i4096"), folder.resolve("one.pftrace"));
    Path two = Files.copy(TestData.recording("python_i4096"), folder.resolve("two.pftrace"));
    Path output = folder.resolve("out" + format.extension());
    CommandRun.of(one.toString(), two.toString(), "-o", output.toString()).isOk();
    String written = new String(uncompressed(output), StandardCharsets.ISO_8859_1);
    assertThat(written).doesNotContain(folder.toString());
    if (Set.of(Format.SPEEDSCOPE, Format.FIREFOX).contains(format)) {
      assertThat(written).contains("\"one.pftrace, two.pftrace\"");
    }
  }

  private static byte[] uncompressed(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      boolean isGzip = file.toString().endsWith(".gz");
      return (isGzip ? new GZIPInputStream(in) : in).readAllBytes();
    }
  }

  private static EstimatedProfile profile(Path file) throws IOException {
    return HeapConv.unskew(
        HeapConv.read(
            InputSource.parse(file.toString()),
            ReadOptions.DEFAULT.withSelection(
                new Selection(List.of(), List.of(), DumpSelector.LAST))),
        UnskewOptions.DEFAULT);
  }

  private static double total(EstimatedProfile profile, View view) {
    return profile.heaps().stream().map(heap -> heap.column(view)).mapToDouble(Column::total).sum();
  }

  /** The sum of a view that an output has. */
  private static double written(FileFormat kind, Path output, View view) throws IOException {
    if (!(kind instanceof Format format)) {
      return total(profile(output), view);
    }
    return switch (format) {
      case PPROF, PPROF_PLAIN, OTLP -> total(profile(output), view);
      case SPEEDSCOPE ->
          named(json(output).get("profiles"), view)
              .mapToDouble(part -> sum(part.get("weights")))
              .sum();
      case FIREFOX ->
          named(json(output).get("threads"), view)
              .mapToDouble(thread -> sum(thread.get("nativeAllocations").get("weight")))
              .sum();
      case JSON -> json(output).get("totals").get(view.name()).get("value").asDouble();
      case FOLDED ->
          Files.readAllLines(output).stream()
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
              .sum();
      case CSV -> column(Files.readAllLines(output), ",", view);
      case TSV -> column(Files.readAllLines(output), "\t", view);
      case SVG, HTML, TEXT, MARKDOWN -> throw new AssertionError("has no sums for programs");
    };
  }

  private static JsonNode json(Path file) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(file, StandardCharsets.UTF_8));
  }

  private static Stream<JsonNode> named(JsonNode parts, View view) {
    return StreamSupport.stream(parts.spliterator(), false)
        .filter(part -> part.get("name").asString().startsWith(view + " "));
  }

  private static double sum(JsonNode weights) {
    return weights.valueStream().mapToDouble(JsonNode::asDouble).sum();
  }

  private static double column(List<String> lines, String separator, View view) {
    int place = List.of(lines.get(0).split(separator)).indexOf(view.name());
    return lines.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(separator)[place]))
        .sum();
  }
}
