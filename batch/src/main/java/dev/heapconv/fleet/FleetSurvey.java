package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all machines must know of the parts of a fleet before they add them up: the functions, the
 * groups, and which recordings are in them. Surveys of some of the parts each add up to that of
 * all. Memory grows with the functions, and with recordings times their groups. Not thread-safe.
 */
public final class FleetSurvey implements FleetPart.Sums {

  private final FleetBreakdown breakdown;
  private final SharedFrames frames;
  private final PartFrames framesOfSurveys;
  private final PartReader reader;
  private final FleetContents contents = new FleetContents();

  /** How many rows the parts have of each group. */
  private final TreeMap<FleetGroup, Long> rows = new TreeMap<>(FleetGroup.BY_NAME);

  public FleetSurvey(FleetBreakdown breakdown) {
    this.breakdown = breakdown;
    frames = new SharedFrames(breakdown.allocatorFrames());
    framesOfSurveys = new PartFrames(frames);
    reader = new PartReader(frames);
  }

  @Override
  public void add(int recording, InputStream part) throws IOException {
    reader.read(
        part,
        new FleetPart.Rows() {
          private FleetGroup group = breakdown.group("", FleetGroup.info("", ""));

          @Override
          public void heap(String device, HeapInfo info, int views) {
            group = breakdown.group(device, info);
            contents.addHeap(group.name(), recording, views);
          }

          @Override
          public void row(int stack, EstimateSums sums) {
            rows.merge(group, 1L, Long::sum);
          }
        });
  }

  @Override
  public void write(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    PartFrames.write(frames.table(), data);
    contents.write(data);
    data.writeInt(rows.size());
    for (Map.Entry<FleetGroup, Long> group : rows.entrySet()) {
      group.getKey().write(data);
      data.writeLong(group.getValue());
    }
    data.flush();
  }

  @Override
  public void addAll(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    framesOfSurveys.read(data);
    contents.read(data);
    for (int left = data.readInt(); left > 0; left--) {
      rows.merge(FleetGroup.read(data), data.readLong(), Long::sum);
    }
  }

  /** All frames; add nothing any more. */
  public StackTable frames() {
    return frames.table();
  }

  /** The views that heaps have. */
  public List<View> views() {
    return contents.views();
  }

  /** The numbers of the {@link #frames}, for all machines. */
  public SortedIds frameNumbers() {
    return new SortedIds(
        frames().frameCount(),
        i -> frames.of(i).identity().high(),
        i -> frames.of(i).identity().low());
  }

  /** The order of rows, for all machines. */
  public FleetOrder order() {
    return new FleetOrder(rows);
  }

  FleetContents contents() {
    return contents;
  }
}
