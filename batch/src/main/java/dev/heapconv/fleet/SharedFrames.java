package dev.heapconv.fleet;

import dev.heapconv.aggregate.FrameNames;
import dev.heapconv.aggregate.ShownStacks;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a table and what identifies them. Several threads may add frames of parts; those
 * that are known, which are most, are found without waiting. All else is for one thread.
 */
final class SharedFrames implements FrameSource, StackTree {

  private final StackTable table;
  private final ShownStacks shown;
  private final FrameHasher hasher = new FrameHasher();
  private final ConcurrentHashMap<Hash128, FrameId> known = new ConcurrentHashMap<>();
  private final List<FrameId> ofTable = new ArrayList<>();

  /**
   * @param table to which frames may be added elsewhere, too
   * @param allocatorFrames whether the allocator's functions are shown
   */
  SharedFrames(StackTable table, boolean allocatorFrames) {
    this.table = table;
    shown = new ShownStacks(table, allocatorFrames);
  }

  /** Of parts only. */
  SharedFrames(boolean allocatorFrames) {
    this(new StackTable(), allocatorFrames);
  }

  @Override
  public FrameId add(Hash128 identity, @Nullable Mapping mapping, StoredFrame frame) {
    FrameId found = known.get(identity);
    if (found != null) {
      return found;
    }
    synchronized (this) {
      return known.computeIfAbsent(
          identity,
          id ->
              make(
                  frame.addTo(
                      table, mapping == null ? StackTable.NO_MAPPING : table.addMapping(mapping)),
                  id));
    }
  }

  /** The table; while it is used, no thread may add to it. */
  StackTable table() {
    return table;
  }

  @Override
  public int size() {
    return table.stackCount();
  }

  @Override
  public int parent(int stack) {
    return table.parent(stack);
  }

  @Override
  public FrameId frame(int stack) {
    return of(table.frame(stack));
  }

  /** A frame of the table by its number there. */
  FrameId of(int frame) {
    while (ofTable.size() <= frame) {
      ofTable.add(make(ofTable.size(), identity(ofTable.size())));
    }
    return ofTable.get(frame);
  }

  private Hash128 identity(int frame) {
    int mapping = table.frameMapping(frame);
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try {
      StoredFrame.write(table, frame, new DataOutputStream(stored));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hasher.frame(
        mapping == StackTable.NO_MAPPING ? Hash128.ZERO : hasher.mapping(table.mapping(mapping)),
        stored.toByteArray(),
        stored.size());
  }

  private FrameId make(int frame, Hash128 identity) {
    List<SourceLine> lines = table.lines(frame);
    long[] names = new long[2 * lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      Hash128 name = hasher.text(FrameNames.of(table, frame, lines.get(i)));
      names[2 * i] = name.high();
      names[2 * i + 1] = name.low();
    }
    return new FrameId(frame, identity, names, shown.hiddenLines(frame));
  }
}
