/**
 * The totals of a fleet: what each recording contributes, which stacks of different recordings are
 * the same, their sums by group, and the profile and the table of them. Nothing here knows where
 * recordings come from, so that one machine and a cluster add up in the same way.
 */
@NullMarked
package dev.heapconv.fleet;

import org.jspecify.annotations.NullMarked;
