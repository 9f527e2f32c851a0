/**
 * The totals of a fleet. Nothing here knows where recordings come from, so that one machine and a
 * cluster add up in the same way.
 *
 * <p>{@code FleetPart} is what one recording contributes: its stacks without what differs between
 * runs of a program, their sums per heap, and what was recorded of their sizes. {@code StackIds}
 * gives each stack an identity of 128 bits that is the same everywhere, and a hash of its visible
 * names, which orders rows. {@code FleetTotals} adds up parts on one machine: threads fill {@code
 * FleetRows}, full ones become sorted runs ({@code SortedRuns}), which are merged with what is in
 * memory. {@code FleetOutputs} writes the profile and the table from any sorted rows.
 *
 * <p>When the rows of the table are known, a second pass of the parts finds what each recording has
 * of them ({@code DeviceValue}), sorts these by row, and says what that means for the devices
 * ({@code DeviceShares}). {@code FleetSizes} adds up what parts have recorded of sizes.
 */
@NullMarked
package dev.heapconv.fleet;

import org.jspecify.annotations.NullMarked;
