package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Stacks under other names, which are added when they are asked for. */
class StackTableTest {

  private final StackTable table = new StackTable();
  private final int main = frame("main");
  private final int a = frame("a");
  private final int b = frame("b");
  private final int ofMain = table.addStack(StackTable.ROOT, main);
  private final int ofA = table.addStack(ofMain, a);
  private final int ofB = table.addStack(ofMain, b);

  private int frame(String name) {
    return table.addFrame(table.addMapping(new Mapping("/" + name, "id")), 1, line(name));
  }

  private static SourceLine line(String name) {
    return new SourceLine(name, "", 0);
  }

  private static List<String> names(StackTable of, int stack) {
    List<String> names = new ArrayList<>();
    for (int frame : of.frames(stack)) {
      names.add(of.lines(frame).get(0).function());
    }
    return names;
  }

  @Test
  void aCopyHasTheStacksThatAreAskedForAndNoOthers() {
    StackTable copy = new StackTable();
    IntUnaryOperator copied = table.mapped(copy);
    assertThat(copied.applyAsInt(StackTable.ROOT)).isEqualTo(StackTable.ROOT);
    int stack = copied.applyAsInt(ofB);
    assertThat(names(copy, stack)).containsExactly("b", "main");
    assertThat(copied.applyAsInt(ofB)).isEqualTo(stack);
    assertThat(copy.stackCount()).isEqualTo(3);
    assertThat(copy.frameCount()).isEqualTo(2);
    assertThat(copy.mapping(copy.frameMapping(copy.frame(stack))).path()).isEqualTo("/b");
  }

  @Test
  void stacksOfFramesThatAreOneBecomeOne() {
    StackTable other = new StackTable();
    List<Integer> asked = new ArrayList<>();
    IntUnaryOperator renamed =
        table.mapped(
            other,
            frame -> {
              asked.add(frame);
              return other.addFrame(StackTable.NO_MAPPING, 0, line(frame == main ? "main" : "x"));
            });
    assertThat(renamed.applyAsInt(ofA)).isEqualTo(renamed.applyAsInt(ofB));
    assertThat(asked).containsExactly(main, a, b);
  }

  @Test
  void stacksOfTheSameTableGetOtherFramesBesideTheirOwn() {
    int other = table.addRenamed(main, List.of(line("start")));
    IntUnaryOperator renamed = table.mapped(table, frame -> frame == main ? other : frame);
    int stack = renamed.applyAsInt(ofA);
    assertThat(names(table, stack)).containsExactly("a", "start");
    assertThat(names(table, ofA)).containsExactly("a", "main");
    assertThat(renamed.applyAsInt(StackTable.ROOT)).isEqualTo(StackTable.ROOT);
  }
}
