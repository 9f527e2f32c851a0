package dev.heapconv.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Every error and warning there is, each with the text of its message. The names never change:
 * manifests and JSON carry them.
 *
 * <p>A text has places to fill, in order: <code>{limit}</code> is filled with a value as it is,
 * <code>{count:line|lines}</code> with a number and one of the two words. Messages of errors follow
 * the name of an input or output and a colon. {@code errors.properties} beside this class says of
 * each what it means and what to do; {@code docs/errors.md} is made of both.
 */
public enum ErrorId {
  // Inputs, whatever their format
  NO_SUCH_FILE("no such file"),
  NOT_A_FILE("not a regular file"),
  IS_DIRECTORY("is a directory, not a file"),
  PERMISSION_DENIED("permission denied"),
  UNREADABLE("cannot be read: {reason}"),
  EMPTY_INPUT("nothing to read: {reason}"),
  UNKNOWN_FORMAT(
      "not a heap profile of a known format ({appearance}); expected a Perfetto trace or another"
          + " supported heap profile"),
  NOT_A_HEAP_PROFILE("not a heap profile but {content}"),
  NO_HEAP_PROFILE("no heap profile: {reason}"),
  BAD_JSON("{position}: not valid JSON, or cut off"),
  BAD_HEADER("line {line}: {problem}"),
  BAD_LINE("line {line}: {problem}"),
  BAD_LINES(
      "skipped {count:line|lines} that could not be understood, the first at line {line}:"
          + " {problem}",
      ""),
  NO_SAMPLES("the profile holds no samples", ""),
  CHANGED_WHILE_READ("the file changed while it was read", ""),

  // Archives and compression
  NOT_AN_ARCHIVE("not a zip or tar archive, so it has no members"),
  DAMAGED_ARCHIVE("cannot be read to its end: {damage}"),
  NO_SUCH_MEMBER("the archive has no member {member}"),
  NO_PROFILE_IN_ARCHIVE("no profile in this archive (looked at {count:file|files})"),

  // Limits against hostile inputs
  NESTED_TOO_DEEP("archives or compression are nested more than {limit:level|levels} deep"),
  INFLATES_TOO_MUCH("inflates to more than {ratio} times its size, as no recording does"),
  PACKET_TOO_LARGE(
      "the packet at byte {offset} takes at least {size} bytes, more than the limit of {limit}"),
  TOO_LARGE("larger than the limit of {limit} bytes"),
  LINE_TOO_LONG("line {line} is longer than the limit of {limit} bytes"),
  DEEP_STACK("stacks of more than {limit} frames were cut", ""),
  STACK_TOO_DEEP("{count:stack is|stacks are} deeper than {limit} frames and cut at the leaf", ""),

  // What was selected
  NOTHING_SELECTED("no such process or heap; the recording holds {heaps}"),
  NO_SUCH_DUMP("no such dump; the selected heaps have {count:dump|dumps}"),
  NO_SUCH_VIEW("no view '{view}'; the profile has {views}"),
  NO_SUCH_COLUMN("no column '{column}' to sort by; the views are {views}"),

  // Sampling
  UNKNOWN_INTERVAL("{recording} does not state its sampling interval; {assumption}", ""),
  INTERVAL_IGNORED(
      "the given sampling interval is not applied: the producer has scaled this profile already",
      ""),
  SAMPLING_OFF(
      "sampling was off (interval 0) when this profile was taken; set TCMALLOC_SAMPLE_PARAMETER",
      ""),

