package dev.heapconv.unskew.occupancy;

/** How much likelier hypotheses about the sizes of a stack are than before, by what others tell. */
interface SizeFactors {

  /** Factors of the hypotheses of a likelihood, in its order. */
  double[] factors(SizeLikelihood side);

  /** Factor of the hypothesis that every allocation was recorded, with this mean size in bytes. */
  double ofRecorded(double mean);
}
