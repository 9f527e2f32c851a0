package dev.heapconv.query;

import java.util.List;

/**
 * The limits and levels of a gate.
 *
 * @param limits the growth that the gate allows
 * @param alpha probability of a false alarm if nothing grew, between 0 and 1
 * @param strict whether the outcome is inconclusive if the recordings cannot show growth by the
 *     limit
 */
public record GateLimits(List<GateVerdict.Limit> limits, double alpha, boolean strict) {
  public GateLimits {
    limits = List.copyOf(limits);
  }
}
