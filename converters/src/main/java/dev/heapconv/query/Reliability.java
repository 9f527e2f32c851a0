package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.select.GroupBy;
import org.jspecify.annotations.Nullable;

/** Judges the bytes and the objects of a result. */
final class Reliability {

  /** Samplers that record more often than this cost the program more than they tell. */
  private static final long MIN_INTERVAL = 512;

  /** How much more often to sample. */
  private static final long STEP = 8;

  private Reliability() {}

  /** As {@link Result#reliability} says. */
  static String of(Result result, long interval, String sizes) {
    View bytes = view(result, true);
    View objects = view(result, false);
    if (result.by() == GroupBy.DUMP || !isEstimated(result, bytes, objects)) {
      return "";
    }
    if (result instanceof Difference difference) {
      return (ofChange(difference, bytes, "Bytes: ") + ofChange(difference, objects, "Objects: "))
          .strip();
    }
    Grade ofBytes = grade(result, bytes);
    Grade ofObjects = grade(result, objects);
    StringBuilder text = new StringBuilder();
    if (ofBytes != null) {
      text.append("Bytes: ").append(words(ofBytes)).append('.');
    }
    if (ofObjects != null) {
      text.append(text.isEmpty() ? "" : " ").append("Objects: ").append(words(ofObjects));
      text.append(ofObjects == Grade.MAGNITUDE ? "; rank, do not count" : "");
      long share =
          bytes == null || objects == null
              ? 100
              : Math.round(100 * knownShare(result, bytes, objects));
      text.append(share < 100 ? " (within 2x for " + share + " % of the bytes)." : ".");
    }
    boolean lacksSizes = ofObjects != null && ofObjects != Grade.PLAIN && !sizes.isEmpty();
    boolean lacksSamples = (lacksSizes || ofBytes != Grade.PLAIN) && interval > MIN_INTERVAL;
    if (lacksSizes || lacksSamples) {
      text.append(" Better: ").append(lacksSizes ? sizes : "");
      text.append(lacksSizes && lacksSamples ? ", or " : "");
      if (lacksSamples) {
        String often = HumanNumbers.size(Math.max(MIN_INTERVAL, interval / STEP));
        text.append("record at an interval of ").append(often);
      }
      text.append('.');
    }
    return text.toString();
  }

  private static @Nullable View view(Result result, boolean bytes) {
    for (View view : result.views()) {
      if (View.ALL.contains(view)
          && view.isBytes() == bytes
          && view.isLive() == result.view().isLive()) {
        return view;
      }
    }
    return null;
  }

  private static boolean isEstimated(Result result, @Nullable View bytes, @Nullable View objects) {
    return bytes != null && result.total(bytes).isUncertain(Result.TOTAL)
        || objects != null && result.total(objects).isUncertain(Result.TOTAL);
  }

  private static @Nullable Grade grade(Result result, @Nullable View view) {
    return view == null ? null : result.total(view).grade(Result.TOTAL);
  }

  private static String words(Grade grade) {
    return switch (grade) {
      case PLAIN -> "reliable";
      case APPROXIMATE -> "within a factor of two";
      case MAGNITUDE -> "order of magnitude only";
    };
  }

  /** The share of the bytes that are in groups whose objects are within a factor of two. */
  private static double knownShare(Result result, View bytes, View objects) {
    Column sizes = result.total(bytes);
    Column counts = result.total(objects);
    double all = 0;
    double known = 0;
    for (int row : result.rows()) {
      double size = sizes.rank(Column.Bound.VALUE, row);
      all += size;
      known += counts.grade(row) == Grade.MAGNITUDE ? 0 : size;
    }
    return all > 0 ? known / all : 1;
  }

  private static String ofChange(Difference difference, @Nullable View view, String label) {
    if (view == null || !difference.isNoiseKnown(view, Result.TOTAL)) {
      return "";
    }
    boolean beyond = difference.total(view).isBeyondNoise(Result.TOTAL);
    return label
        + "the total change is "
        + (beyond ? "larger than" : "within")
        + " sampling noise. ";
  }
}
