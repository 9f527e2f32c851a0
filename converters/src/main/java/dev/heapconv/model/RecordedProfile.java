package dev.heapconv.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The result of a reader: the selected heaps with their recorded numbers, and the other facts found
 * in the input.
 *
 * @param stacks owned by this profile; only names may still be demangled
 * @param heaps the selected dumps of the selected heaps, in the order of the recording
 * @param dumps one entry for each dump of each selected heap, including dumps that were not
 *     selected
 * @param remarks what is to be said of the numbers before they are estimated
 */
public record RecordedProfile(
    CaptureInfo capture,
    StackTable stacks,
    List<RecordedHeap> heaps,
    List<DumpSummary> dumps,
    List<Notice> notices,
    List<Remark> remarks) {

  public RecordedProfile {
    Objects.requireNonNull(capture, "capture");
    Objects.requireNonNull(stacks, "stacks");
    heaps = List.copyOf(heaps);
    dumps = List.copyOf(dumps);
    notices = List.copyOf(notices);
    remarks = List.copyOf(remarks);
  }

  /**
   * This profile, if what holds for every one holds for it.
   *
   * @throws IllegalStateException if not: whatever made it has a fault
   */
  public RecordedProfile check() {
    Invariants.check(this);
    return this;
  }

  /** The heaps whose numbers may be added up, as {@link EstimatedProfile#latestDumps}. */
  public List<RecordedHeap> latestDumps() {
    return HeapInfo.latestDumps(heaps, RecordedHeap::info);
  }

  /** What its notices mean for its numbers. */
  public Effects effects() {
    Set<View> views = new HashSet<>();
    for (RecordedHeap heap : heaps) {
      views.addAll(heap.views());
    }
    return Effects.of(notices, views);
  }

  /** The same profile with another description of where it comes from. */
  public RecordedProfile withCapture(CaptureInfo other) {
    return new RecordedProfile(other, stacks, heaps, dumps, notices, remarks);
  }

  /** The same profile with other heaps over the same stacks. */
  public RecordedProfile withHeaps(List<RecordedHeap> others) {
    return new RecordedProfile(capture, stacks, others, dumps, notices, remarks);
  }

  /** The same profile with other remarks. */
  public RecordedProfile withRemarks(List<Remark> others) {
    return new RecordedProfile(capture, stacks, heaps, dumps, notices, others);
  }

  /** The texts of the remarks. */
  public List<String> comments() {
    return Remark.texts(remarks);
  }

  /** The same profile with one more note, unless it is empty. */
  public RecordedProfile withComment(String comment) {
    return comment.isEmpty() ? this : withRemark(Remark.note(comment));
  }

  /** The same profile with one more remark, unless it is known. */
  public RecordedProfile withRemark(Remark remark) {
    if (remarks.contains(remark)) {
      return this;
    }
    List<Remark> more = new ArrayList<>(remarks);
    more.add(remark);
    return new RecordedProfile(capture, stacks, heaps, dumps, notices, more);
  }

  /** The same profile with one more warning. */
  public RecordedProfile withNotice(Notice notice) {
    List<Notice> more = new ArrayList<>(notices);
    more.add(notice);
    return new RecordedProfile(capture, stacks, heaps, dumps, more, remarks);
  }
}
