package dev.heapconv.model;

import java.util.Objects;

/**
 * Where a recording comes from. Each of its strings is empty when unknown.
 *
 * @param source name of the input it was read from
 * @param format human-readable format of the input: {@code Perfetto heapprofd trace}
 * @param device build fingerprint of the device, or system, release and machine
 * @param producer name and version of the recording program
 * @param presentation how its producer wants it to be shown
 */
public record CaptureInfo(
    String source, String format, String device, String producer, Presentation presentation) {

  public CaptureInfo {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(producer, "producer");
    Objects.requireNonNull(presentation, "presentation");
  }

  /** Of formats that do not say how they are to be shown. */
  public CaptureInfo(String source, String format, String device, String producer) {
    this(source, format, device, producer, Presentation.UNKNOWN);
  }
}
