package dev.heapconv.fleet;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.aggregate.DeviceSums;
import dev.heapconv.unskew.Population;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the devices of one section of a table have of its rows. Values arrive row by row. */
final class SectionFigures {

  private final TableRows table;
  private final int section;
  private final boolean cumulative;

  /** The device of each recording. */
  private final int[] devices;

  private final Population population;
  private final DeviceSums sums;
  private final Map<Integer, DeviceFigures.Row> rows = new HashMap<>();
  private int row;

  /**
   * @param cumulative whether rows count all stacks that pass through them
   * @param covered the recordings that have a heap in the section
   * @param recordings all of them
   * @param withoutWeight receives the devices that do not count
   */
  SectionFigures(
      TableRows table,
      int section,
      boolean cumulative,
      BitSet covered,
      List<FleetTotals.Part> recordings,
      FleetDevices fleet,
      double confidence,
      Set<String> withoutWeight) {
    this.table = table;
    this.section = section;
    this.cumulative = cumulative;
    row = table.total(section);
    devices = new int[recordings.size()];
    Map<String, Integer> numbers = new HashMap<>();
    int[] sent = new int[covered.cardinality()];
    double[] weights = new double[sent.length];
    for (int i = covered.nextSetBit(0); i >= 0; i = covered.nextSetBit(i + 1)) {
      String name = fleet.device(recordings.get(i).input());
      Integer known = numbers.putIfAbsent(name, numbers.size());
      devices[i] = known == null ? numbers.size() - 1 : known;
      sent[devices[i]]++;
      weights[devices[i]] = fleet.weight(name);
      if (!(weights[devices[i]] > 0)) {
        withoutWeight.add(name);
      }
    }
    population = Population.weighted(Arrays.copyOf(weights, numbers.size()), confidence);
    sums = new DeviceSums(population, Arrays.copyOf(sent, numbers.size()));
  }

  /** The parameters are those of {@link DeviceValues.Action}. */
  void add(int ofRow, int recording, double[] value) {
    if (ofRow != row) {
      finishRow();
      row = ofRow;
    }
    sums.add(devices[recording], value);
  }

  private void finishRow() {
    rows.put(row, sums.row());
    sums.clear();
  }

  DeviceFigures finish() {
    finishRow();
    Map<Integer, DeviceFigures.Row> byGroup = new HashMap<>();
    // Without any values the total is that of no device.
    DeviceFigures.Row total = rows.getOrDefault(table.total(section), sums.row());
    rows.forEach(
        (number, figures) -> {
          if (number != table.total(section)) {
            byGroup.put(table.group(section, number), figures);
          }
        });
    return new DeviceFigures(population.size(), cumulative, total, byGroup);
  }
}
