package dev.heapconv.reader.samplelog;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The runs of one process, one after the other, and what the log shows of its frees. */
final class LogProcess {

  private final String source;
  private final List<LogSection> sections = new ArrayList<>();

  private final List<LogRun> runs = new ArrayList<>();

  private boolean areFreesStated;
  private boolean areFreesDenied;

  /** Whether any record is of a free. */
  private boolean hasFrees;

  /** Once it was asked, which takes a look at all sections. */
  private @Nullable Boolean liveKnown;

  /**
   * @param source name of the log
   */
  LogProcess(String source) {
    this.source = source;
  }

  void add(LogSection section) {
    sections.add(section);
  }

  /**
   * The run that a header is of: the one that began at its time, or else the last one. If a log
   * began again at another time, the process was restarted.
   */
  LogRun header(LogHeader header) {
    areFreesStated |= Boolean.TRUE.equals(header.frees());
    areFreesDenied |= Boolean.FALSE.equals(header.frees());
    LogRun run = null;
    for (LogRun known : runs) {
      run = known.beganAt(header) ? known : run;
    }
    LogRun last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    run = run == null && last != null && last.allows(header) ? last : run;
    if (run == null) {
      runs.forEach(LogRun::end);
      run = new LogRun(this, new Recording(source, runs.size()));
      runs.add(run);
    }
    run.goOn(header);
    return run;
  }

  /** Counts a record that tells of a free. */
  void hasFrees() {
    hasFrees = true;
  }

  /** Whether it has headers and nothing else. */
  boolean isEmpty() {
    return sections.stream().allMatch(LogSection::isEmpty);
  }

  /** Whether the log tells what is live. Call it after the last record. */
  boolean isLiveKnown() {
    Boolean known = liveKnown;
    if (known == null) {
      known = !areFreesDenied && !lacksFrees() && !areFreesApart();
      liveKnown = known;
    }
    return known;
  }

  private boolean lacksFrees() {
    return !areFreesStated && !areFreesDenied && !hasFrees;
  }

  /**
   * Whether frees were sampled by themselves. A sampler that logs the frees of its samples misses
   * none. If it draws frees as it draws allocations, half of them are missing.
   */
  private boolean areFreesApart() {
    return missedFrees() > frees() / 2;
  }

  private long missedFrees() {
    return sampled(LogSection::missedFrees);
  }

  private long frees() {
    return sampled(LogSection::frees);
  }

  /** A sum over the sections that do not have every allocation. */
  private long sampled(ToLongFunction<LogSection> number) {
    return sections.stream().filter(s -> !s.isComplete()).mapToLong(number).sum();
  }

  String name() {
    return sections.get(0).processName();
  }

  /** Reports why it is unknown what is live; not if the header says so. */
  void report(Notices notices) {
    if (lacksFrees()) {
      notices.add(ErrorId.NO_FREES, name());
    } else if (areFreesApart()) {
      notices.add(ErrorId.FREES_APART, name(), frees(), missedFrees());
    }
  }
}
