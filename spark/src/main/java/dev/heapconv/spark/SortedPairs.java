package dev.heapconv.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToIntFunction;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;

/** Shuffles keys and values that are bytes, which any serializer of Spark stores as they are. */
final class SortedPairs {

  private SortedPairs() {}

  /** Finds the partition of a key on executors. */
  @FunctionalInterface
  interface PartitionOf extends ToIntFunction<byte[]>, Serializable {}

  /**
   * Sorts pairs by their keys within partitions; what does not fit into memory goes through files
   * of Spark's own.
   *
   * @param partitionOf the partition of a key, from 0
   */
  static JavaPairRDD<byte[], byte[]> sorted(
      JavaPairRDD<byte[], byte[]> pairs, int partitions, PartitionOf partitionOf) {
    return pairs.repartitionAndSortWithinPartitions(
        new ByKey(partitions, partitionOf), new ByBytes());
  }

  private static final class ByKey extends Partitioner {
    private static final long serialVersionUID = 1;

    private final int partitions;
    private final PartitionOf partitionOf;

    ByKey(int partitions, PartitionOf partitionOf) {
      this.partitions = partitions;
      this.partitionOf = partitionOf;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      return partitionOf.applyAsInt((byte[]) key);
    }
  }

  private static final class ByBytes implements Comparator<byte[]>, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public int compare(byte[] a, byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }
  }
}
