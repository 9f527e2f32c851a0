package dev.heapconv.fleet;

import dev.heapconv.model.EstimatedProfile;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a recording beside what it says itself.
 *
 * @param recording its name
 * @param device its device, or its own name
 * @param labels what a file of labels says of it, by column
 */
record FleetOrigin(String recording, String device, LocalDate date, Map<String, String> labels) {

  private static final String PACKAGE = "package";
  private static final String VERSION_NAME = "version_name";
  static final String VERSION_CODE = "version_code";
  private static final String BUILD = "build";
  static final String WEIGHT = "weight";

  /** Labels that are columns of their own. */
  static final List<String> COLUMNS =
      List.of(
          FleetLabels.INPUT,
          FleetLabels.DEVICE,
          FleetLabels.DATE,
          PACKAGE,
          VERSION_NAME,
          VERSION_CODE,
          BUILD,
          WEIGHT);

  /**
   * The first columns of tables of functions and of recordings. Labels say more than recordings.
   *
   * @param packageVersion name and version code of the package; null if not known
   * @param profile null if there is none
   */
  List<@Nullable Object> columns(
      @Nullable String packageVersion, @Nullable EstimatedProfile profile) {
    String[] words = packageVersion == null ? new String[0] : packageVersion.split(" ", 2);
    Map<String, String> others =
        new TreeMap<>(profile == null ? Map.of() : profile.capture().attributes());
    labels.keySet().stream()
        .filter(label -> !COLUMNS.contains(label))
        .forEach(label -> others.put(label, labels.get(label)));
    List<@Nullable Object> columns = new ArrayList<>();
    columns.add(recording);
    columns.add(device);
    columns.add(known(PACKAGE, words.length > 0 ? words[0] : ""));
    columns.add(known(VERSION_NAME, ""));
    columns.add(number(known(VERSION_CODE, words.length > 1 ? words[1] : "")));
    columns.add(known(BUILD, profile == null ? "" : profile.capture().device()));
    columns.add(others);
    return columns;
  }

  /** How many devices the device stands for; null if that is not said. */
  @Nullable Double weight() {
    String weight = known(WEIGHT, "");
    return weight == null ? null : Double.valueOf(weight);
  }

  private @Nullable String known(String column, String otherwise) {
    String label = labels.getOrDefault(column, "");
    String known = label.isEmpty() ? otherwise : label;
    return known.isEmpty() ? null : known;
  }

  private static @Nullable Long number(@Nullable String text) {
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
