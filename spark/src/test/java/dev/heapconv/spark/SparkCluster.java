package dev.heapconv.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real cluster on this machine: a master and workers, each a process of its own that starts
 * executors as further processes. {@link #close} ends them all, as does the end of the tests.
 */
final class SparkCluster implements AutoCloseable {

  /** A core for each worker: a task that runs on one cannot run on another. */
  private static final int CORES_PER_WORKER = 1;

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Pattern MASTER_URL =
      Pattern.compile("Starting Spark master at (spark://[\\w.]+:\\d+)");

  private final SparkHome home;
  private final List<Process> processes = Collections.synchronizedList(new ArrayList<>());
  private final Thread atExit = new Thread(this::killAll);
  private final List<Process> workers = new ArrayList<>();
  private final String url;
  private int submissions;

  /** What a job did. */
  record Result(int status, String out, String err) {}

  /** A job on its way. */
  final class Submission {
    private final Process driver;
    private final Path out;
    private final Path err;

    private Submission(Process driver, Path out, Path err) {
      this.driver = driver;
      this.out = out;
      this.err = err;
    }

    boolean isRunning() {
      return driver.isAlive();
    }

    /**
     * Ends it at once when there is a file, as if its machine lost power.
     *
     * @throws AssertionError if it ends earlier by itself
     */
    void killWhenExists(Path file) throws InterruptedException {
      await(
          file + "; see " + err,
          () -> {
            if (!driver.isAlive()) {
              throw new AssertionError("the job ended before " + file + "; see " + err);
            }
            return Files.exists(file);
          });
      kill(driver);
    }

    /** Waits for its end. */
    Result result() throws IOException, InterruptedException {
      if (!driver.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        kill(driver);
        throw new AssertionError("the job has not ended; see " + err);
      }
      return new Result(driver.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

  private SparkCluster(SparkHome home, int workerCount) throws IOException, InterruptedException {
    this.home = home;
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      url = startMaster();
      for (int worker = 0; worker < workerCount; worker++) {
        workers.add(startWorker(worker));
      }
      for (int worker = 0; worker < workerCount; worker++) {
        awaitText(
            log("worker-" + worker), "Successfully registered with master", workers.get(worker));
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /**
   * Starts a cluster and waits until it is complete.
   *
   * @param home in which its processes work
   */
  static SparkCluster start(SparkHome home, int workers) throws IOException, InterruptedException {
    return new SparkCluster(home, workers);
  }

  private String startMaster() throws IOException, InterruptedException {
    Path log = log("master");
    Process master =
        daemon(
            log,
            "org.apache.spark.deploy.master.Master",
            List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
    awaitText(log, "I have been elected leader", master);
    Matcher found = MASTER_URL.matcher(Files.readString(log));
    if (!found.find()) {
      throw new AssertionError("the master does not say where it is; see " + log);
    }
    return found.group(1);
  }

  private Process startWorker(int worker) throws IOException {
    return daemon(
        log("worker-" + worker),
        "org.apache.spark.deploy.worker.Worker",
        List.of(
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--webui-port",
            "0",
            "--cores",
            Integer.toString(CORES_PER_WORKER),
            "--memory",
            "1g",
            "--work-dir",
            workFolder(worker).toString(),
            url));
  }

  private Process daemon(Path log, String mainClass, List<String> arguments) throws IOException {
    Process process = home.start(Redirect.DISCARD, log, mainClass, arguments);
    processes.add(process);
    return process;
  }

  private Path log(String name) throws IOException {
    return home.logs().resolve(name + ".log");
  }

  private Path workFolder(int worker) {
    return home.work().resolve("worker-" + worker);
  }

  /** Where it can be reached. */
  String url() {
    return url;
  }

  /**
   * Submits a job, as {@code spark-submit} does.
   *
   * @param master {@link #url}, or {@code local[2]} to leave the cluster alone
   * @param arguments options of {@code spark-submit}, the jar, and the arguments of the job
   */
  Submission submit(String master, List<String> arguments) throws IOException {
    submissions++;
    Path out = home.logs().resolve("job-" + submissions + ".out");
    Path err = log("job-" + submissions);
    List<String> all =
        new ArrayList<>(
            List.of(
                "--master",
                master,
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.executor.memory=512m",
                "--conf",
                "spark.executor.extraJavaOptions=" + SparkHome.QUICK_START));
    all.addAll(arguments);
    Process driver =
        home.start(Redirect.to(out.toFile()), err, "org.apache.spark.deploy.SparkSubmit", all);
    processes.add(driver);
    return new Submission(driver, out, err);
  }

  /** Waits until an executor of a worker has begun a task of the job that runs. */
  void awaitTaskOn(int worker) throws InterruptedException {
    Path work = workFolder(worker);
    await(
        "a task on worker " + worker,
        () -> {
          try (Stream<Path> files = Files.exists(work) ? Files.walk(work) : Stream.empty()) {
            return files
                .filter(file -> file.endsWith("stderr"))
                .anyMatch(file -> contains(file, "Running task"));
          } catch (IOException | UncheckedIOException e) {
            // A folder of it has just been deleted.
            return false;
          }
        });
  }

  /** Ends a worker and its executors at once, as if its machine lost power. */
  void kill(int worker) {
    kill(workers.get(worker));
  }

  private static void kill(Process process) {
    // First the worker: it would start others for executors that end.
    List<ProcessHandle> executors = process.descendants().toList();
    process.destroyForcibly();
    executors.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  @Override
  public void close() {
    killAll();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void killAll() {
    synchronized (processes) {
      processes.forEach(SparkCluster::kill);
    }
  }

  private static void awaitText(Path log, String text, Process process)
      throws InterruptedException {
    await(
        "'" + text + "' in " + log,
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("a process of the cluster has ended; see " + log);
          }
          return contains(log, text);
        });
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what);
      }
      Thread.sleep(50);
    }
  }
}
