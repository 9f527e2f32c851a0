package dev.heapconv.model;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The origin of a recording. Each of its strings is empty if unknown.
 *
 * @param source name of the input from which it was read
 * @param format human-readable format of the input, such as {@code Perfetto heapprofd trace}
 * @param device build fingerprint of the device, or system, release and machine
 * @param producer name and version of the recording program
 * @param presentation how the producer wants the profile to be shown
 * @param attributes further facts that the recording states about itself, by key
 */
public record CaptureInfo(
    String source,
    String format,
    String device,
    String producer,
    Presentation presentation,
    Map<String, String> attributes) {

  /**
   * Matches the folders before a file name, in each of several inputs; the paths of archive members
   * stay.
   */
  private static final Pattern FOLDERS = Pattern.compile("(^|, )[^,!]*[/\\\\](?=[^,!/\\\\])");

  public CaptureInfo {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(producer, "producer");
    Objects.requireNonNull(presentation, "presentation");
    attributes = Map.copyOf(attributes);
  }

  /**
   * Creates the origin of a recording whose format states no presentation and no attributes.
   *
   * @param source name of the input from which it was read
   * @param format human-readable format of the input
   * @param device build fingerprint of the device, or system, release and machine
   * @param producer name and version of the recording program
   */
  public CaptureInfo(String source, String format, String device, String producer) {
    this(source, format, device, producer, Presentation.UNKNOWN, Map.of());
  }

  /**
   * Returns the source without the folders of its files, for outputs that are passed on to other
   * people.
   */
  public String fileNames() {
    return FOLDERS.matcher(source).replaceAll("$1");
  }

  /** Returns a copy with a different source. */
  public CaptureInfo withSource(String other) {
    return new CaptureInfo(other, format, device, producer, presentation, attributes);
  }

  /** Returns a copy with a different presentation. */
  public CaptureInfo withPresentation(Presentation other) {
    return new CaptureInfo(source, format, device, producer, other, attributes);
  }

  /** Returns a copy with additional attributes. Existing attributes do not change. */
  public CaptureInfo withAttributes(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(more);
    all.putAll(attributes);
    return new CaptureInfo(source, format, device, producer, presentation, all);
  }
}
