/** Reads pprof profiles, whoever wrote them. */
package dev.heapconv.reader.pprof;
