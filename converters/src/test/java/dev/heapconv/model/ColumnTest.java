package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Estimate;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnTest {

  private static final int ROWS = 5000;

  private static Estimate estimate(Random random) {
    double value = random.nextInt(40) * 4096.0;
    double lower = random.nextInt(3) * value / 10;
    double upper = random.nextInt(5) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(3) * value;
    return new Estimate(value, value - lower, value + upper, value - lower / 2, value);
  }

  @Test
  void columnsThatShareEqualEstimatesHaveTheSameNumbers() {
    Random random = new Random(1);
    Column.Builder all = Column.Builder.ofShared();
    for (int dump = 0; dump < 3; dump++) {
      Column.Builder shared = all.another(ROWS);
      Column.Builder own = new Column.Builder(0).another(ROWS);
      for (int row = 0; row < ROWS; row += 1 + random.nextInt(2)) {
        Estimate estimate = estimate(random);
        shared.set(row, estimate);
        own.set(row, estimate);
      }
      assertSame(shared.column(), own.column());
      int[] some = {7, 0, ROWS - 1};
      assertSame(shared.column().withRows(some), own.column().withRows(some));
    }
  }

  private static void assertSame(Column one, Column other) {
    assertThat(one.rows()).isEqualTo(other.rows());
    assertThat(one.total()).isEqualTo(other.total());
    for (int row = 0; row < one.rows(); row++) {
      assertThat(one.estimate(row)).isEqualTo(other.estimate(row));
    }
  }

  @Test
  void rowsThatWereNotSetAreZero() {
    Column column = Column.Builder.ofShared().another(2).column();
    assertThat(column.estimate(1)).isEqualTo(Estimate.ZERO);
  }
}
