package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Describes what an input that no reader accepts is, or appears to be. */
final class UnsupportedInput {

  /** How many bytes of an input are examined. */
  private static final int HEAD_BYTES = 1024;

  /**
   * A kind of content that is recognized.
   *
   * @param start how it begins, after white space
   * @param words what else occurs near its beginning
   * @param isProfile whether it is definitely another kind of profile, from tools that also write
   *     heap profiles; otherwise only its beginning is known
   */
  private record Content(String start, List<String> words, boolean isProfile, String name) {

    boolean matches(String head) {
      if (!head.startsWith(start)) {
        return false;
      }
      for (String word : words) {
        if (!head.contains(word)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final String RUBY_OBJECTS =
      "a Ruby stackprof profile, which counts every n-th allocation but not its bytes";

  /** The first match describes the input. */
  private static final List<Content> CONTENTS =
      List.of(
          profile("--- contentionz", "a lock contention profile"),
          profile("--- contention:", "a lock contention profile"),
          profile("--- mutex:", "a lock contention profile"),
          profile("--- threadz", "a list of threads"),
          profile("--- Thread", "a list of threads"),
          profile("goroutine profile:", "a Go goroutine profile"),
          profile("threadcreate profile:", "a Go thread creation profile"),
          profile("goroutine ", "a Go stack dump"),
          profile("--- profile", "a CPU profile"),
          profile(
              "FLR\0",
              "a JDK Flight Recorder recording; convert its allocations to pprof first, with their"
                  + " bytes, for instance with async-profiler's jfrconv --alloc --total"),
          stackprof("cpu", "a Ruby stackprof profile of CPU time"),
          stackprof("wall", "a Ruby stackprof profile of wall clock time"),
          stackprof("object", RUBY_OBJECTS),
          stackprof("", "a Ruby stackprof profile"),
          json("a Ruby stackprof profile", "\"mode\"", "\"gc_samples\""),
          profile(
              "JAVA PROFILE 1.0",
              "a Java heap dump (hprof), which lists objects but not their allocation sites"),
          json(
              "a V8 heap snapshot, which lists objects but not their allocation sites; record a"
                  + " sampling heap profile (.heapprofile) instead",
              "\"snapshot\"",
              "\"meta\""),
          json("a V8 CPU profile", "\"nodes\"", "\"callFrame\""),
          json("a V8 CPU profile", "\"nodes\"", "\"startTime\""),
          json("a Chrome trace; heap profiles are in Perfetto traces", "\"traceEvents\""),
          json("a Speedscope file, which does not link counts with bytes", "speedscope"),
          other("\u00ff\u00d8\u00ff", "a JPEG image"),
          other("\u0089PNG", "a PNG image"),
          other("%PDF", "a PDF document"),
          other("\u007fELF", "an ELF binary"),
          other("PERFILE2", "a Linux perf recording"),
          other("{", "JSON"),
          other("[", "JSON"));

  private static Content profile(String start, String name) {
    return new Content(start, List.of(), true, name);
  }

  private static Content json(String name, String... words) {
    return new Content("{", List.of(words), true, name);
  }

  /** Ruby's Marshal format, version 4.8, of a hash whose first key is the version. */
  private static Content stackprof(String mode, String name) {
    List<String> words =
        mode.isEmpty()
            ? List.of(":\fversion", ":\tmode")
            : List.of(":\fversion", ":\tmode", ":" + (char) (mode.length() + 5) + mode);
    return new Content("\u0004\b{", words, true, name);
  }

  private static Content other(String start, String name) {
    return new Content(start, List.of(), false, name);
  }

  private UnsupportedInput() {}

  static HeapConvException explain(Input input) {
    byte[] head = input.head();
    if (head.length == 0) {
      String damage = input.damage();
      return HeapConvException.input(
          ErrorId.EMPTY_INPUT, input.name(), damage == null ? "the file is empty" : damage);
    }
    byte[] begin = Arrays.copyOf(head, Math.min(head.length, HEAD_BYTES));
    String text = new String(begin, StandardCharsets.ISO_8859_1);
    for (Content content : CONTENTS) {
      if (content.matches(text.stripLeading())) {
        return content.isProfile()
            ? notAHeapProfile(input, content.name())
            : unknown(input, "it looks like " + content.name());
      }
    }
    if (isGperftoolsCpuProfile(head)) {
      return notAHeapProfile(input, "a gperftools CPU profile");
    }
    return unknown(input, Input.isText(begin) ? "it looks like text" : "unknown binary data");
  }

  private static HeapConvException notAHeapProfile(Input input, String content) {
    return HeapConvException.input(ErrorId.NOT_A_HEAP_PROFILE, input.name(), content);
  }

  private static HeapConvException unknown(Input input, String appearance) {
    return HeapConvException.input(ErrorId.UNKNOWN_FORMAT, input.name(), appearance);
  }

  /** Words 0, 3, 0, period, 0, of 4 or 8 bytes. */
  private static boolean isGperftoolsCpuProfile(byte[] head) {
    for (int word = 4; word <= 8; word += 4) {
      if (head.length >= 5 * word
          && value(head, 0, word) == 0
          && value(head, word, word) == 3
          && value(head, 2 * word, word) == 0
          && value(head, 3 * word, word) > 0
          && value(head, 4 * word, word) == 0) {
        return true;
      }
    }
    return false;
  }

  private static long value(byte[] head, int at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | head[at + i] & 0xff;
    }
    return value;
  }
}
