package dev.heapconv.cli;

import dev.heapconv.batch.BatchOptions.Existing;

/** Options of commands that convert many inputs: what to do about earlier runs and failures. */
final class ResumeOptions extends OptionGroup {

  private final Flag resume =
      flag(
          option(Heading.RESUMING, "--resume")
              .description(
                  "Continue an earlier batch in DIR: convert what is new, changed or missing."));

  private final Argument<String> changedBy =
      text(
          option(Heading.RESUMING, "--changed-by")
              .paramLabel("time|hash")
              .description(
                  "How --resume detects changed inputs: by size and time (default), or by size"
                      + " and content."));

  private final Flag retryFailed =
      flag(
          option(Heading.RESUMING, "--retry-failed")
              .description("With --resume: also retry inputs that failed."));

  private final Flag restart =
      flag(
          option(Heading.RESUMING, "--restart")
              .description("Forget an earlier batch in DIR and convert everything again."));

  private final Flag failFast =
      flag(
          option(Heading.RESUMING, "--fail-fast")
              .description("Stop at the first input that fails."));

  private final Argument<Long> maxFailures =
      value(
          Long.class,
          option(Heading.RESUMING, "--max-failures")
              .paramLabel("N")
              .description("Stop when more than N inputs have failed."));

  long maxFailures() {
    return failFast.isSet() ? 0 : maxFailures.valueOr(Long.MAX_VALUE);
  }

  private boolean isByHash() {
    String evidence = changedBy.valueOr("time");
    if (!evidence.equals("time") && !evidence.equals("hash")) {
      throw new UsageException("--changed-by must be time or hash, not '" + evidence + "'");
    }
    return evidence.equals("hash");
  }

  Existing existing() {
    if (resume.isSet() && restart.isSet()) {
      throw new UsageException("--resume and --restart cannot be used together");
    }
    if (restart.isSet()) {
      return Existing.RESTART;
    }
    if (!resume.isSet()) {
      return Existing.REFUSE;
    }
    if (isByHash()) {
      return Existing.RESUME_BY_HASH;
    }
    return retryFailed.isSet() ? Existing.RETRY_FAILED : Existing.RESUME_BY_TIME;
  }
}
