package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.query.DeviceSums;
import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceValuesTest {

  private static final int ROWS = 300;
  private static final int RECORDINGS = 40;

  @TempDir private Path folder;

  private static double[] value(int row, int recording) {
    double[] value = new double[DeviceSums.NUMBERS];
    value[row % value.length] = recording + 0.5;
    value[recording % value.length] += row;
    return value;
  }

  private static String text(int row, int recording, double[] value) {
    return row + " " + recording + " " + Arrays.toString(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 4095, 4096, 5000, ROWS * RECORDINGS})
  void valuesComeByRowAndThenByRecordingHoweverManyAreInMemory(int most) throws IOException {
    List<String> expected = new ArrayList<>();
    List<int[]> order = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      for (int recording = 0; recording < RECORDINGS; recording++) {
        expected.add(text(row, recording, value(row, recording)));
        order.add(new int[] {row, recording});
      }
    }
    Collections.shuffle(order, new Random(most));
    List<String> passed = new ArrayList<>();
    try (SortedRuns<DeviceShares.Value> runs =
        new SortedRuns<>(
            folder.resolve("values"),
            DeviceShares.Value.ORDER,
            DeviceShares.Value.Codec::new,
            UnaryOperator.identity())) {
      List<DeviceValues> threads =
          List.of(new DeviceValues(runs, most), new DeviceValues(runs, most));
      for (int[] key : order) {
        DeviceShares.Value value = DeviceShares.Value.of(key[0], key[1], value(key[0], key[1]));
        threads.get(key[1] % 3 / 2).add(DeviceShares.Value.of(value.key(), value.numbers()));
      }
      try (Cursor<DeviceShares.Value> sorted =
          runs.merged(threads.stream().map(DeviceValues::sorted).toList())) {
        double[] numbers = new double[DeviceSums.NUMBERS];
        for (DeviceShares.Value value; (value = sorted.next()) != null; ) {
          value.read(numbers);
          passed.add(text(value.row(), value.recording(), numbers));
        }
      }
    }
    assertThat(passed).isEqualTo(expected);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
