package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StackIdsTest {

  private static final String APP = "/app.so";

  private final StackTable stacks = new StackTable();

  private int frame(
      StackTable table, String path, String buildId, long relPc, SourceLine... lines) {
    return table.addFrame(table.addMapping(new Mapping(path, buildId)), relPc, List.of(lines));
  }

  private static SourceLine line(String function) {
    return new SourceLine(function, "", 0);
  }

  /** A stack of functions, outermost first. */
  private int stack(StackTable table, String... functions) {
    int stack = StackTable.ROOT;
    for (String function : functions) {
      String path = function.equals("malloc") ? "/libc.so" : APP;
      stack = table.addStack(stack, frame(table, path, "", 0, line(function)));
    }
    return stack;
  }

  private static String identity(StackIds ids, int stack) {
    return Long.toHexString(ids.high(stack)) + " " + Long.toHexString(ids.low(stack));
  }

  private static String names(StackIds ids, int stack) {
    return Long.toHexString(ids.namesHigh(stack)) + " " + Long.toHexString(ids.namesLow(stack));
  }

  @Test
  void equalStacksOfAnyTablesAreEqual() {
    int one = stack(stacks, "main", "work", "malloc");
    StackTable other = new StackTable();
    stack(other, "something", "else", "first", "malloc");
    StackIds idsOfOther = new StackIds(other, false);
    idsOfOther.high(other.stackCount() - 1);
    // Added when others are known already, and of many.
    for (int i = 0; i < 1000; i++) {
      stack(other, "many" + i);
    }
    int two = stack(other, "main", "work", "malloc");
    StackIds ids = new StackIds(stacks, false);
    assertThat(identity(idsOfOther, two)).isEqualTo(identity(ids, one));
    assertThat(names(idsOfOther, two)).isEqualTo(names(ids, one));
  }

  /** They are stored, and other processes compute them again. */
  @Test
  void hashesNeverChange() {
    int one = stack(stacks, "main", "work");
    StackIds ids = new StackIds(stacks, false);
    assertThat(identity(ids, one)).isEqualTo("b611dd4a39eba63f 973c13bbd69ce971");
    assertThat(names(ids, one)).isEqualTo("7f33c89edf10e50a aa6c782ca70e6292");
  }

  @Test
  void whateverIdentifiesAFrameMatters() {
    List<Integer> frames = new ArrayList<>();
    frames.add(stacks.addFrame(StackTable.NO_MAPPING, 0, line("")));
    frames.add(stacks.addFrame(StackTable.NO_MAPPING, 1, line("")));
    frames.add(frame(stacks, "", "", 0, line("")));
    frames.add(frame(stacks, "a", "b", 0, line("")));
    frames.add(frame(stacks, "ab", "", 0, line("")));
    frames.add(frame(stacks, "", "ab", 0, line("")));
    frames.add(frame(stacks, "a", "b", 1, line("")));
    frames.add(frame(stacks, "a", "b", 0, line("f")));
    frames.add(frame(stacks, "a", "b", 0, new SourceLine("f", "g", "", 0)));
    frames.add(frame(stacks, "a", "b", 0, new SourceLine("f", "", "g", 0)));
    frames.add(frame(stacks, "a", "b", 0, line("f"), line("g")));
    frames.add(frame(stacks, "a", "b", 0, line("g"), line("f")));
    List<Integer> alone = frames.stream().map(frame -> stacks.addStack(0, frame)).toList();
    List<Integer> all = new ArrayList<>(alone);
    for (int outer : alone) {
      frames.forEach(frame -> all.add(stacks.addStack(outer, frame)));
    }
    StackIds ids = new StackIds(stacks, false);
    Set<String> found = new HashSet<>(List.of(identity(ids, StackTable.ROOT)));
    for (int stack : all) {
      assertThat(found.add(identity(ids, stack))).isTrue();
    }
  }

  @Test
  void namesAreThoseThatAreDisplayed() {
    int called = stack(stacks, "main", "work", "malloc");
    int below = stack(stacks, "main", "work", "malloc", "map");
    int plain = stack(stacks, "main", "work");
    int reversed = stack(stacks, "work", "main");
    int allocator = stack(stacks, "malloc");
    int twice = stack(stacks, "malloc", "malloc");
    int inlined =
        stacks.addStack(
            StackTable.ROOT, frame(stacks, "elsewhere", "", 0, line("work"), line("main")));
    StackIds ids = new StackIds(stacks, false);
    assertThat(names(ids, called)).isEqualTo(names(ids, plain)).isEqualTo(names(ids, inlined));
    assertThat(names(ids, below)).isEqualTo(names(ids, plain));
    // Where nothing else would be, all is shown.
    assertThat(names(ids, allocator)).isNotEqualTo(names(ids, twice));
    assertThat(Set.of(names(ids, plain), names(ids, reversed), names(ids, allocator))).hasSize(3);
    assertThat(names(ids, StackTable.ROOT)).isNotEqualTo(names(ids, allocator));
    StackIds all = new StackIds(stacks, true);
    assertThat(names(all, called)).isNotEqualTo(names(all, plain));
    assertThat(names(all, twice)).isNotEqualTo(names(all, allocator));
    assertThat(identity(all, called)).isEqualTo(identity(ids, called));
  }
}
