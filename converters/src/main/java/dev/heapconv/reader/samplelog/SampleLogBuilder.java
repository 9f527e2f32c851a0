package dev.heapconv.reader.samplelog;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Process;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.RecordingLines;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Interprets the records of a log, independent of their syntax. */
final class SampleLogBuilder {

  final RecordingBuilder recording;
  private final String name;
  private final ReadOptions options;
  private final RecordingLines problems;

  private final List<LogSection> sections = new ArrayList<>();

  private final Map<Process, LogProcess> processes = new LinkedHashMap<>();
  private @Nullable LogSection current;
  private final String firstHeader;
  private long missedFrees;
  private long firstMissed;
  private long lostTimes;
  private long firstLostTime;
  private long missedAllocs;
  private long firstMissedAlloc;

  /**
   * @param firstHeader how a log of its form may begin, for messages
   */
  SampleLogBuilder(String name, String firstHeader, RecordingLines problems, ReadOptions options) {
    this.name = name;
    this.firstHeader = firstHeader;
    this.problems = problems;
    this.options = options;
    recording = new RecordingBuilder(name, options);
  }

  /**
   * A header begins a section, or continues the one with the same heap and sampling, unless that
   * was of another run.
   */
  private void header(LogHeader.Builder builder, long line) throws HeapConvException {
    String problem = builder.problem();
    if (problem != null) {
      throw HeapConvException.input(ErrorId.BAD_HEADER, name, line, problem);
    }
    LogHeader header = builder.build(options);
    LogProcess process =
        processes.computeIfAbsent(
            new Process(header.pid(), header.process()), unused -> new LogProcess(name));
    LogRun run = process.header(header);
    current = run.section(header);
    if (current == null) {
      current = new LogSection(header, run, options.selection().dump());
      sections.add(current);
    }
  }

  /** Applies records in their order. */
  void apply(LogBatch batch) throws HeapConvException {
    for (int i = 0; i < batch.size(); i++) {
      LogRecord record = batch.get(i);
      if (record.problem == null && record.header != null) {
        header(record.header, record.line);
      } else {
        apply(record);
      }
    }
  }

  /** Counts a record as unusable that is; before any header, whose place it has, it is an error. */
  private void apply(LogRecord record) throws HeapConvException {
    LogSection section = current;
    if (section == null) {
      throw record.problem == null ? noHeader() : problems.badHeader(record.line, record.problem);
    }
    String problem = record.problem == null ? problem(record, section) : record.problem;
    if (problem != null) {
      problems.bad(record.line, problem);
    }
  }

  private HeapConvException noHeader() {
    return HeapConvException.input(ErrorId.NO_HEADER, name, firstHeader);
  }

  /** Applies a record; returns the problem, or null. */
  private @Nullable String problem(LogRecord record, LogSection section) {
    if (record.has(LogField.TIME)) {
      section.times.add(record.get(LogField.TIME), record.line);
    } else if (record.lostTime && lostTimes++ == 0) {
      firstLostTime = record.line;
    }
    if (record.has(LogField.ALLOC)) {
      return alloc(record, section);
    }
    if (record.has(LogField.FREE)) {
      section.run.process.hasFrees();
      long address = record.get(LogField.FREE);
      if (section.run.holder(address, section).free(address) && missedAllocs++ == 0) {
        firstMissedAlloc = record.line;
      }
      return null;
    }
    if (record.has(LogField.TOTAL)) {
      return total(record, section);
    }
    if (record.has(LogField.DUMP)) {
      section.dump();
      return null;
    }
    if (record.has(LogField.STACK) && record.frames != LogRecord.NO_FRAMES) {
      section.defineStack(record.get(LogField.STACK), record.frames);
      return null;
    }
    return "the record has no alloc, free, total or dump, and no stack with frames";
  }

