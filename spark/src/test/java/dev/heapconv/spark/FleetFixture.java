package dev.heapconv.spark;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.cli.FleetCommand;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the job in this process, in the {@link TestSession}. */
abstract class FleetFixture {

  @TempDir Path folder;
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  Path tables;

  @BeforeEach
  void nameTables() {
    SparkHome.assumeSparkRunsHere();
    tables = folder.resolve("tables");
  }

  /** Inputs of a job over many recordings: in the nightly build all, with what lies beside them. */
  static List<Path> recordings() {
    Path folder = TestData.own("heapprofd");
    return Effort.isNightly() ? List.of(folder) : TestData.list(folder, ".pftrace").subList(0, 12);
  }

  /** Runs the job; its messages are those of this run only. */
  int run(Object... arguments) {
    List<String> all = new ArrayList<>(List.of("-o", tables.toString()));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    messages.reset();
    PrintStream err = System.err;
    System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
    try {
      return FleetCommand.run(FleetFixture::run, all.toArray(String[]::new));
    } finally {
      System.setErr(err);
    }
  }

  private static BatchResult run(FleetCommand command, String[] arguments) throws IOException {
    try (LocalFiles outputs = new LocalFiles()) {
      outputs.replaceOutputsOf(command);
      return new FleetRun(TestSession.SPARK, command, arguments, outputs).run();
    }
  }

  String messages() {
    return messages.toString(StandardCharsets.UTF_8);
  }
}
