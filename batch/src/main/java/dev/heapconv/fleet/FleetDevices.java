package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which device an input is from, and how much each device counts.
 *
 * @param name finds the name of the device in that of an input: its first group, or without groups
 *     the whole match. Null, or no match: each input is a device of its own
 * @param weights by name of the device; null if all count the same. Devices that are not listed do
 *     not count
 */
public record FleetDevices(@Nullable Pattern name, @Nullable Map<String, Double> weights) {

  /** Each input is a device of its own, and all count the same. */
  public static final FleetDevices EACH_INPUT = new FleetDevices(null, null);

  public FleetDevices {
    weights = weights == null ? null : Map.copyOf(weights);
  }

  /** The device that an input is from. */
  public String device(String input) {
    return Objects.requireNonNullElse(named(input), input);
  }

  /** The device that the name of an input says it is from; null if it says none. */
  @Nullable String named(String input) {
    Matcher matcher = name == null ? null : name.matcher(input);
    if (matcher == null || !matcher.find()) {
      return null;
    }
    return matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
  }

  /** The weight of a device; 0 if it does not count. */
  public double weight(String device) {
    return weights == null ? 1 : weights.getOrDefault(device, 0.0);
  }

  /**
   * Reads weights: a device and its weight in each line, with a comma or tab between them. The
   * first line may be a heading.
   *
   * @param source its name in messages
   * @throws HeapConvException {@link ErrorId#NOT_A_WEIGHT} for any other line, a weight that is
   *     negative or not finite, or a second weight of a device
   */
  public static Map<String, Double> readWeights(Reader in, String source) throws IOException {
    Map<String, Double> weights = new TreeMap<>();
    BufferedReader lines = new BufferedReader(in);
    int number = 0;
    for (String line; (line = lines.readLine()) != null; ) {
      number++;
      int at = Math.max(line.lastIndexOf(','), line.lastIndexOf('\t'));
      if (line.isBlank() || (number == 1 && line.substring(at + 1).strip().equals("weight"))) {
        continue;
      }
      String device = at < 0 ? "" : unquoted(line.substring(0, at).strip());
      double weight = number(line.substring(at + 1));
      if (device.isEmpty() || !(weight >= 0) || weights.put(device, weight) != null) {
        throw HeapConvException.input(ErrorId.NOT_A_WEIGHT, source, number, line);
      }
    }
    return weights;
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
  }

  /** A finite number; NaN for other texts. */
  private static double number(String text) {
    try {
      double number = Double.parseDouble(unquoted(text.strip()));
      return Double.isInfinite(number) ? Double.NaN : number;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