  // Perfetto traces
  TRUNCATED_TRACE("{damage}", "; every complete dump was converted"),
  MALFORMED_PACKET(
      "{count:packet is|packets are} damaged, the first at byte {offset}", "; skipped"),
  NO_COMPLETE_DUMP("no complete heap dump: {reason}"),
  UNFINISHED_DUMP("the trace ends inside a heap dump, which was left out", ""),
  STREAMING_ALLOCATIONS(
      "no profile can be made of allocations that were streamed without their stacks ({totals});"
          + " record without stream_allocations",
      "; they were left out"),
  RECORDED_TWICE(
      "{heap}: recorded by {sessions} sessions in this trace; their numbers appear side by side and"
          + " add up",
      ""),
  UNKNOWN_CALLSTACK(
      "left out {count:sample of a callstack|samples of callstacks} that the trace never defines",
      ""),
  UNKNOWN_REFERENCE(
      "{count:frame, mapping or name is|frames, mappings or names are} used but never defined, and"
          + " shown as unknown",
      ""),
  MISSING_PROFILE_PACKETS(
      "{count:profile packet is|profile packets are} missing from the trace (was the trace buffer"
          + " too small?); some allocations are not counted",
      ""),
  DROPPED_PACKETS(
      "the tracing service dropped packets of {count:profile sequence|profile sequences}; some"
          + " allocations may not be counted",
      ""),
  LOST_TRACE_DATA(
      "the tracing service lost {count:chunk|chunks} of trace data (the trace buffer was too"
          + " small); some allocations may not be counted",
      ""),
  LOST_TRACE_PATCHES("the tracing service lost {count:patch|patches} of trace data", ""),

  // What heapprofd says went wrong
  REJECTED_CONCURRENT(
      "{heap}: another session was profiling this process already; this session recorded nothing of"
          + " it",
      ""),
  BUFFER_OVERRAN(
      "{heap}: the profiler's shared memory ran full and profiling stopped early; what was"
          + " allocated afterwards is missing (raise shmem_size_bytes or the sampling interval)",
      ""),
  BUFFER_CORRUPTED(
      "{heap}: the profiler's shared memory was corrupted and profiling stopped early; numbers are"
          + " too low",
      ""),
  HIT_GUARDRAIL(
      "{heap}: the profiler reached its own limit of CPU time or memory and stopped early; numbers"
          + " are too low",
      ""),
  DISCONNECTED(
      "{heap}: the process disconnected from the profiler before the end of the trace; if it did"
          + " not end then, what it allocated afterwards is missing",
      ""),
  CLIENT_TIMEOUT(
      "{heap}: the process waited too long for the profiler and profiling stopped early; numbers"
          + " are too low",
      ""),
  CLIENT_STACK_BOUNDS(
      "{heap}: the profiler could not find the bounds of a thread's stack and stopped early;"
          + " numbers are too low",
      ""),

  // Text dumps
  TRUNCATED_DUMP("{damage}", "; what was read was converted"),
  BIASED_DUMP(
      "this dump holds plain sums (jemalloc before 5.3, or prof_unbias:false): stacks that mix"
          + " sizes may lose up to 80 % of their objects, as their intervals show; record with"
          + " jemalloc 5.3 or later",
      ""),

  // pprof and V8 profiles
  TRUNCATED_PROFILE("the profile is not complete: {damage}"),
  DAMAGED_PROFILE("the pprof profile is cut off or damaged near byte {offset} of {size}"),
  BROKEN_REFERENCES(
      "{count:reference|references} to missing texts, locations, functions or mappings",
      ", which are left out"),
  NEGATIVE_VALUES(
      "{count:negative value counts|negative values count} as 0; differences of profiles have them",
      ""),
  SUMMED_ROWS(
      "rows of this raw profile sum several samples: where they mix sizes, object counts are too"
          + " low, as their intervals show",
      ""),
  BAD_HEAPPROFILE("not a V8 heap profile: {problem}"),

  // Series of Fuchsia's memory sampler
  NOT_FUCHSIA("not a profile of Fuchsia's memory sampler; only these come in lifetime series"),
  NO_SERIES_NAME("not named PROCESS_partial_N or PROCESS_final_N, which shows its place"),
  MIXED_PROCESSES("belongs to process {process}, others to {other}: use one process at a time"),
  MIXED_GENERATIONS(
      "comes from another generation of the sampler than the profiles before it ({scheme} instead"
          + " of {expected} numbers)"),
  MISSING_FINAL(
      "the final profile of {process} is missing",
      ": partial profile {number} replaces it, and what came later is lost"),
  TWO_FINALS("a series has one final profile, and {other} is it"),
  REPEATED_PARTIAL("partial profile {number} is there twice"),

