package dev.heapconv.table;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import org.jspecify.annotations.Nullable;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param heaps the totals of the heaps, where it helps to tell them apart; null elsewhere
 * @param verdict whether what a difference shows is allowed; null if that was not asked
 */
public record Table(
    TableHeader header, Result result, @Nullable Result heaps, @Nullable GateVerdict verdict) {

  /** A table without a verdict. */
  public Table(TableHeader header, Result result) {
    this(header, result, null, null);
  }

  /** The same table with a verdict. */
  public Table withVerdict(GateVerdict other) {
    return new Table(header, result, heaps, other);
  }

  /** How far its numbers can be trusted, or its changes. */
  public Trust trust() {
    return trust(TableHeader.SIZES_HINT);
  }

  /**
   * Likewise.
   *
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   */
  Trust trust(String sizesHint) {
    return header.trust(reliability(), sizesHint).with(new ResultText(result).significance());
  }

  /** Likewise, in numbers. */
  Reliability reliability() {
    return header.reliability().limited(this::isWide);
  }

  private boolean isWide(View view) {
    if (!result.views().contains(view)) {
      return false;
    }
    ResultColumn total = result.total(view);
    return total.high(Result.TOTAL) > total.low(Result.TOTAL) * Reliability.MAX_SPAN;
  }
}
