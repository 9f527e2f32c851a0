/**
 * Fleets of traces on Apache Spark: a job for {@code spark-submit}. It uses the library and what
 * {@code batch} uses; Spark only distributes the work.
 *
 * <p>{@code InputListing} lists inputs (local files with Java, because Hadoop's paths are URIs and
 * leave out names), executors read them, and {@code Tables} derives what users read, chunk by
 * chunk, from the internal table {@code _parts}: one {@code PartRow} for each recording, archive,
 * failure and skipped file. A chunk is one job of Spark and complete once it has {@code _SUCCESS}.
 * So a resumed job deletes what is incomplete, finds what is done, converts the rest into new
 * chunks, rewrites old chunks without what newer ones have, and derives what is missing. {@code
 * ChunkedConversion} halves a chunk that fails until it knows the input that ends executors.
 *
 * <p>For totals ({@code TotalsJob}), a {@code FleetSurvey} first collects what all executors must
 * know: the functions, which get numbers, the groups, and which recordings are in them. Then rows
 * become bytes whose order is that of the rows ({@code FleetOrder}), Spark sorts and shuffles
 * these, and the driver takes one partition after another. {@code StoredParts} has what executors
 * do.
 */
@NullMarked
package dev.heapconv.spark;

import org.jspecify.annotations.NullMarked;
