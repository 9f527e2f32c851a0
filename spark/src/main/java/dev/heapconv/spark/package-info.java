/**
 * The table of a fleet on Apache Spark: a job that writes it, and the questions to it in Spark SQL.
 */
@NullMarked
package dev.heapconv.spark;

import org.jspecify.annotations.NullMarked;
