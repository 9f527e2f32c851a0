package dev.heapconv.fleet;

import java.io.Serializable;

/** The device of each recording by number, and what it counts. */
final class RecordingDevices implements Serializable {

  private static final long serialVersionUID = 1;

  private final int[] devices;
  private final double[] weights;

  /**
   * @param devices number of the device by number of the recording
   * @param weights by number of the device
   */
  RecordingDevices(int[] devices, double[] weights) {
    this.devices = devices;
    this.weights = weights;
  }

  int device(int recording) {
    return devices[recording];
  }

  int devices() {
    return weights.length;
  }

  double weight(int device) {
    return weights[device];
  }
}
