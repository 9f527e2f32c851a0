/** The interface and options of all readers. */
package dev.heapconv.reader;
