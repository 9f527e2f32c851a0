package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.transform.RecordedSizes;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetPartTest {

  private static final int SPACE = View.ALL.indexOf(View.SPACE);

  /** Two stacks that differ only in addresses, which parts leave out, and a third one. */
  private static EstimatedProfile profile(Scheme scheme) {
    StackTable stacks = new StackTable();
    int[] ids = new int[3];
    for (int i = 0; i < ids.length; i++) {
      SourceLine line = new SourceLine(i < 2 ? "work" : "rest", "", 0);
      ids[i] = stacks.addStack(StackTable.ROOT, stacks.addFrame(StackTable.NO_MAPPING, i, line));
    }
    EstimatedHeap heap =
        new EstimatedHeap(
            new HeapInfo(7, "app", "libc.malloc", 3, 4, 5_000_000_001L, 9, scheme, 64, 64),
            List.of(View.SPACE),
            ids,
            List.of(Column.exact(new double[] {100, 20, 3})),
            new long[] {0, 0, 0},
            new long[] {10, 2, 1},
            List.of());
    return new EstimatedProfile(
        new CaptureInfo("x", "", "build", ""), stacks, List.of(heap), List.of(), 0.95, List.of());
  }

  private static byte[] bytes(EstimatedProfile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FleetPart(profile, profile.heaps(), RecordedSizes.NONE).write(out);
    return out.toByteArray();
  }

  @Test
  void holdsWhatARecordingContributes() throws IOException {
    StackTable stacks = new StackTable();
    List<String> seen = new ArrayList<>();
    new PartStacks(stacks)
        .read(
            new ByteArrayInputStream(bytes(profile(Scheme.WEIGHTED))),
            new FleetPart.Rows() {
              @Override
              public void heap(String device, HeapInfo info, int views) {
                assertThat(info.timeNanos()).isEqualTo(5_000_000_001L);
                seen.add(device + " " + info.process() + " " + info.heap() + " " + info.dump());
              }

              @Override
              public void recorded(long allocations, long live) {
                seen.add(allocations + " " + live);
              }

              @Override
              public void row(int stack, EstimateSums sums) {
                String function = stacks.lines(stacks.frame(stack)).get(0).function();
                seen.add(function + " " + sums.value(SPACE));
              }
            });
    assertThat(seen)
        .containsExactly("build app libc.malloc 3", "-1 12", "work 120.0", "-1 1", "rest 3.0");
  }

  @Test
  void holdsWhatWasRecordedOfSizes() throws IOException {
    EstimatedProfile profile = profile(Scheme.WEIGHTED);
    Sampling sampling = new Sampling(64, 100);
    List<RecordedSizes.StackSizes> recorded = new ArrayList<>();
    for (int row = 0; row < 3; row++) {
      int stack = profile.heaps().get(0).stack(row);
      recorded.add(new RecordedSizes.StackSizes(stack, new CellSums(1 + row, 640, 1, 2, 300, 0)));
    }
    RecordedSizes sizes =
        new RecordedSizes(List.of(new RecordedSizes.HeapSizes(sampling, recorded)));
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    // No heap counts, such as when all of it is left out.
    new FleetPart(profile, List.of(), sizes).write(part);
    FleetSizes learned = new FleetSizes();
    learned.add(0, new ByteArrayInputStream(part.toByteArray()));
    learned.add(0, new ByteArrayInputStream(part.toByteArray()));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    learned.learned().write(file);
    assertThat(file.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            heapconv sizes 1
            T\t64\t100
            6\t1280\t2\t4\t600\t0\trest
            6\t2560\t4\t8\t1200\t0\twork
            E\t2\t10ecac38
            """);
  }

  @Test
  void partsOfOtherVersionsAreMadeAgain(@TempDir Path folder) throws IOException {
    Path part = Files.write(folder.resolve("part"), bytes(profile(Scheme.WEIGHTED)));
    FleetPart.check(part);
    try (DeflaterOutputStream out = new DeflaterOutputStream(Files.newOutputStream(part))) {
      out.write(new byte[] {0x68, 0x63, 0x66, 0x71, 0, 0, 0, 0});
    }
    assertThatThrownBy(() -> FleetPart.check(part)).hasMessageContaining("not a part of a fleet");
  }
}
