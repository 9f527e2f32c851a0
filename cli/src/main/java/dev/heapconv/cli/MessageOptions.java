package dev.heapconv.cli;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Options of every command for messages other than its result. */
final class MessageOptions extends OptionGroup {

  private enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  private static final double MOSTLY = 0.5;

  private final Argument<Boolean> quiet = flag(Heading.GENERAL, "-q --quiet", "Print errors only.");

  private final Argument<Boolean> verbose =
      flag(
          Heading.GENERAL,
          "-v --verbose",
          "Print more: what each input is and how its numbers are made, files written, and the ids,"
              + " causes and explanations of warnings and errors.");

  private final Argument<Color> color =
      oneOf(
          Color.values(),
          Heading.GENERAL,
          "--color auto|always|never",
          "Color tables on stdout. auto (default): on a terminal, unless NO_COLOR is set.");

  private final Terminal terminal;

  MessageOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Of a command that only prints a table. */
  static MessageOptions ofTable(Terminal terminal) {
    MessageOptions options = new MessageOptions(terminal);
    options.leaveOut(options.quiet, options.verbose);
    return options;
  }

  Terminal terminal() {
    return terminal;
  }

  /** What to do about errors and warnings, for this command. */
  ErrorHints hints() {
    return ErrorHints.of(color.command());
  }

  /** Whether to color a table on stdout. */
  boolean wantsColor() {
    return switch (color.valueOr(Color.AUTO)) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal.outIsTerminal() && System.getenv("NO_COLOR") == null;
    };
  }

  boolean quiet() {
    return quiet.isGiven();
  }

  /** Whether to say how far the work is. */
  boolean wantsProgress() {
    return !quiet();
  }

  boolean verbose() {
    return verbose.isGiven() && !quiet();
  }

  boolean progress() {
    return wantsProgress() && terminal.errIsTerminal();
  }

  /** Prints a line unless only errors are wanted. */
  void note(String text) {
    if (!quiet()) {
      terminal.message(text);
    }
  }

  /** Reports the warnings of an input and, if wanted, what was found in it. */
  void report(EstimatedProfile profile) {
    if (verbose()) {
      String input = profile.capture().source() + ": ";
      terminal.message(input + profile.capture().format());
      for (String comment : profile.comments()) {
        terminal.message(input + comment);
      }
    }
    report(profile, 0);
  }

  /**
   * Reports the warnings of several inputs: each kind once, for the first input that has it, with
   * the number of others.
   */
  void report(List<EstimatedProfile> profiles) {
    if (verbose() || quiet() || profiles.size() == 1) {
      profiles.forEach(this::report);
      return;
    }
    Map<ErrorId, Integer> inputs = new HashMap<>();
    for (EstimatedProfile profile : profiles) {
      ids(profile).forEach(id -> inputs.merge(id, 1, Integer::sum));
    }
    for (EstimatedProfile profile : profiles) {
      Set<ErrorId> here = ids(profile);
      here.retainAll(inputs.keySet());
      for (Notice notice : profile.notices()) {
        if (here.contains(notice.id())) {
          Integer with = inputs.remove(notice.id());
          report(
              profile.capture(),
              notice,
              with == null || with == 1
                  ? ""
                  : "; likewise in "
                      + (with == 2 ? "1 more input" : with - 1 + " more inputs")
                      + " (-v lists them)");
        }
      }
    }
  }

  private static Set<ErrorId> ids(EstimatedProfile profile) {
    Set<ErrorId> ids = new HashSet<>();
    profile.notices().forEach(notice -> ids.add(notice.id()));
    return ids;
  }

  /** Reports how many functions were named, for outputs that do not show it. */
  void reportNames(EstimatedProfile profile) {
    for (Remark remark : profile.remarks()) {
      if (!verbose() && remark.topic() == Remark.Topic.NAMES) {
        note(profile.capture().source() + ": " + remark.text());
      }
    }
  }

  void report(RecordedProfile recorded) {
    report(recorded.capture(), recorded.notices());
  }

  /** Reports the warnings after the first ones. */
  void report(EstimatedProfile profile, int first) {
    List<Notice> notices = profile.notices();
    report(profile.capture(), notices.subList(first, notices.size()));
  }

  private void report(CaptureInfo capture, List<Notice> notices) {
    for (Notice notice : notices) {
      report(capture, notice, "");
      if (verbose()) {
        ErrorReporter.explain(notice.id(), terminal);
      }
    }
  }

  private void report(CaptureInfo capture, Notice notice, String more) {
    note(capture.source() + ": warning: " + hints().message(notice) + more);
  }

  /** Ends a run whose result is mostly unnamed with how to get names. */
  void suggestNames(EstimatedProfile profile, NamingOptions naming) {
    double share = quiet() ? 0 : UnnamedShare.of(profile);
    if (share > MOSTLY) {
      terminal.message(
          Math.round(100 * share)
              + " % of the bytes are in stacks without names; "
              + (naming.isGiven()
                  ? "'heapconv info' with the same options shows which symbols are missing"
                  : "to symbolize: --symbols PATH"));
    }
  }
}
