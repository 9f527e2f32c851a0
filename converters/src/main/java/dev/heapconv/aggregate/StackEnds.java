package dev.heapconv.aggregate;

/**
 * What the first and the last dump of a heap say of a stack.
 *
 * @param first live at the first dump, in bytes or objects
 * @param last live at the last dump
 * @param firstSamples samples that are live at the first dump
 * @param lastSamples samples that are live at the last dump
 * @param allocs allocated between the dumps, in bytes or objects
 * @param allocSamples samples of these
 * @param hasAllocs whether allocations were recorded
 * @param noise of one sample
 * @param seconds between the dumps, above 0
 */
record StackEnds(
    double first,
    double last,
    long firstSamples,
    long lastSamples,
    double allocs,
    long allocSamples,
    boolean hasAllocs,
    SampleNoise noise,
    double seconds) {

  void addTo(RowGrowth row) {
    double minutes = seconds / 60;
    row.addEnds(first, last, minutes, noise.variance() * firstSamples);
    if (hasAllocs) {
      row.addRate(allocs / seconds, noise.variance() * allocSamples / (seconds * seconds));
    }
    if (!noise.known()) {
      row.change().addUnknown();
      return;
    }
    long freed = hasAllocs ? firstSamples + allocSamples - lastSamples : Long.MAX_VALUE;
    row.change()
        .add(
            firstSamples,
            lastSamples,
            freed,
            noise.weight() / minutes,
            noise.variance() / (minutes * minutes));
    double slope = (last - first) / minutes;
    row.change()
        .addModelError(
            slope > 0 ? slope * noise.below() : -slope * noise.above(),
            slope > 0 ? slope * noise.above() : -slope * noise.below());
  }
}
