package dev.heapconv.model;

import java.util.Objects;

/**
 * Where a recording comes from. Each string is empty when unknown.
 *
 * @param source name of the input it was read from
 * @param format human-readable format of the input: {@code Perfetto heapprofd trace}
 * @param device build fingerprint of the device, or system, release and machine
 * @param producer name and version of the recording program
 */
public record CaptureInfo(String source, String format, String device, String producer) {

  public CaptureInfo {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(producer, "producer");
  }
}
