package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.cli.FleetCommand;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * How inputs are read. It is broadcast, and each machine then sets up once what is costly: maps and
 * laboratory recordings are read, and what was looked up in symbols is remembered, for all tasks of
 * an executor.
 */
final class ReaderSetup implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String shipment;
  private final String[] arguments;
  private final HashMap<String, List<String>> files = new HashMap<>();
  private transient @Nullable RecordingReader reader;

  /**
   * @param shipment URI of the archive of a {@link Shipment}
   * @param arguments the words of the command line
   * @param files by option its files, as places in the shipment
   */
  ReaderSetup(String shipment, String[] arguments, Map<String, List<String>> files) {
    this.shipment = shipment;
    this.arguments = arguments.clone();
    files.forEach((option, places) -> this.files.put(option, new ArrayList<>(places)));
  }

  /** What reads inputs on this machine. Any number of threads may use it. */
  synchronized RecordingReader reader(Configuration hadoop) throws IOException {
    RecordingReader known = reader;
    if (known == null) {
      FleetCommand command = FleetCommand.parse(arguments);
      command.setFiles(files, Shipment.unpack(shipment, hadoop));
      known = new RecordingReader(Formats.STANDARD, command.readOptions(), command.unskewOptions());
      reader = known;
    }
    return known;
  }
}
