package dev.heapconv.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.StackTable;
import org.junit.jupiter.api.Test;

class CallTreeTest {

  private static final int MAIN = 7;

  @Test
  void aNodeIsAFunctionCalledThroughTheSameOnes() {
    CallTree tree = new CallTree();
    int b = tree.add(CallTree.ROOT, new int[] {2, 1, MAIN});
    int main = tree.add(CallTree.ROOT, new int[] {MAIN});

    assertThat(tree.add(main, new int[] {2, 1})).isEqualTo(b);
    assertThat(tree.add(main, new int[] {2})).isNotEqualTo(b);
    assertThat(tree.add(b, new int[0])).isEqualTo(b);
    assertThat(tree.function(b)).isEqualTo(2);
    assertThat(tree.caller(tree.caller(b))).isEqualTo(main);
    assertThat(tree.caller(main)).isEqualTo(CallTree.ROOT);
    assertThat(tree.caller(CallTree.ROOT)).isEqualTo(-1);
  }

  @Test
  void aNodeHoldsWhatItCalls() {
    CallTree tree = new CallTree();
    int main = tree.add(CallTree.ROOT, new int[] {MAIN});
    int a = tree.add(main, new int[] {1});
    int b = tree.add(a, new int[] {2});
    int recursive = tree.add(b, new int[] {1});
    double[] self = new double[recursive + 1];
    self[main] = 1;
    self[a] = 20;
    self[recursive] = 300;
    int other = tree.add(CallTree.ROOT, new int[] {1});

    double[] sums = tree.cumulative(self);
    assertThat(sums).hasSize(tree.count());
    assertThat(sums[CallTree.ROOT]).isEqualTo(321);
    assertThat(sums[main]).isEqualTo(321);
    assertThat(sums[a]).isEqualTo(320);
    assertThat(sums[b]).isEqualTo(300);
    assertThat(sums[other]).isZero();
    assertThat(self[a]).as("what it was asked with is left as it is").isEqualTo(20);
  }

  @Test
  void callsDirectlyFollowTheirCallers() {
    StackTable stacks = new StackTable();
    int main = stacks.addStack(StackTable.ROOT, 0);
    int thread = stacks.addStack(StackTable.ROOT, 1);
    int ofThread = stacks.addStack(thread, 2);
    int ofMain = stacks.addStack(main, 2);
    int deep = stacks.addStack(ofMain, 3);
    int second = stacks.addStack(main, 3);
    CallTree tree = new CallTree(stacks);

    int[] places = tree.places();
    assertThat(new int[] {places[0], places[main], places[ofMain], places[deep], places[second]})
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(new int[] {places[thread], places[ofThread]}).containsExactly(5, 6);
    assertThat(tree.depths()).containsExactly(0, 1, 1, 2, 2, 3, 2);
  }
}
