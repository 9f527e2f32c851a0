package dev.heapconv.batch;

/**
 * How far a batch is.
 *
 * @param inputs inputs to convert
 * @param done how many of them are finished, failed ones included
 * @param failed how many inputs and members of archives have failed
 * @param bytes bytes of finished inputs, as stored
 * @param bytesLeft bytes of the inputs that are not finished
 */
public record BatchProgress(int inputs, int done, long failed, long bytes, long bytesLeft) {}