  // Sample logs
  NO_HEADER("the log ends before its first header is complete"),
  BAD_RECORD("line {line}: {problem}"),
  BAD_RECORDS(
      "skipped {count:record|records} that could not be understood, the first at line {line}:"
          + " {problem}",
      ""),
  TRUNCATED_LOG("{damage}", "; what was read was converted"),
  UNKNOWN_FREES(
      "{count:free of an address that was|frees of addresses that were} not live (not sampled, or"
          + " allocated before the log)",
      ""),

  // Outputs and batches
  CANNOT_WRITE("cannot be written: {reason}"),
  CANNOT_WRITE_MANIFEST("the manifest cannot be written: {reason}"),
  NO_SUCH_FOLDER("no such folder"),
  DISK_FULL("no space is left"),
  BATCH_EXISTS("holds an earlier batch"),
  BATCH_RUNNING("another batch is writing to this folder; wait for it, or choose another folder"),
  DAMAGED_FLEET_PART("this part of the fleet's totals was damaged and has been deleted"),
  OUT_OF_MEMORY("needs more memory than there is"),
  INTERNAL_ERROR("internal error: {problem}");

  /** Whether an id stands for an error, a warning, or either as the case may be. */
  public enum Kind {
    ERROR,
    WARNING,
    /** A warning where something is left to convert, under strict reading an error. */
    EITHER
  }

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final String text;
  private final @Nullable String outcome;

  /** An error. */
  ErrorId(String text) {
    this(text, null);
  }

  /**
   * A warning, and an error too where there is an outcome.
   *
   * @param outcome what a warning says more than the error does; null for errors only
   */
  ErrorId(String text, @Nullable String outcome) {
    this.text = text;
    this.outcome = outcome;
  }

  /** Its name in JSON and manifests, in kebab-case: {@code truncated-trace}. */
  public String wireName() {
    return wireName;
  }

  /** The id of a name, as a manifest has it. */
  public static Optional<ErrorId> ofWireName(String name) {
    for (ErrorId id : values()) {
      if (id.wireName.equals(name)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  public Kind kind() {
    if (outcome == null) {
      return Kind.ERROR;
    }
    return outcome.isEmpty() ? Kind.WARNING : Kind.EITHER;
  }

  /** The text of its messages with places to fill; of either kind, as a warning has it. */
  public String text() {
    return outcome == null ? text : text + outcome;
  }

  /** What it means for the result, in a sentence or two. */
  public String meaning() {
    return Explanations.of(wireName + ".meaning");
  }

  /** What to do about it. */
  public String remedy() {
    return Explanations.of(wireName + ".remedy");
  }

  /** The message of an error. */
  String error(Object... values) {
    return filled(text, values);
  }

  /** The message of a warning. */
  String warning(Object... values) {
    return filled(text(), values);
  }

  private String filled(String template, Object[] values) {
    StringBuilder message = new StringBuilder();
    int from = 0;
    int value = 0;
    for (int open; (open = template.indexOf('{', from)) >= 0; ) {
      int close = template.indexOf('}', open);
      if (value == values.length) {
        throw new IllegalArgumentException(this + " has more places than values");
      }
      message.append(template, from, open);
      append(message, template.substring(open + 1, close), values[value++]);
      from = close + 1;
    }
    if (value < values.length) {
      throw new IllegalArgumentException(this + " has fewer places than values");
    }
    return message.append(template, from, template.length()).toString();
  }

  private static void append(StringBuilder message, String place, Object value) {
    message.append(value);
    int one = place.indexOf(':') + 1;
    if (one > 0) {
      int many = place.indexOf('|') + 1;
      boolean single = ((Number) value).longValue() == 1;
      message.append(' ').append(single ? place.substring(one, many - 1) : place.substring(many));
    }
  }

  /** Loaded only where somebody wants to know more than the message says. */
  private static final class Explanations {
    private static final Map<String, String> TEXTS = load();

    static String of(String key) {
      return Objects.requireNonNull(TEXTS.get(key), key);
    }

    private static Map<String, String> load() {
      Properties properties = new Properties();
      try (InputStream in = ErrorId.class.getResourceAsStream("errors.properties")) {
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Map<String, String> texts = new HashMap<>();
      properties.forEach((key, text) -> texts.put((String) key, (String) text));
      return Map.copyOf(texts);
    }
  }
}
