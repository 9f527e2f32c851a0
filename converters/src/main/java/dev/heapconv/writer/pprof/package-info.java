/** Writes pprof profiles. */
package dev.heapconv.writer.pprof;
