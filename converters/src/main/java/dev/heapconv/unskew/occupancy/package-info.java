/**
 * Object counts of heapprofd stacks: how many of the sampled bytes fell into the same allocation
 * tells how large the allocations are, as in an occupancy problem.
 */
@NullMarked
package dev.heapconv.unskew.occupancy;

import org.jspecify.annotations.NullMarked;
