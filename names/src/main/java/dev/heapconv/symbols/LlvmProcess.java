package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;

/**
 * A running llvm-symbolizer. One thread writes addresses to it and another reads its answers, so
 * that neither side ever waits for the other to empty a pipe.
 */
final class LlvmProcess implements Closeable {

  private static final int WAITING_ANSWERS = 1024;
  private static final int EXIT_SECONDS = 5;

  /**
   * @param lines innermost first; empty if it knows no function
   * @param error what it said instead of an answer; empty if it answered
   * @param failure how the process ended; empty while it runs
   */
  record Answer(long address, List<SourceLine> lines, String error, String failure) {

    static Answer failed(String failure) {
      return new Answer(0, List.of(), "", failure);
    }
  }

  private final Process process;
  private final long[] addresses;
  private final int first;
  private final BlockingQueue<Answer> answers = new ArrayBlockingQueue<>(WAITING_ANSWERS);
  private final Thread writer = new Thread(this::write, "llvm-symbolizer addresses");
  private final Thread reader = new Thread(this::read, "llvm-symbolizer answers");

  /**
   * @param first index of the first address to ask for
   */
  LlvmProcess(Path program, Path file, long[] addresses, int first) throws IOException {
    this.addresses = addresses;
    this.first = first;
    ProcessBuilder builder =
        new ProcessBuilder(
            program.toString(),
            "--obj=" + file,
            "--output-style=JSON",
            "--inlining",
            "--no-demangle");
    // It would ask these servers for every file without debug information, for minutes.
    builder.environment().keySet().removeIf(name -> name.startsWith("DEBUGINFOD_"));
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    process = builder.start();
    writer.setDaemon(true);
    reader.setDaemon(true);
    writer.start();
    reader.start();
  }

  /**
   * The answer for the next address.
   *
   * @throws InterruptedIOException if the thread is interrupted
   */
  Answer next(Duration timeOut) throws InterruptedIOException {
    try {
      Answer answer = answers.poll(timeOut.toMillis(), TimeUnit.MILLISECONDS);
      return answer != null
          ? answer
          : Answer.failed("did not answer within " + timeOut.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private void write() {
    try (Writer out =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII))) {
      for (int i = first; i < addresses.length; i++) {
        out.write("0x" + Long.toHexString(addresses[i]) + "\n");
      }
    } catch (IOException e) {
      // The process has ended, as its answers show.
    }
  }

  private void read() {
    try (InputStream in = process.getInputStream();
        LlvmAnswers parser = new LlvmAnswers(in)) {
      int next = first;
      for (Answer answer; next < addresses.length && (answer = parser.next()) != null; next++) {
        if (answer.address() != addresses[next]) {
          answers.put(Answer.failed("answered for another address"));
          return;
        }
        answers.put(answer);
      }
      if (next < addresses.length) {
        boolean exited = process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
        String status = exited ? " with status " + process.exitValue() : "";
        answers.put(Answer.failed("stopped" + status));
      }
    } catch (JacksonException | IOException e) {
      failed("printed something that is not an answer");
    } catch (InterruptedException e) {
      // Nobody waits for answers any more.
    }
  }

  private void failed(String failure) {
    try {
      answers.put(Answer.failed(failure));
    } catch (InterruptedException e) {
      // Nobody waits for answers any more.
    }
  }

  @Override
  public void close() {
    // A script whose program ends would go on with its next line, so it must end first.
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    writer.interrupt();
    reader.interrupt();
  }
}
