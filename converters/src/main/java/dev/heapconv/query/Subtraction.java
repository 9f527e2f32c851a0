package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two profiles as a profile, for formats of stacks: new minus base, matched as in
 * {@link Comparison}.
 *
 * @param profile the difference; values may be negative, and an unknown interval is infinite on
 *     both sides
 */
public record Subtraction(EstimatedProfile profile) {

  /** Label of the samples whose difference is larger than the sampling noise. */
  public static final Label BEYOND_NOISE =
      new Label("change", "larger than the sampling noise", 0, "");

  public static Subtraction of(EstimatedProfile base, EstimatedProfile changed) {
    Comparison comparison = Comparison.of(base, changed, GroupBy.STACK);
    List<EstimatedHeap> heaps = new ArrayList<>();
    List<EstimatedHeap> noise = comparison.heaps(Compared.NOISE);
    for (EstimatedHeap heap : comparison.difference().heaps()) {
      View main = View.preferred(heap.views());
      heaps.add(labelled(heap, noise.get(heaps.size()).column(main)));
    }
    return new Subtraction(
        new EstimatedProfile(
            changed.capture(),
            comparison.difference().stacks(),
            heaps,
            remarks(base, changed),
            changed.confidence(),
            notices(base, changed)));
  }

  private static EstimatedHeap labelled(EstimatedHeap difference, @Nullable Column noise) {
    List<List<Label>> labels = new ArrayList<>();
    for (int row = 0; row < difference.rows(); row++) {
      boolean beyond = noise != null && (noise.low(row) > 0 || noise.high(row) < 0);
      labels.add(beyond ? List.of(BEYOND_NOISE) : List.of());
    }
    HeapInfo info = difference.info();
    return difference
        .withLabels(labels)
        .withInfo(
            info.withSampling(Sampling.scaled(0))
                .withProvenance(info.provenance().withLive(Live.DIFFERENCE)));
  }

  /** Returns how the numbers of a difference were computed. */
  public static List<Remark> remarks(EstimatedProfile base, EstimatedProfile changed) {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(
        new Remark(
            Topic.DIFFERENCE,
            "difference: " + changed.capture().source() + " minus " + base.capture().source()));
    base.remarks().forEach(remark -> remarks.add(remark.about("base")));
    changed.remarks().forEach(remark -> remarks.add(remark.about("new")));
    return remarks;
  }

  /** Returns the warnings of both sides. */
  public static List<Notice> notices(EstimatedProfile base, EstimatedProfile changed) {
    Notices notices = new Notices();
    base.notices().forEach(notice -> notices.add(notice.about("base")));
    changed.notices().forEach(notice -> notices.add(notice.about("new")));
    return notices.list();
  }

  /** Returns what grew, for formats that have no negative values. */
  public EstimatedProfile growth() {
    return oneSided(1, "growth");
  }

  /** Returns what shrank, as positive values. */
  public EstimatedProfile shrink() {
    return oneSided(-1, "shrink");
  }

  /** Returns growth and shrinkage side by side, as separate heaps. */
  public EstimatedProfile growthAndShrink() {
    EstimatedProfile growth = growth();
    List<EstimatedHeap> heaps = new ArrayList<>(growth.heaps());
    heaps.addAll(shrink().heaps());
    return growth.withHeaps(heaps);
  }

  private EstimatedProfile oneSided(int sign, String name) {
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      heaps.add(
          heap.with(
              heap.info().withHeap(heap.info().heap() + " " + name),
              heap.columns().stream().map(column -> oneSided(column, sign)).toList()));
    }
    return profile.withHeaps(heaps);
  }

  private static Column oneSided(Column column, int sign) {
    int size = column.rows();
    double[] values = new double[size];
    double[] lows = new double[size];
    double[] highs = new double[size];
    for (int row = 0; row < size; row++) {
      double low = sign > 0 ? column.low(row) : -column.high(row);
      double high = sign > 0 ? column.high(row) : -column.low(row);
      values[row] = Math.max(0, sign * column.value(row));
      lows[row] = values[row] == 0 ? 0 : Math.max(0, low);
      highs[row] = values[row] == 0 ? 0 : Math.max(0, high);
    }
    return new Column(values, lows, highs);
  }
}
