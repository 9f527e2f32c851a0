package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning.Warnings;
import dev.heapconv.unskew.Scheme;

/**
 * Whether the numbers of a pprof file are raw or scaled by their producer. Scaling twice would be
 * the worst error: small objects would be multiplied by thousands. So a file is treated as raw only
 * if that is certain.
 *
 * <ul>
 *   <li>Fuchsia: without a period raw, sampled every 128 KiB; with the period 1 scaled.
 *   <li>Perfetto's traceconv: raw, as heapprofd recorded them; the interval is missing.
 *   <li>Others are scaled, unless they have no period and the user specifies the sampling interval.
 *   <li>Objects without bytes are left as they are: what a sample stands for depends on its size.
 * </ul>
 */
record PprofScaling(Scheme scheme, long interval) {

  /** The sampling interval of Fuchsia's memory sampler. */
  private static final long FUCHSIA_INTERVAL = 131072;

  /** What heapprofd uses unless it is told otherwise. */
  private static final long HEAPPROFD_INTERVAL = 4096;

  /**
   * @param given the interval specified by the user; 0 for none
   */
  static PprofScaling of(
      PprofContent content, PprofColumns columns, boolean own, long given, Warnings warnings) {
    if (columns.traceconv() != null && columns.haveBytes()) {
      if (given == 0) {
        warnings.add(
            ErrorId.UNKNOWN_INTERVAL,
            "the profile",
            HEAPPROFD_INTERVAL + " bytes, the usual one, is assumed");
      }
      return new PprofScaling(Scheme.WEIGHTED, given > 0 ? given : HEAPPROFD_INTERVAL);
    }
    if (columns.isFuchsia()) {
      if (content.period == 0 && columns.haveBytes()) {
        return new PprofScaling(Scheme.RECORDED, given > 0 ? given : FUCHSIA_INTERVAL);
      }
      warnIfIgnored(given, warnings);
      return new PprofScaling(Scheme.SCALED, content.period > 1 ? content.period : 0);
    }
    if (isUnscaled(content, own, given) && columns.inPairs()) {
      return new PprofScaling(Scheme.RECORDED, given);
    }
    warnIfIgnored(given, warnings);
    if (!hasInterval(content)) {
      return new PprofScaling(Scheme.SCALED, 0);
    }
    return content.period == 1
        ? new PprofScaling(Scheme.EXACT, 1)
        : new PprofScaling(Scheme.SCALED, content.period);
  }

  /** Whether a profile is raw because only the user knows its sampling interval. */
  static boolean isUnscaled(PprofContent content, boolean own, long given) {
    return given > 0 && !own && !hasInterval(content);
  }

  private static boolean hasInterval(PprofContent content) {
    return content.period > 0 && content.string(content.periodType.getUnit()).equals("bytes");
  }

  private static void warnIfIgnored(long given, Warnings warnings) {
    if (given > 0) {
      warnings.add(ErrorId.INTERVAL_IGNORED);
    }
  }

  /** Whether nothing of it has been unskewed. */
  boolean isRaw() {
    return !scheme.isPassThrough();
  }

  /** Whether samples must be unskewed one by one. */
  boolean ofUnits() {
    return scheme == Scheme.RECORDED;
  }
}
