package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.unskew.UnskewOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes a table of parts as the job does, but in this process. */
final class FleetParts {

  static final StructType SCHEMA =
      new StructType().add("input", DataTypes.StringType, false).add("part", DataTypes.BinaryType);

  private FleetParts() {}

  /** A row for each file of some folders, and for each recording of an archive. */
  static List<Row> of(Path... folders) throws IOException {
    RecordingReader reader =
        new RecordingReader(
            Formats.STANDARD, ReadOptions.DEFAULT, UnskewSetup.of(UnskewOptions.DEFAULT));
    List<Row> rows = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          reader.read(new LocalSource(file), true, name -> false, result -> rows.add(row(result)));
        }
      }
    }
    return rows;
  }

  private static Row row(ReadResult result) {
    byte[] part = result instanceof ReadResult.Recording known ? part(known.part()) : null;
    return RowFactory.create(result.facts().name(), part);
  }

  private static byte[] part(FleetPart part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      part.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private record LocalSource(Path file) implements RecordingReader.Source {
    @Override
    public String name() {
      return file.toString();
    }

    @Override
    public RecordingReader.Stat stat() throws IOException {
      return new RecordingReader.Stat(Files.size(file), 0);
    }

    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }
  }
}
