/** What all readers share: their interface and their options. */
package dev.heapconv.reader;
