package dev.heapconv.reader.valgrind;

import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of one snapshot: a tree whose first level allocates, and whose children are callers. A
 * line is {@code nCHILDREN: BYTES FRAME}, indented by its depth.
 */
final class MassifTree {

  private static final Pattern NODE =
      Pattern.compile(" *n(\\d{1,9}): (\\d{1,18}) (.*)", Pattern.DOTALL);

  /** The callers, or sites, that are too small to be listed. */
  private static final ValgrindFrame BELOW_THRESHOLD =
      new ValgrindFrame(0, "", new SourceLine("[below massif's threshold]", "", 0));

  private final ValgrindStacks stacks;
  private final RecordedRows rows = RecordedRows.ofSums(List.of());

  /** Frames of the current node, innermost first, and of each node what its children lack. */
  private final List<ValgrindFrame> path = new ArrayList<>();

  private String measure = "";

  private final LongArrayList left = new LongArrayList();

  /** Nodes that were announced by their parents and have not come yet. */
  private long missing = 1;

  MassifTree(ValgrindStacks stacks) {
    this.stacks = stacks;
  }

  /** Whether a line belongs to a tree. */
  boolean isLine(String line) {
    return line.startsWith("n") && line.indexOf(':') > 1 && Character.isDigit(line.charAt(1))
        || line.startsWith(" ");
  }

  /** Adds a line; false if it does not fit, and the tree is incomplete. */
  boolean add(String line) {
    Matcher node = NODE.matcher(line);
    if (!node.matches()) {
      return false;
    }
    int depth = line.indexOf('n');
    if (depth > left.size() || (depth == 0 && !left.isEmpty())) {
      return false;
    }
    endNodes(depth);
    long bytes = Long.parseLong(node.group(2));
    if (depth == 0) {
      measure = node.group(3).split(" : ", 2)[0];
    } else {
      left.set(depth - 1, left.getLong(depth - 1) - bytes);
      String text = node.group(3);
      path.add(
          text.startsWith("in ") && text.contains("below massif's threshold")
              ? BELOW_THRESHOLD
              : stacks.frame(text));
    }
    left.add(bytes);
    missing += Integer.parseInt(node.group(1)) - 1;
    return true;
  }

  /** Ends the nodes at a depth and below. */
  private void endNodes(int depth) {
    for (int ended = left.size() - 1; ended >= depth; ended--) {
      if (left.getLong(ended) > 0) {
        rows.addLive(rows.row(stacks.stack(path)), 0, left.getLong(ended));
      }
      left.size(ended);
      if (ended > 0) {
        path.remove(ended - 1);
      }
    }
  }

  /** What an execution tree measures, such as {@code curB}; of others anything. */
  String measure() {
    return measure;
  }

  /** The bytes of each stack; null if the tree is incomplete. */
  @Nullable RecordedRows rows() {
    endNodes(0);
    return missing == 0 ? rows : null;
  }
}
