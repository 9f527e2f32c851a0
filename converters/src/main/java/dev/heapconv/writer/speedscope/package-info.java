/** Speedscope's own JSON, for speedscope.app and its offline copies. */
package dev.heapconv.writer.speedscope;
