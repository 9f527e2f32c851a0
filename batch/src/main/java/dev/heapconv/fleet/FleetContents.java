package dev.heapconv.fleet;

import dev.heapconv.model.View;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What parts contain, apart from their sums. Not thread-safe. */
final class FleetContents {

  /** The views that heaps have. */
  private final BitSet views = new BitSet(FleetPart.VIEWS);

  /** By group the recordings that have a heap in it, in any order. */
  private final Map<String, IntArrayList> recordings = new TreeMap<>();

  /**
   * Adds a heap of a recording to a group. Heaps of a recording come one after another.
   *
   * @param ofHeap its views, as {@link FleetPart.Rows#heap} has them
   */
  void addHeap(String group, int recording, int ofHeap) {
    views.or(BitSet.valueOf(new long[] {ofHeap}));
    IntArrayList ofGroup = recordings.computeIfAbsent(group, name -> new IntArrayList());
    if (ofGroup.isEmpty() || ofGroup.getInt(ofGroup.size() - 1) != recording) {
      ofGroup.add(recording);
    }
  }

  /** Adds what other parts contain. */
  void addAll(FleetContents others) {
    views.or(others.views);
    others.recordings.forEach(
        (group, added) ->
            recordings.computeIfAbsent(group, name -> new IntArrayList()).addAll(added));
  }

  /** The views that heaps have, in their order. */
  List<View> views() {
    return views.stream().mapToObj(View.ALL::get).toList();
  }

  /** The recordings that have a heap in a group, ascending. */
  int[] recordings(String group) {
    IntArrayList ofGroup = recordings.get(group);
    return ofGroup == null ? new int[0] : ofGroup.intStream().sorted().distinct().toArray();
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(views.isEmpty() ? 0 : views.toLongArray()[0]);
    out.writeInt(recordings.size());
    for (Map.Entry<String, IntArrayList> group : recordings.entrySet()) {
      StoredFrame.writeText(group.getKey(), out);
      out.writeInt(group.getValue().size());
      for (int recording : group.getValue()) {
        out.writeInt(recording);
      }
    }
  }

  /** Adds what {@link #write} stored. */
  void read(DataInputStream in) throws IOException {
    views.or(BitSet.valueOf(new long[] {in.readLong()}));
    for (int groups = in.readInt(); groups > 0; groups--) {
      IntArrayList ofGroup =
          recordings.computeIfAbsent(StoredFrame.readText(in), name -> new IntArrayList());
      for (int left = in.readInt(); left > 0; left--) {
        ofGroup.add(in.readInt());
      }
    }
  }
}
