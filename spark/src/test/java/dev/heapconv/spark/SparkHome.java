package dev.heapconv.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heapconv.testing.NotTested;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * An installation of Spark without its scripts: a folder {@code jars} with links to the jars that
 * Maven resolved. What the scripts do, starting Java with the right options, is done here.
 */
final class SparkHome {

  /** The documentation of Spark 4.1 names Java 17 and 21; its Hadoop cannot run on 24 and newer. */
  private static final int NEWEST_JAVA = 21;

  /** For any Java of a test: it ends before optimized code would pay. */
  static final String QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private static final String CLASS_PATH = "heapconv.spark.class-path";

  private final Path folder;

  private SparkHome(Path folder) {
    this.folder = folder;
  }

  /** Skips the test that asks where this Spark does not run, and says why. */
  static void assumeSparkRunsHere() {
    int java = Runtime.version().feature();
    NotTested.unless(
        java <= NEWEST_JAVA,
        "fleets on Spark",
        "Spark 4.1 runs on Java 17 to " + NEWEST_JAVA + ", this is Java " + java);
    NotTested.unless(
        File.separatorChar == '/', "fleets on Spark", "Hadoop needs winutils.exe on Windows");
  }

  /**
   * Makes an installation; skips the test where there can be none.
   *
   * @param folder emptied first; also where the processes of Spark work
   */
  static SparkHome in(Path folder) throws IOException {
    assumeSparkRunsHere();
    Path classPath = Path.of(System.getProperty(CLASS_PATH, "home/target/class-path"));
    assumeTrue(
        Files.exists(classPath),
        () -> "no list of Spark's jars: " + classPath + " (./mvnw -pl spark -am verify makes it)");
    FileUtil.fullyDelete(folder.toFile());
    Path jars = Files.createDirectories(folder.resolve("jars"));
    for (String jar : Files.readString(classPath).trim().split(File.pathSeparator)) {
      Path target = Path.of(jar);
      Files.createSymbolicLink(jars.resolve(target.getFileName()), target);
    }
    return new SparkHome(folder);
  }

  /** Where logs are. */
  Path logs() throws IOException {
    return Files.createDirectories(folder.resolve("logs"));
  }

  /** Where workers keep the files of executors. */
  Path work() {
    return folder.resolve("work");
  }

  /**
   * Starts a main class of Spark.
   *
   * @param log takes its standard error
   * @param out takes its standard output
   */
  Process start(Redirect out, Path log, String mainClass, List<String> arguments)
      throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Collections.addAll(command, JavaModuleOptions.defaultModuleOptionArray());
    Collections.addAll(command, QUICK_START.split(" "));
    command.addAll(List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of("-cp", folder.resolve("jars") + "/*", mainClass));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out)
            .redirectError(log.toFile());
    // Nothing of a Spark that is installed here may have a say.
    builder.environment().keySet().removeIf(name -> name.startsWith("SPARK_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                folder.toString(),
                // What killed processes leave behind goes with the build.
                "SPARK_LOCAL_DIRS",
                temporary.toString(),
                "SPARK_LOCAL_IP",
                "127.0.0.1",
                "SPARK_SCALA_VERSION",
                "2.13"));
    return builder.start();
  }
}
