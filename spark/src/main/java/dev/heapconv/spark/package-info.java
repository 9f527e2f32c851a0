/**
 * Fleets of traces on Apache Spark: a job for {@code spark-submit} that finds the inputs on any
 * Hadoop file system, converts each where an executor runs, and writes tables in Parquet. It uses
 * the library and what {@code batch} uses; Spark only distributes the work.
 */
@NullMarked
package dev.heapconv.spark;

import org.jspecify.annotations.NullMarked;
