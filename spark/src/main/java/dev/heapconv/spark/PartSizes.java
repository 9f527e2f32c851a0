package dev.heapconv.spark;

import dev.heapconv.HeapConv;
import dev.heapconv.fleet.FleetSizes;
import dev.heapconv.input.InputSource;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.LearnedSizes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;

/** Learns sizes from some parts each on executors, and adds them up. */
final class PartSizes {

  private PartSizes() {}

  /**
   * Learns from all parts.
   *
   * @param parts rows of input and part
   */
  static LearnedSizes of(JavaRDD<Row> parts) throws IOException {
    JavaRDD<byte[]> sizes = parts.mapPartitions(PartSizes::ofParts);
    // The driver gets few and adds up one at a time: each may hold most stacks of the fleet.
    int few = (int) Math.ceil(Math.sqrt(sizes.getNumPartitions()));
    return sum(sizes.repartition(few).mapPartitions(PartSizes::ofSizes).toLocalIterator());
  }

  private static Iterator<byte[]> ofParts(Iterator<Row> parts) throws IOException {
    FleetSizes sizes = new FleetSizes();
    while (parts.hasNext()) {
      Row part = parts.next();
      try {
        sizes.add(StoredParts.content(part));
      } catch (IOException e) {
        throw StoredParts.unreadable(part, e);
      }
    }
    return bytes(sizes.learned());
  }

  private static Iterator<byte[]> ofSizes(Iterator<byte[]> files) throws IOException {
    return bytes(sum(files));
  }

  private static LearnedSizes sum(Iterator<byte[]> files) throws IOException {
    LearnedSizes sum = new LearnedSizes();
    while (files.hasNext()) {
      HeapConv.readSizes(
          InputSource.stream("sizes", new ByteArrayInputStream(files.next())),
          ReadOptions.DEFAULT,
          sum::add);
    }
    return sum;
  }

  /** A compressed file of sizes. */
  private static Iterator<byte[]> bytes(LearnedSizes sizes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      sizes.write(out);
    }
    return List.of(bytes.toByteArray()).iterator();
  }
}
