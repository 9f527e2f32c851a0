package dev.heapconv.spark;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.deobfuscate.ProguardMaps;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Limits;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Naming;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.Selection;
import dev.heapconv.symbols.SymbolOptions;
import dev.heapconv.symbols.Symbols;
import dev.heapconv.transform.LaboratorySizes;
import dev.heapconv.transform.LearnedSizes;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.WriteOptions;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private final long samplingInterval;
  private final double confidence;
  private final String[] laboratories;
  private final String[] symbols;
  private final String[] maps;
  private transient @Nullable RecordingReader reader;
  private transient @Nullable Path folder;

  /**
   * @param shipment URI of the archive of a {@link Shipment}
   * @param samplingInterval in bytes; 0 for the recorded one
   * @param confidence level of intervals
   * @param laboratories recordings to learn sizes from, and learnt sizes: places of a {@link
   *     Shipment}, as are all others
   * @param symbols files and folders with symbols
   * @param maps of R8 or ProGuard, each with the package it is for and an equals sign before it;
   *     nothing before that for all packages
   */
  ReaderSetup(
      String shipment,
      long samplingInterval,
      double confidence,
      List<String> laboratories,
      List<String> symbols,
      List<String> maps) {
    this.shipment = shipment;
    this.samplingInterval = samplingInterval;
    this.confidence = confidence;
    this.laboratories = laboratories.toArray(String[]::new);
    this.symbols = symbols.toArray(String[]::new);
    this.maps = maps.toArray(String[]::new);
  }

  /** What reads inputs on this machine. Any number of threads may use it. */
  synchronized RecordingReader reader(Configuration hadoop) throws IOException {
    RecordingReader known = reader;
    if (known == null) {
      folder = Shipment.unpack(shipment, hadoop);
      List<Naming> namings = new ArrayList<>(javaNames());
      if (symbols.length > 0) {
        namings.add(0, nativeNames());
      }
      ReadOptions read = readOptions(namings);
      known = new RecordingReader(Formats.STANDARD, read, unskewOptions(read));
      reader = known;
    }
    return known;
  }

  /**
   * A hash of what determines the content of rows beside the input, as in the manifest of a batch.
   *
   * @param tool name and version of the program, and what it was given beside its options
   * @throws HeapConvException if a map or a laboratory recording cannot be used
   */
  synchronized String settings(String tool, Configuration hadoop) throws IOException {
    folder = Shipment.unpack(shipment, hadoop);
    ReadOptions read = readOptions(javaNames());
    return BatchOptions.settings(
        Format.PPROF, read, unskewOptions(read), new WriteOptions(tool, null));
  }

  private ReadOptions readOptions(List<Naming> namings) {
    return new ReadOptions(Selection.DEFAULT, samplingInterval, false, Limits.DEFAULT)
        .withNamings(namings);
  }

  private UnskewOptions unskewOptions(ReadOptions ofInputs) throws IOException {
    UnskewOptions options =
        new UnskewOptions(true, UnskewOptions.Cutoff.RECORDED, 0, confidence, true, null);
    if (laboratories.length == 0) {
      return options;
    }
    Unskewing unskewing = new Unskewing(options);
    List<EstimatedProfile> recordings = new ArrayList<>();
    List<LearnedSizes> learned = new ArrayList<>();
    for (String laboratory : laboratories) {
      try {
        recordings.add(
            unskewing.apply(
                HeapConv.readSizes(
                    InputSource.file(local(laboratory)),
                    ReadOptions.DEFAULT.withNamings(ofInputs.namings()),
                    learned::add)));
      } catch (HeapConvException e) {
        throw e.at("--sizes-from " + e.where());
      }
    }
    return options.withSizes(true, LaboratorySizes.of(recordings, learned));
  }

  private List<Naming> javaNames() throws IOException {
    if (maps.length == 0) {
      return List.of();
    }
    List<ProguardMaps.Source> sources = new ArrayList<>();
    for (String map : maps) {
      int equals = map.indexOf('=');
      sources.add(
          new ProguardMaps.Source(map.substring(0, equals), local(map.substring(equals + 1))));
    }
    try {
      return List.of(ProguardMaps.read(sources));
    } catch (NoClassDefFoundError e) {
      throw HeapConvException.input(ErrorId.NO_DEOBFUSCATOR, "r8.jar").causedBy(e);
    }
  }

  private Naming nativeNames() {
    List<Path> paths = new ArrayList<>();
    for (String path : symbols) {
      paths.add(local(path));
    }
    List<Path> programs = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      if (Files.isDirectory(Path.of(folder))) {
        programs.add(Path.of(folder));
      }
    }
    Symbols names =
        new Symbols(
            new SymbolOptions(
                paths,
                Symbols.findSymbolizer(programs),
                List.of(),
                null,
                Runtime.getRuntime().availableProcessors()),
            binary -> {});
    // However the executor ends, no symbolizer is left behind.
    Runtime.getRuntime().addShutdownHook(new Closing(names));
    return names;
  }

  /** Where something of a {@link Shipment} is on this machine; absolute places are everywhere. */
  private Path local(String place) {
    return Objects.requireNonNull(folder, "unpacked first").resolve(place);
  }

  private static final class Closing extends Thread {
    private final Symbols names;

    Closing(Symbols names) {
      this.names = names;
    }

    @Override
    public void run() {
      try {
        names.close();
      } catch (IOException e) {
        // What is left lies in the folder for temporary files.
      }
    }
  }
}
