package dev.heapconv.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The result of a reader: the recorded numbers of the selected heaps, and the other facts found in
 * the input. {@link dev.heapconv.HeapConv#unskew(RecordedProfile, UnskewOptions)} makes estimates
 * of them.
 *
 * @param capture the origin of the recording
 * @param stacks the stacks, owned by this profile; only names may still be demangled
 * @param heaps the selected dumps of the selected heaps, in the order of the recording
 * @param dumps one entry for each dump of each selected heap, including dumps that were not
 *     selected
 * @param notices the problems of the recording
 * @param remarks remarks about the numbers before they are estimated
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
   * Checks the conditions that hold for every profile.
   *
   * @return this profile
   * @throws IllegalStateException if a condition does not hold, because the code that made the
   *     profile has a bug
   */
  public RecordedProfile check() {
    Invariants.check(this);
    return this;
  }

  /**
   * Returns the heaps whose numbers may be added up, as {@link EstimatedProfile#latestDumps} does.
   */
  public List<RecordedHeap> latestDumps() {
    return HeapInfo.latestDumps(heaps, RecordedHeap::info);
  }

  /** Returns the effects of the notices on the numbers. */
  public Effects effects() {
    Set<View> views = new HashSet<>();
    for (RecordedHeap heap : heaps) {
      views.addAll(heap.views());
    }
    return Effects.of(notices, views);
  }

  /** Returns a copy with a different origin. */
  public RecordedProfile withCapture(CaptureInfo other) {
    return new RecordedProfile(other, stacks, heaps, dumps, notices, remarks);
  }

  /** Returns a copy with different heaps over the same stacks. */
  public RecordedProfile withHeaps(List<RecordedHeap> others) {
    return new RecordedProfile(capture, stacks, others, dumps, notices, remarks);
  }

  /** Returns a copy with different remarks. */
  public RecordedProfile withRemarks(List<Remark> others) {
    return new RecordedProfile(capture, stacks, heaps, dumps, notices, others);
  }

  /** Returns the texts of the remarks. */
  public List<String> comments() {
    return Remark.texts(remarks);
  }

  /** Returns a copy with one more note, unless the note is empty. */
  public RecordedProfile withComment(String comment) {
    return comment.isEmpty() ? this : withRemark(Remark.note(comment));
  }

  /** Returns a copy with one more remark, unless the profile already has it. */
  public RecordedProfile withRemark(Remark remark) {
    if (remarks.contains(remark)) {
      return this;
    }
    List<Remark> more = new ArrayList<>(remarks);
    more.add(remark);
    return new RecordedProfile(capture, stacks, heaps, dumps, notices, more);
  }

  /** Returns a copy with one more notice. */
  public RecordedProfile withNotice(Notice notice) {
    List<Notice> more = new ArrayList<>(notices);
    more.add(notice);
    return new RecordedProfile(capture, stacks, heaps, dumps, more, remarks);
  }
}
