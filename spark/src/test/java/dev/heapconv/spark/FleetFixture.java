package dev.heapconv.spark;

import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the job in this process, on two threads. */
abstract class FleetFixture {

  @TempDir Path folder;
  private final Map<String, String> before = new TreeMap<>();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private final PrintStream err = System.err;
  Path tables;

  @BeforeEach
  void masterIsThisProcess() {
    SparkHome.assumeSparkRunsHere();
    set("spark.master", "local[2]");
    set("spark.ui.enabled", "false");
    set("spark.sql.shuffle.partitions", "2");
    tables = folder.resolve("tables");
  }

  /** Inputs of a job over many recordings: in the nightly build all, with what lies beside them. */
  static List<Path> recordings() {
    Path folder = TestData.own("heapprofd");
    return Effort.isNightly() ? List.of(folder) : TestData.list(folder, ".pftrace").subList(0, 12);
  }

  void set(String property, String value) {
    before.put(property, "");
    System.setProperty(property, value);
  }

  @AfterEach
  void restore() {
    before.keySet().forEach(System::clearProperty);
    System.setErr(err);
  }

  /** Runs the job; its messages are those of this run only. */
  int run(Object... arguments) {
    messages.reset();
    System.setErr(new PrintStream(messages, true, StandardCharsets.UTF_8));
    List<String> all = new ArrayList<>(List.of("-o", tables.toString()));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    int status = Fleet.run(all.toArray(String[]::new));
    System.setErr(err);
    return status;
  }

  String messages() {
    return messages.toString(StandardCharsets.UTF_8);
  }
}
