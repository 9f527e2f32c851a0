package dev.heapconv.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All errors and warnings, with the texts of their messages. Their names never change, because
 * manifests and JSON output contain them.
 *
 * <p>A text has placeholders, which are filled in order: <code>{limit}</code> is replaced by a
 * value as it is, <code>{count:line|lines}</code> by a number and one of the two words. An error
 * message follows the name of an input or output and a colon. {@code errors.properties}, next to
 * this class, explains each error and states what to do about it; {@code docs/errors.md} is
 * generated from both.
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
  UNSUPPORTED_FORMAT("{format}, which heapconv does not read; {advice}"),
  NO_HEAP_PROFILE("no heap profile: {reason}"),
  BAD_JSON("{position}: not valid JSON, or cut off"),
  BAD_HEADER("line {line}: {problem}"),
  BAD_LINE("line {line}: {problem}"),
  BAD_LINES(
      "skipped {count:line|lines} that heapconv does not understand, the first at line {line}:"
          + " {problem}",
      Effect.ALL_TOO_LOW),
  SECOND_PROFILE(
      "{place}: the profile ends before here, and something follows; save each profile in a file of"
          + " its own"),
  BAD_MEMORY_MAP(
      "skipped {count:line|lines} of the memory map that heapconv does not understand, the first at"
          + " line {line}",
      ": functions in these mappings have no names",
      Effect.NAMES_ONLY),
  NO_MEMORY_MAP(
      "the dump has no memory map, so functions have no names; left out {count:innermost"
          + " frame|innermost frames} that all stacks share",
      Effect.NAMES_ONLY),
  NOTHING_UNDERSTOOD("nothing to convert: {problem}"),
  NO_SAMPLES("the profile contains no samples", Effect.NONE),
  NO_MATCHING_STACK("no stack matches: nothing is left of the profile", Effect.NONE),
  CHANGED_WHILE_READ(
      "the file changed while it was being read", "", Severity.WARNING, Effect.ALL_TOO_LOW),

  // Archives and compression
  NOT_AN_ARCHIVE("not a zip or tar archive, so it has no members"),
  DAMAGED_ARCHIVE("cannot be read completely: {damage}"),
  ARCHIVE_IN_ARCHIVE("is an archive in an archive; unpack the outer one first"),
  NO_SUCH_MEMBER("the archive has no member {member}"),
  ENCRYPTED_MEMBER("is encrypted; unpack the archive with its password first"),
  UNSUPPORTED_MEMBER(
      "is packed in a way that heapconv does not know; unpack the archive with another program"
          + " first"),
  SEVERAL_RECORDINGS("contains {count} recordings, but only one can be used here"),
  AMBIGUOUS_SYMBOLS(
      "contains {count} recordings and symbols, and does not say which recording the symbols belong"
          + " to"),
  UNREAD_MEMBERS(
      "left out {count:member|members} of the archive that heapconv cannot read, the first:"
          + " {problem}",
      Effect.ALL_TOO_LOW),
  NO_ZSTD("heapconv cannot decompress zstd on this system"),
  NO_PROFILE_IN_ARCHIVE("no profile in this archive (looked at {count:file|files})"),

  // Limits against hostile inputs
  NESTED_TOO_DEEP("compression is nested more than {limit:level|levels} deep"),
  INFLATES_TOO_MUCH("inflates to more than {ratio} times its size, far more than a real recording"),
  WINDOW_TOO_LARGE("decompressing zstd takes more memory than the limit of {limit} bytes"),
  HEADER_TOO_LARGE("the header of a member is longer than the limit of {limit} bytes"),
  PACKET_TOO_LARGE(
      "the packet at byte {offset} takes at least {size} bytes, more than the limit of {limit}"),
  TOO_LARGE("larger than the limit of {limit} bytes"),
  LINE_TOO_LONG("line {line} is longer than the limit of {limit} bytes"),
  DEEP_STACK("stacks of more than {limit} frames were cut", Effect.NAMES_ONLY),
  STACK_TOO_DEEP(
      "{count:stack is|stacks are} deeper than {limit} frames and cut at the leaf",
      Effect.NAMES_ONLY),

  // Selection
  NOTHING_SELECTED("no such process or heap; the recording contains {heaps}"),
  NO_SUCH_DUMP("no dump {dump}; there {dumps}"),
  MISSING_DUMP("left out {count:heap|heaps} without dump {dump}: {heaps}", Effect.NONE),
  OLDER_DUMPS(
      "live numbers are of different times: {count:heap was|heaps were} dumped last before the"
          + " others, the first {heap}, {seconds} s before {newest}",
      Effect.NONE),
  NO_SUCH_VIEW("no view '{view}'; the profile has {views}"),
  UNKNOWN_NOISE("{view} has no intervals, so heapconv cannot tell growth from noise"),
  NO_GROWTH("growth needs several dumps of a heap, but {reason}"),
  NO_SUCH_COLUMN("no column '{column}' to sort by; the views are {views}"),
  NO_DEVICE("finds no device in the names of {count:input|inputs}, such as {input}"),
  INPUTS_WITHOUT_DEVICE(
      "{count} of {all} inputs have no device, for example {input}; each counts as a separate"
          + " device",
      Effect.ASSUMPTION),
  NO_DATE("finds no date in the names of {count:input|inputs}, such as {input}"),
  INPUTS_WITHOUT_DATE(
      "{count} of {all} inputs have no date, for example {input}; heapconv uses the day of their"
          + " last change",
      Effect.ASSUMPTION),
  NOT_A_FLEET_TABLE("is not the table of a fleet: it has no {part}"),
  OTHER_FLEET_TABLE(
      "was written by another version of heapconv (schema {version}; this one reads {known})"),
  NO_CALLERS("the table has no totals with callees"),
  MIXED_INTERVALS("recordings were sampled at different intervals: {intervals} bytes"),
  COPIED_INPUTS(
      "{count:input is a copy of another input and counts|inputs are copies of other inputs and"
          + " count} again, for example {copy} of {original}",
      Effect.IDENTITY_IN_DOUBT),
  COPIES_LEFT_OUT(
      "left out {count:input that is a copy of another input|inputs that are copies of other"
          + " inputs}, for example {copy} of {original}",
      Effect.NONE),
  BAD_LABELS("unusable labels: {problem}"),
  UNUSED_LABELS("none of {count:label|labels} names an input or its device, such as {input}"),
  // Sampling
  UNKNOWN_INTERVAL(
      "{recording} does not state its sampling interval; {assumption}", Effect.ASSUMPTION),
  OFF_THE_SCALE(
      "numbers above 2^63 - 1 are written as 2^63 - 1; the recording is damaged",
      "",
      Severity.WARNING,
      Effect.ALL_TOO_LOW),
  INTERVAL_IGNORED(
      "the given sampling interval has no effect on the heap {heap}, which has no samples to scale",
      Effect.NONE),
  REFUTED_GIVEN_INTERVAL(
      "the given sampling interval of {given} bytes is used, but the numbers show one of {shown}"
          + " bytes",
      Effect.ASSUMPTION),
  REFUTED_INTERVAL(
      "the profile states a sampling interval of {stated} bytes, but its numbers show {shown};"
          + " heapconv uses that",
      Effect.NONE),
  REFUTED_CODE_SIZES(
      "the code of the program states sizes that contradict the recorded ones for"
          + " {stacks:stack|stacks}; heapconv infers them instead",
      Effect.NONE),
  UNSTATED_SCALING(
      "the profile does not state whether its numbers are scaled, and they do not show it;"
          + " heapconv reads them as scaled, without intervals",
      Effect.ASSUMPTION),
  SCALED_IGNORED(
      "the format fixes whether the numbers of the heap {heap} are scaled, so your option has no"
          + " effect",
      Effect.NONE),
  REFUTED_SCALED(
      "heapconv reads the numbers as {given}, as you asked, but they show that they are {shown}",
      Effect.ASSUMPTION),
  CANNOT_UNSKEW(
      "heapconv reads the numbers as scaled, although you say that they are raw: it can scale"
          + " numbers only with a sampling interval, and with both objects and bytes",
      Effect.ASSUMPTION),
  NO_KNOWN_SIZES(
      "heapconv cannot learn sizes of allocations from this recording, which has no object counts"
          + " with intervals",
      Effect.NONE),
  UNKNOWN_SAMPLER(
      "{heap}: the numbers are neither weights of heapprofd's sampler nor sizes of sampled"
          + " allocations; do not rely on them",
      Effect.ASSUMPTION),
  UNKNOWN_SHARE(
      "{producer} records a share of all allocations and does not say which: use these numbers to"
          + " rank functions only",
      Effect.ASSUMPTION),
  SAMPLING_OFF(
      "sampling was off (interval 0) when the allocator wrote this profile; set"
          + " TCMALLOC_SAMPLE_PARAMETER",
      Effect.ALL_TOO_LOW),

  // Perfetto traces
  NOT_A_TRACE("not a Perfetto trace, so heapconv cannot add names to it"),
  TRUNCATED_TRACE("{damage}", "; heapconv converted every complete dump", Effect.END_MISSING),
  MALFORMED_PACKET(
      "{count:packet is|packets are} damaged, the first at byte {offset} ({reason})",
      "; skipped",
      Effect.ALL_TOO_LOW),
  NO_COMPLETE_DUMP("no complete heap dump: {reason}"),
  UNFINISHED_DUMP(
      "the trace ends in the middle of a heap dump; heapconv left that dump out",
      Effect.END_MISSING),
  STREAMING_ALLOCATIONS(
      "the trace has allocations streamed without their stacks ({count:packet|packets}), from which"
          + " heapconv cannot make a profile; record without stream_allocations",
      "; heapconv left them out",
      Effect.ALL_TOO_LOW),
  RECORDED_TWICE(
      "{heap}: recorded by {sessions} sessions in this trace; their numbers appear side by side, so"
          + " sums count them several times",
      Effect.IDENTITY_IN_DOUBT),
  REPEATED_TRACE(
      "left out {count:dump or sample|dumps or samples} that this trace contains twice: someone"
          + " appended a copy of the trace to it",
      Effect.NONE),
  UNKNOWN_CALLSTACK(
      "left out {count:sample of a callstack|samples of callstacks} that the trace never defines,"
          + " the first {callstack}",
      Effect.ALL_TOO_LOW),
  NOTHING_ALLOCATED(
      "{heap}: the process allocated nothing while profiling ran; profile for longer or from its"
          + " start, and check that it is the process that allocates",
      Effect.NONE),
  UNKNOWN_REFERENCE(
      "{count:frame, mapping or name is|frames, mappings or names are} used but never defined, and"
          + " shown as unknown",
      Effect.NAMES_ONLY),
  MISSING_PROFILE_PACKETS(
      "{count:profile packet is|profile packets are} missing from the trace (was the trace buffer"
          + " too small?); some allocations are not counted",
      Effect.ALL_TOO_LOW),
  DROPPED_PACKETS(
      "the tracing service dropped packets of {count:profile sequence|profile sequences}; some"
          + " allocations may not be counted",
      Effect.ALL_TOO_LOW),
  MISSING_EARLIER_PACKETS(
      "packets within earlier dumps of {count:heap|heaps} are missing from the trace (was the trace"
          + " buffer too small?); some allocations are not counted in these dumps",
      Effect.EARLIER_TOO_LOW),
  EARLIER_DUMPS_LOST(
      "packets of earlier dumps are missing from the trace (was the trace buffer too small?);"
          + " allocated numbers of {count:heap|heaps} are lower bounds",
      Effect.ALLOCATED_TOO_LOW),
  LATER_DUMPS_LOST(
      "packets are missing after the last dump of {count:heap|heaps} (was the trace buffer too"
          + " small?); later dumps may be lost",
      Effect.END_MISSING),
  LOST_TRACE_DATA(
      "the tracing service lost {count:chunk|chunks} of trace data (the trace buffer was too"
          + " small); some allocations may not be counted",
      Effect.ALL_TOO_LOW),
  LOST_TRACE_PATCHES(
      "the tracing service lost {count:patch|patches} of trace data", Effect.ALL_TOO_LOW),

  // Problems that heapprofd reports
  REJECTED_CONCURRENT(
      "{heap}: another session was already profiling this process; this one recorded nothing",
      Effect.ALL_TOO_LOW),
  BUFFER_OVERRAN(
      "{heap}: the profiler's shared memory filled up and profiling stopped early; later"
          + " allocations and frees are missing (raise shmem_size_bytes or the sampling interval)",
      Effect.END_MISSING),
  BUFFER_CORRUPTED(
      "{heap}: profiling stopped early because its shared memory is corrupt; later allocations and"
          + " frees are missing",
      Effect.END_MISSING),
  HIT_GUARDRAIL(
      "{heap}: profiling stopped early, at a limit of CPU time or memory; later allocations and"
          + " frees are missing",
      Effect.END_MISSING),
  CLIENT_TIMEOUT(
      "{heap}: profiling stopped early because the process waited too long; later allocations and"
          + " frees are missing",
      Effect.END_MISSING),
  CLIENT_STACK_BOUNDS(
      "{heap}: profiling stopped early because a stack has unknown bounds; later allocations and"
          + " frees are missing",
      Effect.END_MISSING),

  // Text dumps and logs
  TRUNCATED_DUMP("{damage}", "; heapconv converted everything up to there", Effect.ALL_TOO_LOW),
  BIASED_DUMP(
      "this dump holds plain sums (jemalloc before 5.3, or prof_unbias:false): stacks that mix"
          + " sizes may lose up to 80 % of their objects, as their intervals show; record with"
          + " jemalloc 5.3 or later",
      Effect.NONE),
  CHANGED_RATE(
      "the dump says that Go recorded every allocation (rate 1), but of {heap} bytes in the heap it"
          + " has only {live}: the program changed the rate while it ran, and most earlier"
          + " allocations are missing",
      Effect.ASSUMPTION),
  FIRST_THREAD_UNSAMPLED(
      "gperftools does not sample the first 16 MiB that a program's first thread allocates, so up"
          + " to 16 MiB are missing",
      Effect.ASSUMPTION),
  REGIONS_LEFT_OUT(
      "{count:line is a region|lines are regions} that the program mapped (HEAP_PROFILE_MMAP), in"
          + " which malloc's blocks live; the heap mmap has them",
      Effect.NONE),
  DELTAS(
      "allocated numbers count from the dump before, as the times of the dumps say", Effect.NONE),
  PAGES_AS_HEAP(
      "numbers are of pages that the program mapped, including code and libraries"
          + " (pages-as-heap=yes)",
      Effect.NONE),
  PEAK_WITHOUT_STACKS(
      "the heap had {bytes} bytes when massif recorded no stacks; with stacks it had {detailed} at"
          + " most",
      Effect.NONE),
  STACKS_LEFT_OUT(
      "left out the stacks of threads, which held up to {bytes} bytes (massif's stacks=yes) and"
          + " have no call sites",
      Effect.NONE),

  // pprof and V8 profiles
  TRUNCATED_PROFILE("the profile is incomplete: {damage}"),
  DAMAGED_PROFILE("the pprof profile is cut off or damaged near byte {offset} of {size}"),
  BROKEN_REFERENCES(
      "{count:reference|references} to missing strings, locations, functions or mappings",
      ", which were left out",
      Effect.ALL_TOO_LOW),
  NEGATIVE_VALUES(
      "{count:negative value counts|negative values count} as 0; is this a difference of profiles?",
      Effect.ASSUMPTION),
  NEGATIVES_LEFT_OUT(
      "left out negative numbers ({amounts}), because {format} files cannot hold them",
      Effect.NONE),
  NO_PLACE("{format} files have no place for all of this profile; left out: {what}", Effect.NONE),
  REPEATED_DUMPS(
      "{files} look like dumps of one process, whose sum counts the same memory several times",
      Effect.IDENTITY_IN_DOUBT),
  SAME_RECORDING(
      "{files} are the same recording, which a sum counts several times", Effect.IDENTITY_IN_DOUBT),
  LIVE_OF_TWO_TIMES(
      "{files} may be of one process at different times; the sum of live memory may then be too"
          + " high",
      Effect.IDENTITY_IN_DOUBT),
  SUMMED_ROWS(
      "rows of this raw profile sum several samples; where they mix sizes, object counts are too"
          + " low, which their intervals show",
      Effect.NONE),
  COLUMNS_LEFT_OUT(
      "left out columns that do not count memory, or repeat another column: {columns}",
      Effect.NONE),
  MANY_COLUMNS("left out all columns beyond the first {limit}", Effect.ALL_TOO_LOW),
  MISSING_NAMES(
      "{count:name is|names are} missing in the profile's table of strings", Effect.NAMES_ONLY),
  SAMPLE_COUNTS(
      "counts of samples, not of objects, appear as {view}: {columns}; only the bytes say how much"
          + " the program allocated",
      Effect.NONE),
  ONLY_SAMPLE_COUNTS(
      "counts of samples, not of objects, appear as {view}: {columns}; the profile does not say how"
          + " much the program allocated: convert the recording again, with bytes",
      Effect.NONE),
  SAMPLED_SIZES(
      "{column} has only the bytes of the recorded blocks, not of those that they stand for: the"
          + " program allocated more, unless the profiler recorded every block",
      Effect.ALL_TOO_LOW),
  LOST_INTERVALS(
      "the intervals of {numbers} are unknown, because this file lacks what heapconv computes them"
          + " from; read the recording itself to get them",
      Effect.NONE),
  LIVE_TABLE(
      "live numbers include garbage that the JVM had not collected at the end; async-profiler"
          + " follows at most 1,024 samples, of which {count} are left: if it ever had more,"
          + " numbers are too low",
      Effect.NONE),
  BESIDE_LARGE(
      "Java {java} samples large objects, outside a thread's buffer, too rarely, and small ones"
          + " beside them too often: {large} samples have {interval} bytes or more, {small} have"
          + " less; both may be off by 10 %, beyond their intervals",
      Effect.NONE),
  UNKNOWN_PAST(
      "left out the first sample of {count:thread|threads}: it includes all that the thread"
          + " allocated before the recording, and nothing says how much that was",
      Effect.NONE),
  RATE_LIMIT(
      "{heap}: async-profiler discarded allocations and frees beyond {limit} a second (ratelimit);"
          + " numbers lack them",
      Effect.ALLOCATED_TOO_LOW),
  EVENTS_OFF(
      "the recording has no {event}; numbers lack {objects} objects", Effect.ALLOCATED_TOO_LOW),
  BAD_JFR("not a readable JFR recording: {problem}"),
  BAD_HEAPPROFILE("not a V8 heap profile: {problem}"),

  // Series of Fuchsia's memory sampler
  NOT_FUCHSIA("not a profile of Fuchsia's memory sampler; only these come in lifetime series"),
  NO_SERIES_NAME(
      "not named PROCESS_partial_N or PROCESS_final_N, so its place in the series is unknown"),
  MIXED_PROCESSES(
      "belongs to process {process}, other inputs to {other}; use one process at a time"),
  MIXED_GENERATIONS(
      "comes from a different generation of the sampler than the profiles before it ({scheme}"
          + " instead of {expected} numbers)"),
  MISSING_FINAL(
      "the final profile of {process} is missing",
      ": partial profile {number} replaces it, and anything later is lost",
      Effect.ALL_TOO_LOW),
  TWO_FINALS("a series has only one final profile, which is {other}"),
  REPEATED_PARTIAL("partial profile {number} was given twice"),

  // Sample logs
  NO_HEADER("a sample log without a header: write {header} first, with the scheme of your sampler"),
  UNKNOWN_FREES(
      "{count:free|frees} of addresses that were not live (not sampled, or allocated before the"
          + " log)",
      Effect.NONE),
  NO_FREES(
      "the log has no free of {process}, and its header does not state that it logs frees, so live"
          + " memory is unknown",
      Effect.NONE),
  FREES_APART(
      "{process} has {frees:free|frees} of samples and lacks {missed:more|more}, as if the log"
          + " sampled frees by themselves; live memory is unknown",
      Effect.NONE),
  MIXED_PROCESSES_OF_LOG(
      "a process with a header has no records, and {count:allocation|allocations} of other"
          + " processes have live addresses: the log may mix records of several processes",
      Effect.IDENTITY_IN_DOUBT),
  NO_RECORDS_OF_PROCESS(
      "the log has a header of {process} but none of its records, which are missing or count for"
          + " another process",
      Effect.ALL_TOO_LOW),
  SWAPPED_POSITIONS(
      "to_sample of {count:sample|samples} of {process} looks swapped: it seems to count the bytes"
          + " before the sampled one, and must count those after it",
      Effect.ALL_TOO_LOW),
  REFUTED_POSITIONS(
      "to_sample of {count:sample|samples} of {process} does not fit an interval of {interval}"
          + " bytes",
      Effect.ASSUMPTION),
  REFUTED_WEIGHTS(
      "{count:weight does|weights do} not fit the interval of {interval} bytes, the first at line"
          + " {line}: {rule}",
      Effect.ASSUMPTION),
  TIMES_LEFT_OUT(
      "left out {count:time|times} of records, the first at line {line}: {problem}", Effect.NONE),
  MISSED_ALLOCATIONS(
      "{count:free is|frees are} of memory that was free already, the first at line {line}: the log"
          + " lacks its allocation",
      Effect.ALL_TOO_LOW),
  MISSED_FREES(
      "{count:allocation has|allocations have} the address of one that was still live, the first at"
          + " line {line}: the log lacks the free between",
      Effect.LIVE_TOO_HIGH),

  // Names of Java code
  NOTHING_NAMED(
      "{source} named 0 of {count:function|functions}: nothing fits this recording",
      Effect.NAMES_ONLY),
  MAP_OF_ANY_PACKAGE(
      "a map without a package renamed functions of {count:package|packages}, {packages}: names are"
          + " right only for the app that the map was made for",
      Effect.NAMES_ONLY),
  NOT_A_MAP("not a map of R8 or ProGuard: {reason}"),
  BAD_MAP_LINES(
      "{map}: skipped {count:line|lines} that heapconv does not understand, the first at line"
          + " {line}",
      Effect.NAMES_ONLY),

  // Names from files with symbols
  NAMED_BY_PATH(
      "{count:binary has|binaries have} no build id in the recording, the first {binary}: heapconv"
          + " takes names from the file at its path, and they are wrong if that is another build",
      Effect.NAMES_ONLY),
  NO_FITTING_SYMBOLS(
      "no symbols for {count:binary|binaries}, the first {binary}: {reason}", Effect.NAMES_ONLY),
  UNREADABLE_SYMBOLS(
      "heapconv cannot read {count:file or folder|files or folders} with symbols, the first"
          + " {problem}",
      Effect.NAMES_ONLY),
  UNUSABLE_SYMBOLS(
      "heapconv cannot use the symbols of {count:binary|binaries}, the first {binary}: {reason}",
      Effect.NAMES_ONLY),
  NO_SYMBOLIZER(
      "llvm-symbolizer was not found: functions of {count:binary|binaries} come without source"
          + " lines and inlined functions, the first {binary}",
      Effect.NAMES_ONLY),
  SYMBOLIZER_FAILED(
      "llvm-symbolizer failed on {count:file|files}, the first {file}: {reason}; names come from"
          + " its symbol table instead",
      Effect.NAMES_ONLY),
  DEBUGINFOD_FAILED(
      "{count:download|downloads} of symbols failed, the first from {server}: {reason}",
      Effect.NAMES_ONLY),

  // Reasons why a gate cannot judge: BASE and NEW are its sides
  NO_COMMON_HEAP(Severity.DOUBT, "no process and heap in common: BASE has {base}, NEW has {new}"),
  MISSING_HEAPS(Severity.DOUBT, "NEW lacks what BASE has: {heaps}"),
  ENDS_EARLIER(Severity.DOUBT, "{side} ends after {dumps} dumps of {heap}, {other} after {others}"),
  RAN_AGAIN(Severity.DOUBT, "{heap} ran {times} times in NEW, {before} in BASE"),
  SAMPLED_UNLIKE(Severity.DOUBT, "the sampling of BASE and NEW is not equally certain"),
  LIVE_UNLIKE(Severity.DOUBT, "live memory of BASE is {base}, of NEW {new}"),
  INCOMPLETE_SIDE(Severity.DOUBT, "{side} is incomplete ({ids})"),
  DOUBTFUL_SIDE(Severity.DOUBT, "{side} may count memory twice ({ids})"),
  NO_MATCHING_ROW(Severity.DOUBT, "no {rows} of NEW match the filter"),
  NOTHING_TO_TEST(Severity.DOUBT, "NEW holds nothing to test"),
  TOO_FEW_SAMPLES(Severity.DOUBT, "there are too few samples to find growth ({limit})"),
  UNKNOWN_SIZES(Severity.DOUBT, "whether {view} of {row} grew depends on unknown sizes"),
  ENDED_PROCESSES(Severity.DOUBT, "{side} does not count what ended processes held: {programs}"),
  MISSING_VIEW(Severity.DOUBT, "{side} has no {view}"),
  UNSEEN_GROWTH(
      Severity.DOUBT, "growth of {view} below {growth} cannot be seen; the limit is {limit}"),
  TOO_FEW_DEVICES(Severity.DOUBT, "too few devices to test anything; {devices}"),
  TOO_FEW_FOR_LIMIT(Severity.DOUBT, "too few devices for {limit}"),
  UNEQUAL_CHANGES(
      Severity.DOUBT,
      "devices in both groups changed by {pairs}, the rest by {others}: these differ, and the"
          + " change of the total is mostly that of the more precise one"),
  SHARED_RECORDINGS(
      Severity.DOUBT, "some recordings are in both groups, where they cannot change: {recordings}"),
  UNNAMED_DEVICES(
      Severity.DOUBT,
      "some recordings name no device, so each counts as a device, and several of one device look"
          + " like a change: {recordings}"),
  UNSOUND_COMPARISON(
      Severity.DOUBT,
      "do not trust these changes: {found}, although nothing differs between them; chance explains"
          + " {most}"),

  // Outputs and batches
  CANNOT_WRITE("cannot be written: {reason}"),
  CANNOT_WRITE_MANIFEST("the manifest cannot be written: {reason}"),
  OUTPUT_IS_INPUT("is also an input, which heapconv would overwrite"),
  OUTPUT_TWICE("is the name of two outputs, of which one would be lost"),
  IS_LINK("is a link, and heapconv writes no outputs through links"),
  DISK_FULL("no space left on the device"),
  BATCH_EXISTS("already contains an earlier batch"),
  BATCH_RUNNING("another batch is writing to this folder; wait for it, or choose another folder"),
  NO_DUCKDB(
      "the library DuckDB is missing; unpack heapconv-fleet-VERSION.zip of the same release over"
          + " heapconv"),
  NO_TEMPORARY_FOLDER("needs temporary files, but {folder} cannot be used: {reason}"),
  OUT_OF_MEMORY("needs more memory than is available"),
  TIMED_OUT("{name} was given up after {seconds} s"),
  INTERNAL_ERROR("internal error: {problem}");

  /** Whether an id is an error, a warning, or either. */
  public enum Severity {
    ERROR,
    WARNING,
    /** A warning if something is left to convert, and an error in strict mode. */
    EITHER,
    /** A reason why a gate could not judge. */
    DOUBT
  }

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final String text;
  private final String outcome;
  private final Severity severity;
  private final Effect effect;

  /** Creates an error. */
  ErrorId(String text) {
    this(Severity.ERROR, text);
  }

  /** Creates an id that changes no number of a recording. */
  ErrorId(Severity severity, String text) {
    this(text, "", severity, Effect.NONE);
  }

  /** Creates a notice. In strict mode it is an error if numbers are missing or wrong. */
  ErrorId(String text, Effect effect) {
    this(text, "", effect.isIncomplete() ? Severity.EITHER : Severity.WARNING, effect);
  }

  /**
   * Creates a notice that is also an error.
   *
   * @param outcome the text that the notice adds to that of the error
   */
  ErrorId(String text, String outcome, Effect effect) {
    this(text, outcome, Severity.EITHER, effect);
  }

  /**
   * Creates a notice that is also an error. A warning that is known only after reading stays a
   * warning in strict mode.
   */
  ErrorId(String text, String outcome, Severity severity, Effect effect) {
    this.text = text;
    this.outcome = outcome;
    this.severity = severity;
    this.effect = effect;
  }

  /** Returns the name in JSON and manifests, in kebab-case: {@code truncated-trace}. */
  public String wireName() {
    return wireName;
  }

  /**
   * Finds the id with a name from JSON or a manifest; empty if there is none.
   *
   * @param name the wire name
   */
  public static Optional<ErrorId> ofWireName(String name) {
    return Arrays.stream(values()).filter(id -> id.wireName.equals(name)).findFirst();
  }

  /** Returns whether the id is an error, a warning, or either. */
  public Severity severity() {
    return severity;
  }

  /** Returns the effect of a notice with this id on the numbers. */
  public Effect effect() {
    return effect;
  }

  /**
   * Whether the id means that an input contains nothing to convert, like many members of archives.
   */
  public boolean isWithoutProfile() {
    return this == NO_HEAP_PROFILE
        || this == NOT_A_HEAP_PROFILE
        || this == UNSUPPORTED_FORMAT
        || this == UNKNOWN_FORMAT
        || this == NOTHING_SELECTED;
  }

  /**
   * Returns the text of the messages with placeholders. If the id can be an error or a warning, it
   * is the text of the warning.
   */
  public String text() {
    return text + outcome;
  }

  /** Returns the names of the placeholders of {@link #text()}, in order. */
  public List<String> placeholders() {
    return ErrorTexts.placeholders(text());
  }

  /** Returns what the id means for the result, in one or two sentences. */
  public String meaning() {
    return ErrorTexts.explanation(wireName + ".meaning");
  }

  /** Returns what the user can do. */
  public String remedy() {
    return ErrorTexts.explanation(wireName + ".remedy");
  }

  /** Returns the message of an error. */
  String error(Object... values) {
    return ErrorTexts.filled(this, text, values);
  }

  /** Returns the message of a notice. */
  String message(Object... values) {
    return ErrorTexts.filled(this, text(), values);
  }
}
