package dev.heapconv.fleet;

import dev.heapconv.query.DeviceSums;
import dev.heapconv.unskew.Population;
import java.util.Arrays;

/** The devices of one section of a table: those of the recordings that have a heap in it. */
final class SectionDevices {

  /** The number of each device here, by its number in the fleet; -1 for others. */
  private final int[] numbers;

  private final RecordingDevices fleet;
  private final Population population;
  private final int[] sent;

  /**
   * @param covered the recordings that have a heap in the section, ascending
   */
  SectionDevices(RecordingDevices fleet, int[] covered, double confidence) {
    this.fleet = fleet;
    numbers = new int[fleet.devices()];
    Arrays.fill(numbers, -1);
    int count = 0;
    int[] recordings = new int[covered.length];
    double[] weights = new double[covered.length];
    for (int recording : covered) {
      int device = fleet.device(recording);
      if (numbers[device] < 0) {
        weights[count] = fleet.weight(device);
        numbers[device] = count++;
      }
      recordings[numbers[device]]++;
    }
    population = Population.weighted(Arrays.copyOf(weights, count), confidence);
    sent = Arrays.copyOf(recordings, count);
  }

  /** How many devices count. */
  int size() {
    return population.size();
  }

  /** The number of the device of one of the recordings. */
  int device(int recording) {
    return numbers[fleet.device(recording)];
  }

  /** Sums over these devices. */
  DeviceSums sums() {
    return new DeviceSums(population, sent);
  }
}
