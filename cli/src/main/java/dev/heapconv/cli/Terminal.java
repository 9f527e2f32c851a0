package dev.heapconv.cli;

import dev.heapconv.io.BlockStream;
import dev.heapconv.io.TerminalText;
import dev.heapconv.show.TableOptions;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The streams that a command reads and writes, and which of them are terminals.
 *
 * @param outIsTerminal whether a person reads {@code out} as it is written
 * @param errIsTerminal whether a person reads {@code err} as it is written
 */
record Terminal(
    InputStream in,
    OutputStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal) {

  private static final int MIN_COLUMNS = 40;
  private static final int MAX_COLUMNS = 500;

  /** Removes what a line of progress has written, from a terminal. */
  static final String ERASE = "\r\u001b[K";

  /**
   * The streams of this process. Java cannot tell which of them are terminals, nor how wide these
   * are; the launcher script can. It says so in the properties {@code heapconv.terminals}, which is
   * {@code out}, {@code err}, both or neither, and {@code heapconv.columns}.
   */
  static Terminal system() {
    String terminals = System.getProperty("heapconv.terminals", "");
    return new Terminal(
        BlockStream.of(new FileInputStream(FileDescriptor.in)),
        new FileOutputStream(FileDescriptor.out),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        terminals.contains("out"),
        terminals.contains("err"));
  }

  /** The width of what is printed to {@code out} for people. */
  int columns() {
    String columns = System.getProperty("heapconv.columns", "");
    return outIsTerminal && columns.matches("[0-9]{1,6}")
        ? Math.max(MIN_COLUMNS, Math.min(Integer.parseInt(columns), MAX_COLUMNS))
        : TableOptions.DEFAULT_WIDTH;
  }

  /** Prints a message for people, behind the name of the program: never part of a result. */
  void message(String text) {
    line("heapconv: " + text);
  }

  /** Prints a line of such a message. Control characters of the data are made visible. */
  void line(String text) {
    String printable = TerminalText.printable(text);
    err.println(errIsTerminal ? ERASE + printable : printable);
  }
}
