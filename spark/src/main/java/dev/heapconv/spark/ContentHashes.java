package dev.heapconv.spark;

import dev.heapconv.fleet.Hashes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/** Hashes the content of inputs where an executor runs. */
final class ContentHashes implements FlatMapFunction<Iterator<Row>, String> {

  private static final long serialVersionUID = 1L;

  private final Broadcast<SerializableConfiguration> hadoop;

  /**
   * @param hadoop how to reach the file systems
   */
  ContentHashes(Broadcast<SerializableConfiguration> hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * @param inputs each a {@link FleetInput}
   * @return for each its SHA-256 in hexadecimal; empty if it cannot be read
   */
  @Override
  public Iterator<String> call(Iterator<Row> inputs) {
    Configuration configuration = hadoop.value().value();
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(inputs, Spliterator.ORDERED), false)
        .map(row -> hash(FleetInput.of(row), configuration))
        .iterator();
  }

  private static String hash(FleetInput input, Configuration configuration) {
    MessageDigest sha256 = Hashes.newSha256();
    try (InputStream in = new HadoopSource(input, configuration).open()) {
      new DigestInputStream(in, sha256).transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      return "";
    }
    return HexFormat.of().formatHex(sha256.digest());
  }
}
