package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TraceBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names from files that the command line names. */
class JavaNamesTest extends CommandLineFixture {

  private static final String MAP = "com.example.Cache -> a:\n    void fill() -> b\n";

  private String trace() {
    TraceBuilder trace = new TraceBuilder();
    TraceBuilder.Sequence sequence = trace.sequence(1);
    trace.process(1, "com.example");
    long stack = sequence.stack("main", "a.b");
    sequence.dump(TraceBuilder.heap(1, "h", 1000).row(stack, 1, 10, 0, 0));
    return file("t.pftrace", trace.bytes());
  }

  private String folded(String map) {
    return run(trace(), "--proguard-map", map, "--view", "alloc_space", "-f", "folded", "-o", "-")
        .isOk()
        .out();
  }

  @Test
  void mapIsForItsPackageOrForAll() {
    String map = file("map.txt", MAP);
    assertThat(folded(map)).contains("main;com.example.Cache.fill 10");
    assertThat(folded("com.example=" + map)).contains("main;com.example.Cache.fill 10");
    assertThat(folded("com.other=" + map)).contains("main;a.b 10");
    assertThat(folded(file("a=b.txt", MAP))).contains("main;com.example.Cache.fill 10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--cum", "info", "--add", "diff", "batch", "convert"})
  void allCommandsThatReadTakeIt(String command) throws Exception {
    String map = file("map.txt", "broken\n" + MAP);
    String trace = trace();
    String out = inFolder("out");
    List<String> arguments =
        switch (command) {
          case "diff" -> List.of("diff", trace, trace);
          case "--add" -> List.of("--add", trace, trace, "-o", out + ".folded");
          case "batch" -> List.of("batch", trace, "-o", out, "-f", "folded");
          case "convert" -> List.of(trace, "-o", out + ".folded");
          default -> List.of(command, trace);
        };
    String[] all = new String[arguments.size() + 2];
    arguments.toArray(all);
    all[arguments.size()] = "--proguard-map";
    all[arguments.size() + 1] = map;

    CommandRun run = run(all).isOk();
    boolean batch = command.equals("batch");
    String said = batch ? Files.readString(Path.of(out, "manifest.jsonl")) : run.err() + run.out();
    assertThat(said)
        .contains("skipped 1 line that heapconv does not understand, the first at line 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--cum", "info", "batch"})
  void mapThatCannotBeUsedIsNamedOnce(String command) {
    String trace = trace();
    String none = inFolder("none");
    String[] arguments =
        command.equals("batch")
            ? new String[] {"batch", trace, trace, "-o", inFolder("o"), "--proguard-map", none}
            : new String[] {command, trace, recording("names"), "--proguard-map", none};
    run(arguments).isOneLine(ExitStatus.INPUT, none + ": no such file");
    run(trace, "--proguard-map", trace, "-o", inFolder("x.pb"))
        .isOneLine(ExitStatus.INPUT, trace + ": not a map of R8 or ProGuard");
    run(trace, "--proguard-map", "com.example=").isUsageError("--proguard-map needs a file");
    String folder = Path.of(trace).getParent().toString();
    run(trace, "--proguard-map", folder).isUsageError("'" + folder + "' is a directory");
  }
}
