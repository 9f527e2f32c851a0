/** Reads pprof profiles from any producer. */
package dev.heapconv.reader.pprof;
