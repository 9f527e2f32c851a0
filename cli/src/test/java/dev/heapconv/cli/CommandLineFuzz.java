package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What holds for any command line and any standard input: one of the documented statuses, an
 * explanation of every failure, and the same again. Fails by throwing. A fuzzer calls it ({@code
 * benchmarks/fuzz.sh}), and {@link CommandLineFuzzTest} with what the fuzzer has found.
 *
 * <p>An input has an argument on each line, then an empty line, then standard input. Command lines
 * that could read or write files are left out.
 */
public final class CommandLineFuzz {

  private static final List<Integer> STATUSES =
      List.of(ExitStatus.OK, ExitStatus.USAGE, ExitStatus.INPUT, ExitStatus.SOME_INPUTS_FAILED);

  private CommandLineFuzz() {}

  /** The entry point of the fuzzer. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\n\n");
    if (end < 0) {
      return;
    }
    String[] args =
        new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toArray(String[]::new);
    if (!Arrays.stream(args).allMatch(CommandLineFuzz::isHarmless)) {
      return;
    }
    byte[] in = Arrays.copyOfRange(bytes, end + 2, bytes.length);
    CommandRun run = run(args, in);
    assertThat(run.status()).as(run.err()).isIn(STATUSES);
    if (run.status() != ExitStatus.OK) {
      assertThat(run.err()).contains("heapconv: ");
    }
    assertThat(run.err()).doesNotContain("internal error");
    CommandRun again = run(args, in);
    assertThat(again.status()).isEqualTo(run.status());
    assertThat(again.err()).isEqualTo(run.err());
    assertThat(again.bytes()).isEqualTo(run.bytes());
  }

  private static CommandRun run(String[] args, byte[] in) {
    return CommandRun.of(new ByteArrayInputStream(in), false, args);
  }

  /** Whether an argument leaves the file system alone. */
  private static boolean isHarmless(String arg) {
    // No outputs, also not as -qo, and no folders.
    return !arg.startsWith("--o")
        && !(arg.startsWith("-") && !arg.startsWith("--") && arg.contains("o"))
        && !arg.equals("batch")
        && !arg.equals("add")
        && !arg.contains("/")
        && !arg.contains("\\");
  }
}
