/**
 * Fleets: a table of what each recording says of each function, a folder per day in Parquet, which
 * any engine of SQL reads; and questions to it. {@link dev.heapconv.fleet.FleetTable} says what is
 * in it.
 */
@NullMarked
package dev.heapconv.fleet;

import org.jspecify.annotations.NullMarked;
