/** The pprof profile format. */
package dev.heapconv.pprof;
