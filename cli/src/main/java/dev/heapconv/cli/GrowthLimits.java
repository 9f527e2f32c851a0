package dev.heapconv.cli;

import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads how much a view may grow: {@code space>5%}, {@code space>10MB}, {@code objects>1000},
 * {@code total:space>1%}.
 */
final class GrowthLimits {

  private static final Pattern LIMIT =
      Pattern.compile("\\s*(total:)?\\s*([^>]*[^>\\s])\\s*>\\s*([^>%\\s]+)\\s*(%?)\\s*");

  /** What is left of a limit that was not quoted. */
  private static final Pattern VIEW = Pattern.compile("[a-z_:]+");

  private GrowthLimits() {}

  static GateVerdict.Limit limit(String text) {
    Matcher limit = LIMIT.matcher(text);
    if (!limit.matches()) {
      throw notALimit(text);
    }
    String view = View.ours(limit.group(2));
    boolean percent = !limit.group(4).isEmpty();
    String number = limit.group(3);
    try {
      double most = percent ? Quantities.decimal(number).doubleValue() : amount(view, number, text);
      return new GateVerdict.Limit(view, limit.group(1) != null, most, percent, text.strip());
    } catch (IllegalArgumentException e) {
      throw notALimit(text);
    }
  }

  private static double amount(String view, String number, String text) {
    if (number.equals("0")) {
      return 0;
    }
    boolean counts = view.equals(View.OBJECTS.name()) || view.equals(View.ALLOC_OBJECTS.name());
    boolean bytes = view.equals(View.SPACE.name()) || view.equals(View.ALLOC_SPACE.name());
    if (bytes && number.chars().allMatch(c -> c == '.' || Character.isDigit(c))) {
      throw new TypeConversionException(
          String.format("'%1$s' has no unit; did you mean %1$s%% or %1$sMiB?", text.strip()));
    }
    return counts ? Quantities.objects(number) : Quantities.bytes(number);
  }

  private static TypeConversionException notALimit(String text) {
    return new TypeConversionException(
        "'"
            + text
            + "' is not a limit such as space>5%, space>10MB, objects>1000 or total:space>1%"
            + (VIEW.matcher(text).matches() ? "; quote it, as the shell takes > for itself" : ""));
  }
}
