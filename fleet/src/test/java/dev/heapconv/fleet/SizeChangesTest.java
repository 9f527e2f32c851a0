package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of 20 devices and 20 others: a struct that grew is no more objects. */
class SizeChangesTest {

  @TempDir private Path folder;

  private Map<String, SqlRow> changes(String view) throws Exception {
    TestTables.write("sizes-table.sql", folder.resolve(view));
    try (DuckDbTables engine = new DuckDbTables(folder)) {
      engine.open("a", folder.resolve(view));
      engine.open("b", folder.resolve(view));
      FleetQuestion question = new FleetQuestion(List.of("function"), view, false, 0);
      TableSelection before = TableSelection.parse("t?version_code=1", "a");
      TableSelection after = TableSelection.parse("t?version_code=2", "b");
      Map<String, SqlRow> rows = new HashMap<>();
      FleetComparison.of(engine, question, before, after, 0.05, 0.95)
          .rows()
          .forEach(row -> rows.put(row.isTotal() ? "total" : row.text("name"), row));
      return rows;
    }
  }

  @Test
  void aStructThatGrewIsNotMoreObjects() throws Exception {
    Map<String, SqlRow> objects = changes("objects");
    assertThat(objects.get("grown").number("changed")).isEqualTo(1);
    assertThat(objects.get("grown").number("change_low")).isPositive();
    assertThat(objects.get("same").number("changed")).isZero();
    for (String row : List.of("struct", "total")) {
      assertThat(objects.get(row).number("changed")).as(row).isZero();
      assertThat(objects.get(row).number("change_low")).as(row).isNegative();
      assertThat(objects.get(row).number("change_high")).as(row).isPositive();
    }
  }

  @Test
  void itIsMoreBytes() throws Exception {
    Map<String, SqlRow> bytes = changes("space");
    for (String row : List.of("struct", "grown", "total")) {
      assertThat(bytes.get(row).number("changed")).as(row).isEqualTo(1);
    }
    assertThat(bytes.get("same").number("changed")).isZero();
  }
}
