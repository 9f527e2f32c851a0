package dev.heapconv.combine;

import dev.heapconv.model.Codes;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Remark;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which stacks to keep, by the functions, source files and libraries of their frames, as in pprof.
 * Estimates are made before, with what all stacks say about sizes.
 *
 * @param focus stacks must contain a match of this; null for all
 * @param ignore stacks must not contain a match of this; null for all
 */
public record StackChoice(@Nullable Pattern focus, @Nullable Pattern ignore) {

  /** Every stack. */
  public static final StackChoice ALL = new StackChoice(null, null);

  /** The profile with only these stacks, and a comment that says so. */
  public EstimatedProfile of(EstimatedProfile profile) {
    if (focus == null && ignore == null) {
      return profile;
    }
    boolean[] focused = focus == null ? null : matches(profile.stacks(), focus);
    boolean[] ignored = ignore == null ? null : matches(profile.stacks(), ignore);
    List<EstimatedHeap> heaps = new ArrayList<>();
    int kept = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      IntArrayList rows = new IntArrayList();
      for (int row = 0; row < heap.rows(); row++) {
        int stack = heap.stack(row);
        if ((focused == null || focused[stack]) && (ignored == null || !ignored[stack])) {
          rows.add(row);
        }
      }
      kept += rows.size();
      // What some stacks hold explains no process.
      HeapInfo info = heap.info().withFacts(Facts.NONE);
      heaps.add(heap.pick(Codes.of(rows.toIntArray())).withInfo(info));
    }
    List<Remark> remarks = new ArrayList<>(profile.remarks());
    remarks.add(Remark.note(describe()));
    // The totals of other dumps are those of all stacks.
    EstimatedProfile chosen =
        new EstimatedProfile(
            profile.capture(),
            profile.stacks(),
            heaps,
            remarks,
            profile.confidence(),
            profile.notices());
    return kept == 0 ? chosen.withNotice(Notice.of(ErrorId.NO_MATCHING_STACK)) : chosen;
  }

  private String describe() {
    StringBuilder text = new StringBuilder("only stacks ");
    if (focus != null) {
      text.append("that match '").append(focus).append('\'');
    }
    if (ignore != null) {
      text.append(focus == null ? "" : " and ").append("that do not match '");
      text.append(ignore).append('\'');
    }
    return text.toString();
  }

  /** For each stack, whether any of its frames matches. */
  private static boolean[] matches(StackTable stacks, Pattern pattern) {
    boolean[] frames = new boolean[stacks.frameCount()];
    for (int frame = 0; frame < frames.length; frame++) {
      int mapping = stacks.frameMapping(frame);
      frames[frame] =
          mapping != StackTable.NO_MAPPING
              && pattern.matcher(stacks.mapping(mapping).path()).find();
      for (SourceLine line : stacks.lines(frame)) {
        frames[frame] |=
            pattern.matcher(line.function()).find() || pattern.matcher(line.file()).find();
      }
    }
    boolean[] matches = new boolean[stacks.stackCount()];
    for (int stack = 1; stack < matches.length; stack++) {
      matches[stack] = matches[stacks.parent(stack)] || frames[stacks.frame(stack)];
    }
    return matches;
  }
}
