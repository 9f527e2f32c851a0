package dev.heapconv.symbols;

/**
 * A binary with unnamed frames in a recording, and what could name them.
 *
 * @param path path of the binary as recorded
 * @param buildId its build id as lower-case hexadecimal digits; empty when unknown
 * @param frames number of distinct unnamed frames
 * @param bytes recorded bytes of the stacks with such a frame: live ones in heaps that record
 *     these, otherwise allocated ones
 * @param share of these in the bytes of all stacks, from 0 to 1
 * @param file the file with its symbols; empty if there is none
 * @param reason why no file that was looked at has its symbols; empty if there is nothing to say
 */
public record ModuleSymbols(
    String path,
    String buildId,
    int frames,
    double bytes,
    double share,
    String file,
    String reason) {}
