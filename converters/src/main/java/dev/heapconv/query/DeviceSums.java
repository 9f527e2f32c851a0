package dev.heapconv.query;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.plan.Population;
import java.util.Arrays;

/**
 * Adds up what each device of a fleet has of one group, and says what that means for all devices: a
 * device with several recordings counts with their mean, and one without the group with 0.
 *
 * <p>Devices differ, and that is what the interval of the mean holds; the noise of sampling makes
 * them differ a little more and is therefore in it, too. The error of the model of sizes is the
 * same one on all devices and adds linearly. Not thread-safe.
 */
public final class DeviceSums {

  private static final int VIEWS = View.ALL.size();

  /** Of a view its value, and the half-widths it has in common with other devices. */
  private static final int OF_VIEW = 3;

  /** How many numbers of a recording matter here. */
  public static final int NUMBERS = VIEWS * OF_VIEW;

  private final Population population;
  private final int[] recordings;

  /** Where a device's numbers are, plus 1; 0 for a device without any. */
  private final int[] places;

  private int[] devices = new int[16];
  private double[] numbers = new double[devices.length * NUMBERS];
  private int count;

  /**
   * @param population the devices, as its members
   * @param recordings how many recordings each device sent; at least one for those that have a
   *     weight
   */
  public DeviceSums(Population population, int[] recordings) {
    this.population = population;
    this.recordings = recordings.clone();
    places = new int[recordings.length];
  }

  /** Forgets all numbers, but not the devices. */
  public void clear() {
    for (int i = 0; i < count; i++) {
      places[devices[i]] = 0;
    }
    count = 0;
  }

  /**
   * The numbers to {@link #add} for what a recording has of the group.
   *
   * @param sums sums of stacks; {@link View#ALL} are its groups
   */
  public static double[] numbers(EstimateSums sums) {
    double[] numbers = new double[NUMBERS];
    for (int view = 0; view < VIEWS; view++) {
      numbers[view * OF_VIEW] = sums.value(view);
      numbers[view * OF_VIEW + 1] = sums.commonLower(view);
      numbers[view * OF_VIEW + 2] = sums.commonUpper(view);
    }
    return numbers;
  }

  /**
   * Adds what a recording has of the group. Devices that are not part of the population are left
   * out. Results depend on the order only by rounding.
   *
   * @param device number of the device that sent it
   * @param ofRecording as {@link #numbers} returns them
   */
  public void add(int device, double[] ofRecording) {
    if (!population.contains(device)) {
      return;
    }
    if (places[device] == 0) {
      if (count == devices.length) {
        devices = Arrays.copyOf(devices, count * 2);
        numbers = Arrays.copyOf(numbers, numbers.length * 2);
      }
      Arrays.fill(numbers, count * NUMBERS, (count + 1) * NUMBERS, 0);
      devices[count++] = device;
      places[device] = count;
    }
    int at = (places[device] - 1) * NUMBERS;
    for (int i = 0; i < NUMBERS; i++) {
      numbers[at + i] += ofRecording[i] / recordings[device];
    }
  }

  /** What the numbers so far say of the group. */
  public DeviceFigures.Row row() {
    double[] values = new double[count];
    boolean[] having = new boolean[count];
    DeviceFigures.Numbers[] views = new DeviceFigures.Numbers[VIEWS];
    for (int view = 0; view < VIEWS; view++) {
      collect(view, 1, values);
      double lower = population.average(devices, values, count);
      collect(view, 2, values);
      double upper = population.average(devices, values, count);
      collect(view, 0, values);
      Estimate mean = population.mean(devices, values, count);
      for (int i = 0; i < count; i++) {
        having[i] |= values[i] > 0;
      }
      double[] quantiles = population.quantiles(devices, values, count, 0.5, 0.95);
      views[view] =
          new DeviceFigures.Numbers(withModel(mean, lower, upper), quantiles[0], quantiles[1]);
    }
    int[] some = new int[count];
    int appearing = 0;
    for (int i = 0; i < count; i++) {
      if (having[i]) {
        some[appearing++] = devices[i];
      }
    }
    return new DeviceFigures.Row(
        appearing, population.share(some, appearing), Arrays.asList(views));
  }

  /** Stores one of the numbers of each device in {@code values}. */
  private void collect(int view, int number, double[] values) {
    for (int i = 0; i < count; i++) {
      values[i] = numbers[i * NUMBERS + view * OF_VIEW + number];
    }
  }

  private static Estimate withModel(Estimate mean, double lower, double upper) {
    return new Estimate(
        mean.value(),
        mean.value() - Math.hypot(mean.value() - mean.low(), lower),
        mean.value() + Math.hypot(mean.high() - mean.value(), upper),
        mean.value() - lower,
        mean.value() + upper);
  }
}
