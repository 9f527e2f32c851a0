/** Which processes, heaps and dumps of a recording are converted. */
package dev.heapconv.select;