  private @Nullable String alloc(LogRecord record, LogSection section) {
    int stack = stack(record, LogField.STACK, section);
    if (stack < 0) {
      return "stack " + record.get(LogField.STACK) + " has not been defined";
    }
    boolean sizeKnown = record.has(LogField.SIZE);
    boolean likely = section.header.recordsProbabilities() && record.has(LogField.PROBABILITY);
    boolean weighed = likely || record.has(LogField.WEIGHT);
    String missing = section.none.missing(sizeKnown, record.has(LogField.TO_SAMPLE), weighed);
    if (missing != null) {
      return "an alloc needs " + missing + " under the scheme " + section.header.scheme();
    }
    long size = record.get(LogField.SIZE);
    long toSample = record.get(LogField.TO_SAMPLE);
    double weight = record.decimal(LogField.WEIGHT);
    if (size < 0 || record.get(LogField.ALLOCATED) < 0 || toSample < 0 || !(weight >= 0)) {
      return "the alloc has a negative number";
    }
    if (likely) {
      double probability = record.decimal(LogField.PROBABILITY);
      if (!(probability > 0 && probability <= 1)) {
        return "the probability is not above 0 and at most 1";
      }
      weight = Math.max(1, size) / probability;
    } else if (section.header.scheme() == Scheme.WEIGHTED && weight < size) {
      section.evidence.addBelowSize(record.line);
      return SchemeEvidence.BELOW_SIZE;
    }
    if (weight > Long.MAX_VALUE) {
      return "the weight is larger than 2^63";
    }
    Scheme scheme = section.header.scheme();
    // A size of 0 is sampled like one of 1; tcmalloc counts a byte more than the size.
    if (scheme == Scheme.TO_SAMPLE && toSample >= Math.max(1, size)
        || scheme == Scheme.TCMALLOC && toSample > size) {
      return "to_sample, the bytes after the sampled one, is not below the size";
    }
    double extra = section.none.extra(toSample, weighed ? weight : Double.NaN);
    long address = record.get(LogField.ALLOC);
    long allocated = record.get(LogField.ALLOCATED);
    long line = record.line;
    if (section.alloc(line, stack, address, size, allocated, extra, sizeKnown)
        && missedFrees++ == 0) {
      firstMissed = line;
    }
    return null;
  }

  private static @Nullable String total(LogRecord record, LogSection section) {
    int stack =
        record.frames != LogRecord.NO_FRAMES
            ? record.frames
            : stack(record, LogField.TOTAL, section);
    if (stack < 0) {
      return "stack " + record.get(LogField.TOTAL) + " has not been defined";
    }
    String problem =
        section.none.problemWithTotals(
            record.has(LogField.SAMPLED) && record.has(LogField.TO_SAMPLE),
            record.has(LogField.COUNT) && record.has(LogField.BYTES));
    if (problem != null) {
      return problem;
    }
    for (LogField field : LogField.ALL) {
      if (record.decimal(field) < 0) {
        return "the total has a negative number";
      }
    }
    if (record.has(LogField.FREED_COUNT)
        || record.has(LogField.FREED_BYTES)
        || record.has(LogField.FREED_SAMPLED)
        || record.has(LogField.FREED_TO_SAMPLE)) {
      section.run.process.hasFrees();
    }
    section.total(stack, record);
    return null;
  }

  /**
   * The stack that a record refers to or contains; the empty one if neither; -1 for an unknown one.
   */
  private static int stack(LogRecord record, LogField field, LogSection section) {
    if (record.frames != LogRecord.NO_FRAMES || !record.has(field)) {
      return record.framesOrRoot();
    }
    return section.stack(record.get(field));
  }

  RecordedProfile profile(String format) throws HeapConvException {
    if (sections.isEmpty()) {
      throw noHeader();
    }
    for (LogSection section : sections) {
      String refusal = section.evidence.refusal();
      if (refusal != null) {
        throw HeapConvException.input(ErrorId.NOTHING_UNDERSTOOD, name, refusal);
      }
    }
    problems.report(null, recording);
    for (LogSection section : sections) {
      section.finish(recording);
    }
    if (lostTimes > 0) {
      recording
          .notices()
          .add(ErrorId.TIMES_LEFT_OUT, lostTimes, firstLostTime, LogField.TIME.mismatch());
    }
    processes.values().forEach(process -> process.report(recording.notices()));
    if (missedFrees > 0
        && processes.size() > 1
        && processes.values().stream().anyMatch(LogProcess::isEmpty)) {
      recording.notices().add(ErrorId.MIXED_PROCESSES_OF_LOG, missedFrees);
      processes.values().stream()
          .filter(LogProcess::isEmpty)
          .forEach(empty -> recording.notices().add(ErrorId.NO_RECORDS_OF_PROCESS, empty.name()));
    }
    if (missedAllocs > 0) {
      recording.notices().add(ErrorId.MISSED_ALLOCATIONS, missedAllocs, firstMissedAlloc);
    }
    if (missedFrees > 0) {
      recording.notices().add(ErrorId.MISSED_FREES, missedFrees, firstMissed);
    }
    return recording.finish(format);
  }
}
