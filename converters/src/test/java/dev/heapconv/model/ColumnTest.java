package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Estimate;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnTest {

  private static final Estimate SOME =
      new Estimate(4096, 2048, Double.POSITIVE_INFINITY, 3000, 4096);

  private static Column column() {
    Column.Builder builder = new Column.Builder(3);
    builder.set(2, SOME);
    return builder.column();
  }

  @Test
  void someRowsHaveTheEstimatesOfAll() {
    Column all = column();
    List<Column> two = Column.pick(List.of(all, column()), Codes.of(new int[] {2, 0}));
    List<Column> three = Column.pick(two, Codes.of(new int[] {1, 0, 0}));
    Column some = three.get(0);
    assertThat(some.rows()).isEqualTo(3);
    assertThat(some.estimate(0)).isEqualTo(Estimate.ZERO);
    assertThat(some.estimate(2)).isEqualTo(SOME);
    assertThat(some.total()).isEqualTo(8192);
    assertThat(some.sharesDictionaryOf(all)).isTrue();
    assertThat(some.code(2)).isEqualTo(2);
    assertThat(some.sharesDictionaryOf(column())).isFalse();
  }

  @Test
  void rowsThatWereNotSetAreZero() {
    assertThat(column().estimate(1)).isEqualTo(Estimate.ZERO);
  }
}
