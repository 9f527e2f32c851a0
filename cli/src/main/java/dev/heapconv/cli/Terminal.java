package dev.heapconv.cli;

import dev.heapconv.text.TerminalText;
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

  /** Removes what a line of progress has written, from a terminal. */
  static final String ERASE = "\r\u001b[K";

  /**
   * The streams of this process. Java cannot tell which of them are terminals; the launcher script
   * can, and passes the answer in the property {@code heapconv.terminals}: {@code out}, {@code
   * err}, both or neither.
   */
  static Terminal system() {
    String terminals = System.getProperty("heapconv.terminals", "");
    return new Terminal(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        terminals.contains("out"),
        terminals.contains("err"));
  }

  /**
   * Prints a line for people: never part of a result. Control characters of the data are made
   * visible.
   */
  void message(String text) {
    String line = TerminalText.printable(text);
    err.println(errIsTerminal ? ERASE + line : line);
  }
}
