package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShipmentTest {

  @TempDir private Path folder;
  private final Configuration hadoop = new Configuration(false);
  private Path file;

  @BeforeEach
  void files() throws IOException {
    SparkHome.assumeSparkRunsHere();
    file = Files.writeString(folder.resolve("mapping.txt"), "one");
    Files.createDirectories(folder.resolve("symbols/.build-id"));
    Files.writeString(folder.resolve("symbols/.build-id/a.debug"), "two");
  }

  @Test
  void filesOfOneNameAndFoldersArriveUnderTheirPlaces() throws IOException {
    Path target = folder.resolve("files.zip");
    try (Shipment shipment = new Shipment(hadoop)) {
      String first = shipment.add(file.toString());
      Files.writeString(file, "another");
      String second = shipment.add("file:" + file);
      String symbols = shipment.add(folder.resolve("symbols").toString());
      assertThat(shipment.uri()).startsWith("file:");

      String uri = shipment.send(new org.apache.hadoop.fs.Path(target.toString()));
      Path unpacked = Shipment.unpack(uri, hadoop);

      assertThat(unpacked.resolve(first)).hasContent("one").hasFileName("mapping.txt");
      assertThat(unpacked.resolve(second)).hasContent("another").hasFileName("mapping.txt");
      assertThat(unpacked.resolve(symbols).resolve(".build-id/a.debug")).hasContent("two");
      assertThat(target).exists();
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void fingerprintTellsContents() throws IOException {
    String first = fingerprint(file.toString());
    assertThat(fingerprint(file.toString())).isEqualTo(first).isNotEmpty();
    Files.writeString(file, "another");
    assertThat(fingerprint(file.toString())).isNotEqualTo(first);
    assertThat(fingerprint("local:/a")).isNotEqualTo(fingerprint("local:/b"));
  }

  private String fingerprint(String argument) throws IOException {
    try (Shipment shipment = new Shipment(hadoop)) {
      shipment.add(argument);
      return shipment.fingerprint();
    }
  }

  @Test
  void whatIsOnEveryMachineStaysThere() throws IOException {
    try (Shipment shipment = new Shipment(hadoop)) {
      assertThat(shipment.add("local:/srv/symbols")).isEqualTo("/srv/symbols");
      assertThat(shipment.uri()).isEmpty();
      assertThat(shipment.send(new org.apache.hadoop.fs.Path("/no/such/file"))).isEmpty();
    }
  }

  @Test
  void whatIsNotThereIsTold() throws IOException {
    try (Shipment shipment = new Shipment(hadoop)) {
      assertThatThrownBy(() -> shipment.add("/no/such/file"))
          .isInstanceOf(HeapConvException.class)
          .hasMessage("no such file");
    }
  }
}
