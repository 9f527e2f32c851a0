package dev.heapconv.query;

import java.util.List;

/**
 * What a difference is judged by.
 *
 * @param limits how much may grow
 * @param alpha how often something may seem to have grown that did not, between 0 and 1
 * @param strict whether growth beyond a limit that could not be seen leaves the outcome open
 */
public record GateLimits(List<GateVerdict.Limit> limits, double alpha, boolean strict) {
  public GateLimits {
    limits = List.copyOf(limits);
  }
}
