package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Describes what an input that no reader accepts is, or appears to be. */
final class UnsupportedInput {

  /** How many bytes of an input tell text from binary data. */
  private static final int BYTES_TO_JUDGE = 1024;

  /**
   * A kind of content that is recognized.
   *
   * @param start how it begins, after white space
   * @param words what else occurs near its beginning
   * @param id {@link ErrorId#NOT_A_HEAP_PROFILE} if it is definitely another kind of profile, from
   *     tools that also write heap profiles; {@link ErrorId#UNSUPPORTED_FORMAT} if it shows memory
   *     by stack; {@link ErrorId#UNKNOWN_FORMAT} if only its beginning is known
   * @param advice how to get something that is read; for an unsupported format
   */
  private record KnownContent(
      String start, List<String> words, ErrorId id, String name, String advice) {

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

  private static final String OTHER_ALLOCATORS =
      "record the program with heapprofd, jemalloc or gperftools instead";
  private static final String SAMPLE_LOG =
      "record with heapprofd instead, or write what it has as a sample log";

  private static final String DOTNET =
      "record allocations with a .NET profiler that writes pprof instead";
  private static final String OTLP_ADVICE = "export it as pprof instead";

  private static final KnownContent OTLP =
      unread("{", "an OTLP profile", OTLP_ADVICE, "\"resourceProfiles\"");
  private static final KnownContent FOLDED =
      unread(
          "",
          "a file of folded (collapsed) stacks",
          "convert the recording that they were made from");
  private static final Pattern FOLDED_LINE = Pattern.compile("[^;\\s][^\\n]* \\d+");

  /** The first match describes the input. */
  private static final List<KnownContent> CONTENTS =
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
              "a JDK Flight Recorder recording; convert it to pprof first, with bytes, for instance"
                  + " with async-profiler's jfrconv --alloc --total, or jfrconv --nativemem --total"
                  + " if native memory was recorded"),
          stackprof("cpu", "a Ruby stackprof profile of CPU time"),
          stackprof("wall", "a Ruby stackprof profile of wall clock time"),
          stackprof("object", RUBY_OBJECTS),
          stackprof("", "a Ruby stackprof profile"),
          json("a Ruby stackprof profile", "\"mode\"", "\"gc_samples\""),
          profile(
              "JAVA PROFILE 1.0",
              "a Java heap dump (hprof), which lists objects but not their allocation sites; record"
                  + " these with heapprofd (heap com.android.art) or a Java profiler that writes"
                  + " pprof instead"),
          unread("{", "a DHAT profile", OTHER_ALLOCATORS, "\"dhatFileVersion\""),
          unread(
              "desc:",
              "a Massif profile",
              OTHER_ALLOCATORS,
              "\ncmd:",
              "\ntime_unit:",
              "#-----------"),
          unread("v ", "a heaptrack recording", OTHER_ALLOCATORS, "\nX "),
          unread("\u0001", "a bytehound recording", OTHER_ALLOCATORS, "bytehound"),
          unread("memray\0", "a memray recording", SAMPLE_LOG),
          unread("\u0080", "a tracemalloc snapshot", SAMPLE_LOG, "tracemalloc", "Snapshot"),
          unread("{", "a Scalene profile", SAMPLE_LOG, "\"alloc_samples\"", "\"elapsed_time_sec\""),
          profile(
              "\u0014\0\0\0!FastSerialization.",
              "a .NET heap dump (gcdump), which lists objects but not their allocation sites; "
                  + DOTNET),
          unread("Nettrace", "a .NET trace (nettrace)", DOTNET),
          ruby("\"type\":\"ROOT\"", "\"root\""),
          ruby("\"address\":\"0x", "\"type\":\""),
          firefox("\"preprocessedProfileVersion\""),
          firefox("\"processType\""),
          firefox("\"subcategories\""),
          OTLP,
          json(
              "a V8 heap snapshot, which lists objects but not their allocation sites; record a"
                  + " sampling heap profile (.heapprofile) instead",
              "\"snapshot\"",
              "\"meta\""),
          json("a V8 CPU profile", "\"nodes\"", "\"callFrame\""),
          json("a V8 CPU profile", "\"nodes\"", "\"startTime\""),
          json("a Chrome trace; heap profiles are in Perfetto traces", "\"traceEvents\""),
          json("a Speedscope file, which does not link counts with bytes", "speedscope.app/file"),
          other("\u00ff\u00d8\u00ff", "a JPEG image"),
          other("\u0089PNG", "a PNG image"),
          other("%PDF", "a PDF document"),
          other("\u007fELF", "an ELF binary"),
          other("PERFILE2", "a Linux perf recording"),
          other("{", "JSON"),
          other("[", "JSON"));

  private static KnownContent profile(String start, String name) {
    return new KnownContent(start, List.of(), ErrorId.NOT_A_HEAP_PROFILE, name, "");
  }

  private static KnownContent json(String name, String... words) {
    return new KnownContent("{", List.of(words), ErrorId.NOT_A_HEAP_PROFILE, name, "");
  }

  private static KnownContent unread(String start, String name, String advice, String... words) {
    return new KnownContent(start, List.of(words), ErrorId.UNSUPPORTED_FORMAT, name, advice);
  }

  private static KnownContent firefox(String word) {
    return unread("{", "a Firefox profile", OTHER_ALLOCATORS, "\"meta\"", word);
  }

  private static KnownContent ruby(String... words) {
    return unread("{", "a Ruby heap dump (ObjectSpace.dump_all)", SAMPLE_LOG, words);
  }

  /** Ruby's Marshal format, version 4.8, of a hash whose first key is the version. */
  private static KnownContent stackprof(String mode, String name) {
    List<String> words =
        mode.isEmpty()
            ? List.of(":\fversion", ":\tmode")
            : List.of(":\fversion", ":\tmode", ":" + (char) (mode.length() + 5) + mode);
    return new KnownContent("\u0004\b{", words, ErrorId.NOT_A_HEAP_PROFILE, name, "");
  }

  private static KnownContent other(String start, String name) {
    return new KnownContent(start, List.of(), ErrorId.UNKNOWN_FORMAT, "it looks like " + name, "");
  }

  private UnsupportedInput() {}

  static HeapConvException explain(Input input) {
    byte[] head = input.head();
    if (head.length == 0) {
      String damage = input.damage();
      return HeapConvException.input(
          ErrorId.EMPTY_INPUT, input.name(), damage == null ? "the file is empty" : damage);
    }
    KnownContent content = content(head);
    if (content.id() == ErrorId.UNSUPPORTED_FORMAT) {
      return HeapConvException.input(
          ErrorId.UNSUPPORTED_FORMAT, input.name(), content.name(), content.advice());
    }
    return HeapConvException.input(content.id(), input.name(), content.name());
  }

  /** Whether it is certain what an input is. */
  static boolean isKnown(byte[] head) {
    return content(head).id() != ErrorId.UNKNOWN_FORMAT;
  }

  /** The formats that show memory by stack and are recognized, but not read, each with advice. */
  static Map<String, String> unread() {
    Map<String, String> unread = new LinkedHashMap<>();
    for (KnownContent content : CONTENTS) {
      if (content.id() == ErrorId.UNSUPPORTED_FORMAT) {
        unread.put(content.name(), content.advice());
      }
    }
    unread.put(FOLDED.name(), FOLDED.advice());
    return unread;
  }

  private static KnownContent content(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    String stripped = text.stripLeading();
    for (KnownContent content : CONTENTS) {
      if (content.matches(stripped)) {
        return content;
      }
    }
    if (isGperftoolsCpuProfile(head)) {
      return profile("", "a gperftools CPU profile");
    }
    if (Input.isText(Arrays.copyOf(head, Math.min(head.length, BYTES_TO_JUDGE)))) {
      return isFolded(text) ? FOLDED : other("", "text");
    }
    return Input.isOtlp(head)
        ? OTLP
        : new KnownContent("", List.of(), ErrorId.UNKNOWN_FORMAT, "unknown binary data", "");
  }

  /** Whether the first lines are stacks, {@code outer;...;leaf number}. */
  private static boolean isFolded(String text) {
    int end = text.lastIndexOf('\n');
    List<String> lines =
        text.substring(0, end < 0 ? text.length() : end).lines().limit(20).toList();
    return lines.stream().anyMatch(line -> line.contains(";"))
        && lines.stream().allMatch(line -> FOLDED_LINE.matcher(line).matches());
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
