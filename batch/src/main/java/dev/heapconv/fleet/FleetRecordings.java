package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The recordings of a fleet, numbered from 0 in the order of their names, and the devices they are
 * from.
 */
public final class FleetRecordings {

  private final List<String> inputs;
  private final FleetDevices fleet;
  private final List<String> deviceNames = new ArrayList<>();
  private final int[] devices;
  private final double[] weights;

  /**
   * @param inputs name of the input of each recording, in any order
   * @param fleet which device each is from
   */
  public FleetRecordings(Collection<String> inputs, FleetDevices fleet) {
    this.inputs = inputs.stream().sorted().toList();
    this.fleet = fleet;
    devices = new int[inputs.size()];
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < devices.length; i++) {
      String name = fleet.device(this.inputs.get(i));
      Integer known = numbers.putIfAbsent(name, deviceNames.size());
      devices[i] = known == null ? deviceNames.size() : known;
      if (known == null) {
        deviceNames.add(name);
      }
    }
    weights = deviceNames.stream().mapToDouble(fleet::weight).toArray();
  }

  /** How many there are. */
  public int count() {
    return devices.length;
  }

  /** Finds the number of a recording on any machine. */
  public SortedIds numbers() {
    return SortedIds.ofTexts(inputs);
  }

  /** The number of the device of each recording; not a copy. */
  int[] devices() {
    return devices;
  }

  /** What each device counts; not a copy. */
  double[] weights() {
    return weights;
  }

  /** The numbers of all recordings. */
  int[] all() {
    int[] all = new int[count()];
    Arrays.setAll(all, recording -> recording);
    return all;
  }

  /**
   * Warns of recordings whose names do not say which device they are from, if names should.
   *
   * @throws HeapConvException {@link ErrorId#NO_DEVICE} if no name says it
   */
  public Optional<Warning> withoutDevice() throws HeapConvException {
    if (fleet.name() == null) {
      return Optional.empty();
    }
    List<String> without = inputs.stream().filter(input -> fleet.named(input) == null).toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    if (without.size() == inputs.size()) {
      throw HeapConvException.input(
          ErrorId.NO_DEVICE, "'" + fleet.name() + "'", without.size(), without.get(0));
    }
    return Optional.of(
        Warning.of(ErrorId.INPUTS_WITHOUT_DEVICE, without.size(), inputs.size(), without.get(0)));
  }

  /** Warns of devices of some recordings that do not count, because they have no weight. */
  Optional<Warning> withoutWeight(Iterable<int[]> recordings) {
    SortedSet<String> names = new TreeSet<>();
    for (int[] some : recordings) {
      for (int recording : some) {
        if (!(weights[devices[recording]] > 0)) {
          names.add(deviceNames.get(devices[recording]));
        }
      }
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(Warning.of(ErrorId.DEVICES_WITHOUT_WEIGHT, names.size(), names.first()));
  }
}
