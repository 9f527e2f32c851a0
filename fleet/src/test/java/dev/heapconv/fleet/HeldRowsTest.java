package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Which rows are read together, and what adds up to the total and to the rows of few devices. */
class HeldRowsTest {

  /** An engine that has rows with their cells: row, recording, value, and what is its own. */
  private static final class Cells implements SqlEngine {
    private static final Pattern IDS = Pattern.compile("BETWEEN (\\d+) AND (\\d+)");
    private final List<SqlRow> names = new ArrayList<>();
    private final List<double[]> cells = new ArrayList<>();
    private final List<double[]> uploads = new ArrayList<>();
    private final List<String> scanned = new ArrayList<>();

    Cells row(int id, long size, double[]... held) {
      names.add(new SqlRow(Map.of("id", id, "kind", "row", "name", "f" + id, "cells", size)));
      for (double[] cell : held) {
        // Engines find them in any order.
        cells.add(0, new double[] {id, cell[0], cell[1], cell[2]});
      }
      return this;
    }

    @Override
    public List<SqlRow> rows(String sql) {
      return names;
    }

    @Override
    public void keep(String table, String sql) {
      throw new AssertionError(sql);
    }

    @Override
    public void scan(String sql, Consumer<double[]> row) {
      Matcher ids = IDS.matcher(sql);
      if (ids.find()) {
        scanned.add(ids.group());
        cells.stream()
            .filter(cell -> cell[0] >= Integer.parseInt(ids.group(1)))
            .filter(cell -> cell[0] <= Integer.parseInt(ids.group(2)))
            .forEach(row);
      } else {
        uploads.forEach(row);
      }
    }

    /** What each row says of the devices: name, then device and its means in both groups. */
    Map<String, String> held(int minDevices) throws IOException {
      Map<String, String> found = new TreeMap<>();
      HeldRows rows = new HeldRows(this);
      assertThat(rows.count()).isEqualTo(names.size());
      rows.forEach(
          new Uploads(this, 4, 0),
          minDevices,
          (name, held) -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < held.size(); i++) {
              int device = held.device(i);
              text.append(
                  " %d:%s/%s".formatted(device, held.value(device, 0), held.value(device, 1)));
            }
            String key = name.text("kind") + name.text("name");
            assertThat(found.put(key, held.holding() + text.toString())).isNull();
          });
      return found;
    }
  }

  /** Device 1 sent two recordings and one of the second group, 2 one of each, 3 one. */
  private static Cells cells() {
    Cells engine = new Cells();
    int[] places = {2, 2, 3, 4, 5, 6};
    for (int i = 0; i < places.length; i++) {
      engine.uploads.add(new double[] {i, places[i]});
    }
    return engine;
  }

  private static double[] cell(int upload, double value, double self) {
    return new double[] {upload, value, self};
  }

  /** Rows are of what they hold with callees, the other two of what rows hold themselves. */
  @Test
  void rowsOfFewDevicesAreAddedUp() throws IOException {
    Cells engine =
        cells()
            .row(1, 3, cell(0, 8, 6), cell(2, 5, 3), cell(4, 7, 2))
            .row(2, 1, cell(5, 9, 1))
            .row(3, 0)
            .row(4, 2, cell(1, 2, 1), cell(5, 4, 0));
    Map<String, String> two = engine.held(2);
    // Of two recordings of device 1, one holds 8 bytes. Cells are found in the opposite order.
    assertThat(two)
        .containsEntry("rowf1", "2 2:0.0/7.0 1:4.0/5.0")
        .containsEntry("rowf4", "2 3:4.0/0.0 1:1.0/0.0")
        .containsEntry("other", "1 3:1.0/0.0")
        .containsEntry("total", "3 2:0.0/2.0 1:3.5/3.0 3:1.0/0.0")
        .hasSize(4);
    assertThat(engine.held(1))
        .as("a row that nobody holds is none")
        .containsOnlyKeys("rowf1", "rowf2", "rowf4", "total");
    assertThat(engine.held(0)).containsOnlyKeys("rowf1", "rowf2", "rowf4", "total");
    assertThat(engine.held(3)).containsOnlyKeys("other", "total");
    assertThat(engine.held(3).get("other")).isEqualTo(engine.held(3).get("total"));
    assertThat(cells().held(1)).isEmpty();
  }

  /** A million cells are read at once, and a larger row by itself. */
  @Test
  void rowsAreReadByTheMillionCells() throws IOException {
    Cells engine =
        cells()
            .row(1, 400_000, cell(0, 1, 1))
            .row(2, 600_000, cell(5, 2, 2))
            .row(3, 1, cell(0, 3, 3))
            .row(4, 1_000_001, cell(5, 4, 4))
            .row(5, 1, cell(0, 5, 5));
    assertThat(engine.held(1))
        .containsEntry("rowf1", "1 1:0.5/0.0")
        .containsEntry("rowf2", "1 3:2.0/0.0")
        .containsEntry("rowf3", "1 1:1.5/0.0")
        .containsEntry("rowf4", "1 3:4.0/0.0")
        .containsEntry("rowf5", "1 1:2.5/0.0")
        .containsEntry("total", "2 1:4.5/0.0 3:6.0/0.0");
    assertThat(engine.scanned)
        .containsExactly(
            "BETWEEN 1 AND 2", "BETWEEN 3 AND 3", "BETWEEN 4 AND 4", "BETWEEN 5 AND 5");
  }

  /** Nobody holds what is 0, and a row that was cleared holds nothing. */
  @Test
  void rowsForgetWhatTheyHeld() throws IOException {
    HeldRow row = new HeldRow(new Uploads(cells(), 4, 0));
    for (int time = 0; time < 2; time++) {
      row.add(0, 6);
      row.add(0, 2);
      row.add(1, 1);
      row.add(4, 7);
      row.add(5, 0);
      assertThat(row.size()).isEqualTo(3);
      assertThat(row.holding()).isEqualTo(2);
      assertThat(row.held(0)).isEqualTo(8);
      assertThat(row.held(1)).isEqualTo(1);
      assertThat(row.held(4)).isEqualTo(7);
      assertThat(row.value(1, 0)).isEqualTo(4.5);
      assertThat(row.value(2, 1)).isEqualTo(7);
      row.clear();
      assertThat(row.size()).isZero();
      assertThat(row.holding()).isZero();
      for (int upload = 0; upload < 6; upload++) {
        assertThat(row.held(upload)).isZero();
      }
      for (int device = 1; device < 4; device++) {
        assertThat(row.value(device, 0) + row.value(device, 1)).isZero();
      }
    }
  }
}
