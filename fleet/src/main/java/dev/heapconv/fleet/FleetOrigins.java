package dev.heapconv.fleet;

import dev.heapconv.batch.HashedStream;
import dev.heapconv.batch.InputCounts;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the device, the day and the labels of recordings, and counts those without. Thread-safe.
 */
public final class FleetOrigins {

  /** Enough that no two of 10 million devices have the same. */
  private static final int HASH_DIGITS = 32;

  private static final String ALL = "all";
  private static final String LABELLED = "labelled";

  private final @Nullable Pattern device;
  private final @Nullable Pattern date;
  private final LocalDate day;
  private final @Nullable String salt;
  private final FleetLabels labels;
  private final InputCounts counts = new InputCounts();

  /**
   * @param device finds the device in the name of an input: its first group, or without groups the
   *     whole match; if null or without a match, each input has a separate device
   * @param date finds the day in the same way, as 2026-11-24 or 20261124; null for {@code day}
   * @param day the day of all inputs that do not name theirs
   * @param salt with which devices and names of inputs are hashed; null to name them
   */
  public FleetOrigins(
      @Nullable Pattern device,
      @Nullable Pattern date,
      LocalDate day,
      FleetLabels labels,
      @Nullable String salt) {
    this.device = device;
    this.date = date;
    this.day = day;
    this.labels = labels;
    this.salt = salt;
  }

  /** Returns the number of inputs so far, and how many of them have a device and a day. */
  public InputCounts counts() {
    return counts;
  }

  FleetOrigin of(ReadResult.Facts facts) {
    String input = facts.name();
    counts.count(ALL, input);
    Map<String, String> known = labels.ofInput(input);
    String named = device(input);
    if (named.isEmpty()) {
      counts.count(ErrorId.INPUTS_WITHOUT_DEVICE.wireName(), input);
    } else if (known.isEmpty()) {
      known = labels.ofDevice(named);
    }
    if (!known.isEmpty()) {
      counts.count(LABELLED, input);
    }
    String of = named.isEmpty() ? input : named;
    String shown = salt == null ? of : hash(salt + of);
    String recording = salt == null ? input : hash(salt + input);
    return new FleetOrigin(recording, shown, day(facts, known), known);
  }

  /** The name of the device of an input; empty if it is not known. */
  String device(String input) {
    return labels.ofInput(input).getOrDefault(FleetLabels.DEVICE, match(device, input));
  }

  private static String hash(String text) {
    return HashedStream.hashOf(text).substring(0, HASH_DIGITS);
  }

  /** What an expression finds in a name; empty if that is nothing. */
  private static String match(@Nullable Pattern expression, String input) {
    Matcher matcher = expression == null ? null : expression.matcher(input);
    if (matcher == null || !matcher.find()) {
      return "";
    }
    return Objects.requireNonNullElse(matcher.group(Math.min(1, matcher.groupCount())), "");
  }

  /**
   * Returns the day that a text names, with or without hyphens.
   *
   * @throws DateTimeException if it names none, or one before 1970
   */
  public static LocalDate day(String text) {
    LocalDate day = LocalDate.parse(text.replace("-", ""), DateTimeFormatter.BASIC_ISO_DATE);
    if (day.isBefore(LocalDate.EPOCH)) {
      throw new DateTimeException("before 1970");
    }
    return day;
  }

  private LocalDate day(ReadResult.Facts facts, Map<String, String> known) {
    String named = known.getOrDefault(FleetLabels.DATE, match(date, facts.name()));
    if (named.isEmpty() && date == null) {
      return day;
    }
    try {
      return day(named);
    } catch (DateTimeException e) {
      counts.count(ErrorId.INPUTS_WITHOUT_DATE.wireName(), facts.name());
      return LocalDate.ofInstant(Instant.ofEpochMilli(facts.modified()), ZoneOffset.UTC);
    }
  }

  /**
   * Returns warnings about inputs without a device or day.
   *
   * @throws HeapConvException {@link ErrorId#NO_DEVICE}, {@link ErrorId#NO_DATE} or {@link
   *     ErrorId#UNUSED_LABELS} if no input has a device, day or label that was asked for
   */
  public List<Notice> notices() throws HeapConvException {
    List<Notice> notices = new ArrayList<>();
    report(device, ErrorId.NO_DEVICE, ErrorId.INPUTS_WITHOUT_DEVICE, notices);
    report(date, ErrorId.NO_DATE, ErrorId.INPUTS_WITHOUT_DATE, notices);
    if (labels.size() > 0 && counts.of(LABELLED).count() == 0) {
      throw HeapConvException.input(
          ErrorId.UNUSED_LABELS, labels.source(), labels.size(), counts.of(ALL).example());
    }
    return notices;
  }

  private void report(@Nullable Pattern said, ErrorId all, ErrorId some, List<Notice> notices)
      throws HeapConvException {
    InputCounts.Counted without = counts.of(some.wireName());
    if (said != null && without.count() > 0) {
      if (without.count() == counts.of(ALL).count()) {
        throw HeapConvException.input(all, "'" + said + "'", without.count(), without.example());
      }
      notices.add(Notice.of(some, without.count(), counts.of(ALL).count(), without.example()));
    }
  }
}
