package dev.heapconv.cli;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Warning;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Options of every command for messages other than its result. */
final class MessageOptions extends OptionGroup {

  private static final double MOSTLY = 0.5;

  private final Flag quiet = flag(Heading.GENERAL, "-q --quiet", "Print errors only.");

  private final Flag verbose =
      flag(
          Heading.GENERAL,
          "-v --verbose",
          "Print more: what each input is and how its numbers are made, files written, and"
              + " explanations of warnings and errors, and stack traces of errors.");

  private final Flag noProgress =
      flag(Heading.GENERAL, "--no-progress", "Show no progress, even on a terminal.");

  private final ColorOption color = group(new ColorOption());
  private final Terminal terminal;

  MessageOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  Terminal terminal() {
    return terminal;
  }

  /** Whether to color a table on stdout. */
  boolean wantsColor() {
    return color.isWanted(terminal);
  }

  boolean quiet() {
    return quiet.isSet();
  }

  /** Whether to show progress, on a terminal or not. */
  boolean wantsProgress() {
    return !quiet() && !noProgress.isSet();
  }

  boolean verbose() {
    return verbose.isSet() && !quiet();
  }

  boolean progress() {
    return wantsProgress() && terminal.errIsTerminal();
  }

  /** Reports the warnings of an input and, if wanted, what was found in it. */
  void report(EstimatedProfile profile) {
    if (verbose()) {
      String input = "heapconv: " + profile.capture().source() + ": ";
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
      for (Warning warning : profile.warnings()) {
        if (here.contains(warning.id())) {
          Integer with = inputs.remove(warning.id());
          report(
              profile.capture(),
              warning,
              with == null || with == 1
                  ? ""
                  : "; likewise in " + (with - 1) + " more inputs (-v lists them)");
        }
      }
    }
  }

  private static Set<ErrorId> ids(EstimatedProfile profile) {
    Set<ErrorId> ids = new HashSet<>();
    profile.warnings().forEach(warning -> ids.add(warning.id()));
    return ids;
  }

  /** Reports how many functions were named, for outputs that do not show it. */
  void reportNames(EstimatedProfile profile) {
    for (Remark remark : profile.remarks()) {
      if (!quiet() && !verbose() && remark.topic() == Remark.Topic.NAMES) {
        terminal.message("heapconv: " + profile.capture().source() + ": " + remark.text());
      }
    }
  }

  void report(RecordedProfile recorded) {
    report(recorded.capture(), recorded.warnings());
  }

  /** Reports the warnings after the first ones. */
  void report(EstimatedProfile profile, int first) {
    List<Warning> warnings = profile.warnings();
    report(profile.capture(), warnings.subList(first, warnings.size()));
  }

  private void report(CaptureInfo capture, List<Warning> warnings) {
    if (!quiet()) {
      for (Warning warning : warnings) {
        report(capture, warning, "");
        if (verbose()) {
          ErrorReporter.explain(warning.id(), terminal);
        }
      }
    }
  }

  private void report(CaptureInfo capture, Warning warning, String more) {
    terminal.message(
        "heapconv: " + capture.source() + ": warning: " + ErrorHints.message(warning) + more);
  }

  /**
   * Reports what became of many inputs, and returns the exit status that says so.
   *
   * @param hints on failures with an error id; null if one was printed already
   * @param see where to find more
   * @param again what to do if not all was done
   */
  int report(
      BatchResult result, Function<String, @Nullable String> hints, String see, String again) {
    if (result.end() == BatchResult.End.STOPPED) {
      terminal.message(
          "heapconv: interrupted; " + result.converted() + " converted; " + again + " to continue");
      return ExitStatus.INTERRUPTED;
    }
    result
        .failures()
        .forEach(
            (id, failures) -> {
              String hint = hints.apply(id);
              terminal.message(
                  "heapconv: "
                      + failures.count()
                      + " failed with "
                      + id
                      + (hint == null ? "" : ", for example " + failures.example() + hint));
            });
    if (result.end() == BatchResult.End.TOO_MANY_FAILURES) {
      terminal.message(
          "heapconv: stopped because too many inputs failed; " + again + " to convert the rest");
    }
    if (!quiet()) {
      terminal.message(
          "heapconv: "
              + result.converted()
              + " converted, "
              + result.kept()
              + " already done, "
              + result.failed()
              + " failed"
              + (result.skipped() == 0 ? "" : ", " + result.skipped() + " skipped (not profiles)")
              + "; see "
              + see);
    }
    if (result.isEmpty()) {
      terminal.message(
          "heapconv: found no profile to convert; hidden and excluded files, and the output folder,"
              + " are not read");
      return ExitStatus.INPUT;
    }
    return result.failed() > 0 ? ExitStatus.SOME_INPUTS_FAILED : ExitStatus.OK;
  }

  /** Ends a run whose result is mostly unnamed with how to get names. */
  void suggestNames(EstimatedProfile profile, NamingOptions naming) {
    double share = quiet() ? 0 : UnnamedShare.of(profile);
    if (share > MOSTLY) {
      terminal.message(
          "heapconv: "
              + Math.round(100 * share)
              + " % of the bytes are in stacks without names; "
              + (naming.isGiven()
                  ? "'heapconv info' with the same options shows which symbols are missing"
                  : "to symbolize: --symbols PATH"));
    }
  }
}
