/**
 * Tests that separate growth from noise: the probability of a change, trends in a series, and the
 * share of false findings among many.
 *
 * <p>Start with {@link dev.heapconv.unskew.growth.GrowthProbability} to compare two runs. For two
 * dumps of one run use {@link dev.heapconv.unskew.growth.SampledChange}, because their samples
 * overlap. For a series of dumps use {@link dev.heapconv.unskew.growth.FillingUp}, which includes
 * {@link dev.heapconv.unskew.growth.TrendTest}. If you test many functions at once, correct the
 * p-values with {@link dev.heapconv.unskew.growth.FalseDiscoveries}.
 *
 * <p>For example, one run has 240 samples of a function and the next one has 300, and each sample
 * is worth one unit:
 *
 * <pre>{@code
 * double difference = 300 - 240;
 * double whole = 240 + 300;
 * double p = GrowthProbability.probability(difference, whole, whole / 2, 1, 1); // 0.0055
 * double found = DetectableGrowth.of(240, 1, 1, 0.01, DetectableGrowth.POWER); // in samples
 * }</pre>
 */
@NullMarked
package dev.heapconv.unskew.growth;

import org.jspecify.annotations.NullMarked;
