package dev.heapconv.model;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where a recording comes from. Each of its strings is empty when unknown.
 *
 * @param source name of the input it was read from
 * @param format human-readable format of the input: {@code Perfetto heapprofd trace}
 * @param device build fingerprint of the device, or system, release and machine
 * @param producer name and version of the recording program
 * @param presentation how its producer wants it to be shown
 * @param attributes what else whoever recorded it says of it, by key
 */
public record CaptureInfo(
    String source,
    String format,
    String device,
    String producer,
    Presentation presentation,
    Map<String, String> attributes) {

  /** Folders before the name of a file, in each of several inputs; members of archives stay. */
  private static final Pattern FOLDERS = Pattern.compile("(^|, )[^,!]*[/\\\\](?=[^,!/\\\\])");

  public CaptureInfo {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(producer, "producer");
    Objects.requireNonNull(presentation, "presentation");
    attributes = Map.copyOf(attributes);
  }

  /** Of formats that do not say how they are to be shown, and no more. */
  public CaptureInfo(String source, String format, String device, String producer) {
    this(source, format, device, producer, Presentation.UNKNOWN, Map.of());
  }

  /** The source without the folders that files lie in: for what is passed on to others. */
  public String fileNames() {
    return FOLDERS.matcher(source).replaceAll("$1");
  }

  /** The same under another name. */
  public CaptureInfo withSource(String other) {
    return new CaptureInfo(other, format, device, producer, presentation, attributes);
  }

  /** The same, to be shown in this way. */
  public CaptureInfo withPresentation(Presentation other) {
    return new CaptureInfo(source, format, device, producer, other, attributes);
  }

  /** With more attributes; those that it has stay. */
  public CaptureInfo withAttributes(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(more);
    all.putAll(attributes);
    return new CaptureInfo(source, format, device, producer, presentation, all);
  }
}
