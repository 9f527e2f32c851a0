package dev.heapconv.reader.samplelog;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice.Notices;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The sections of one process, which share its addresses, and what the log shows of its frees. */
final class LogProcess {

  private final List<LogSection> sections = new ArrayList<>();

  /** Where memory was allocated last, by address; only if there are several sections. */
  private final Long2ObjectOpenHashMap<LogSection> allocated = new Long2ObjectOpenHashMap<>(0);

  private boolean areFreesStated;
  private boolean areFreesDenied;

  /** Whether any record is of a free. */
  private boolean hasFrees;

  /** Once it was asked, which takes a look at all sections. */
  private @Nullable Boolean liveKnown;

  void add(LogSection section) {
    sections.add(section);
    if (sections.size() == 2) {
      LogSection first = sections.get(0);
      first.liveAddresses().forEach(address -> allocated.put(address, first));
    }
  }

  /** Memory at an address is allocated in a section. */
  void allocates(long address, LogSection section) {
    if (sections.size() > 1) {
      allocated.put(address, section);
    }
  }

  void header(LogHeader header) {
    areFreesStated |= Boolean.TRUE.equals(header.frees());
    areFreesDenied |= Boolean.FALSE.equals(header.frees());
  }

  /** Counts a record that tells of a free. */
  void hasFrees() {
    hasFrees = true;
  }

  /** The section in which memory at an address is live; the current one if it is live in none. */
  LogSection holder(long address, LogSection current) {
    LogSection section = current.isLive(address) ? null : allocated.get(address);
    return section != null && section.isLive(address) ? section : current;
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

  /** Reports why it is unknown what is live; not if the header says so. */
  void report(Notices notices) {
    String name = sections.get(0).processName();
    if (lacksFrees()) {
      notices.add(ErrorId.NO_FREES, name);
    } else if (areFreesApart()) {
      notices.add(ErrorId.FREES_APART, name, frees(), missedFrees());
    }
  }
}
