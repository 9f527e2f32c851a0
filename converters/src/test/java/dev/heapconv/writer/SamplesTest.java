package dev.heapconv.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Label;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {

  private static final View OTHER = new View("other", "count");

  private static Samples samples(EstimatedProfile profile) {
    return new Samples(profile.stacks(), false);
  }

  /** Each sample, with its stack from the root. */
  private static List<String> texts(Samples samples, EstimatedProfile profile) {
    StackTable stacks = profile.stacks();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < samples.count(); i++) {
      String text = " " + samples.value(i);
      for (int s = samples.stack(i); s != StackTable.ROOT; s = stacks.parent(s)) {
        text = " " + stacks.lines(stacks.frame(s)).get(0).function() + text;
      }
      texts.add(text.strip());
    }
    return texts;
  }

  private static List<String> texts(EstimatedProfile profile) {
    Samples samples = samples(profile);
    samples.set(profile.heaps().get(0), View.SPACE);
    return texts(samples, profile);
  }

  @Test
  void rowsThatDifferInTheAllocatorAreOneSample() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("malloc;b;main", 100)
            .stack("malloc;a;main", 20)
            .stack("calloc;b;main", 3)
            .build();

    assertThat(texts(profile)).containsExactly("main b 103", "main a 20");
  }

  @Test
  void thousandsOfSmallNumbersKeepTheirSum() {
    ProfileBuilder builder = ProfileBuilder.oneHeap();
    for (int i = 0; i < 5000; i++) {
      builder.stack("f" + i + ";main", 0.6);
    }
    EstimatedProfile profile = builder.build();
    Samples samples = samples(profile);
    samples.set(profile.heaps().get(0), View.SPACE);

    assertThat(samples.count()).as("what is rounded to nothing is no sample").isEqualTo(3000);
    assertThat(samples.total()).isEqualTo(3000);
  }

  @Test
  void nothingIsLeftOfAnotherHeapOrView() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("a;main", 100)
            .stack("b;main", 200)
            .heap(18, "client", "libc.malloc", 1, 1)
            .stack("c;main", 10)
            .stack("a;main", 1)
            .build();
    Samples samples = samples(profile);
    samples.set(profile.heaps().get(0), View.SPACE);
    samples.set(profile.heaps().get(1), View.SPACE);
    assertThat(texts(samples, profile)).containsExactly("main c 10", "main a 1");

    samples.set(profile.heaps().get(0), OTHER);
    assertThat(texts(samples, profile)).as("a view that the heap does not have").isEmpty();
    assertThat(samples.total()).isZero();
  }

  @Test
  void labelsKeepSamplesApartWhereTheyAreAskedFor() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("a;main", 1)
            .stack("malloc;a;main", 20)
            .stack("calloc;a;main", 300)
            .stack("realloc;a;main", 4000)
            .build();
    Label label = new Label("thread", "worker", 0, "");
    List<Label> none = List.of();
    EstimatedHeap heap =
        profile.heaps().get(0).withLabels(List.of(none, List.of(label), none, List.of(label)));

    Samples labelled = new Samples(profile.stacks(), true);
    labelled.set(heap, View.SPACE);
    assertThat(texts(labelled, profile)).containsExactly("main a 301", "main a 4020");
    assertThat(List.of(labelled.labels(0), labelled.labels(1)))
        .containsExactly(none, List.of(label));

    Samples samples = samples(profile);
    samples.set(heap, View.SPACE);
    assertThat(texts(samples, profile)).containsExactly("main a 4321");
    assertThat(samples.labels(0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e19, 6e18})
  void sumsStopAtTheLargestNumber(double value) {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("malloc;a;main", value)
            .stack("calloc;a;main", value)
            .stack("b;main", value)
            .build();
    String largest = String.format(Locale.ROOT, "main a %d", Long.MAX_VALUE);

    assertThat(texts(profile)).contains(largest);
    Samples samples = samples(profile);
    samples.set(profile.heaps().get(0), View.SPACE);
    assertThat(samples.total()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void rowsHaveTheNumbersOfAllViewsInTheOrderAskedFor() {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("malloc;a;main", 150).stack("calloc;a;main", 250).build();
    Samples.Rows rows =
        new Samples.Rows(profile.heaps().get(0), List.of(View.SPACE, OTHER, View.OBJECTS));
    List<List<Long>> values = new ArrayList<>();
    while (rows.next()) {
      values.add(List.of((long) rows.row(), rows.value(0), rows.value(1), rows.value(2)));
    }
    assertThat(values).containsExactly(List.of(0L, 150L, 0L, 2L), List.of(1L, 250L, 0L, 2L));
  }
}
