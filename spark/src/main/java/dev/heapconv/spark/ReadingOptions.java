package dev.heapconv.spark;

import dev.heapconv.batch.NameFilter;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options that say what is read, and how: those of the program that a fleet needs. */
final class ReadingOptions {

  private static final Pattern PACKAGE = Pattern.compile("[\\p{javaJavaIdentifierPart}.]+");

  @Option(
      names = "--include",
      paramLabel = "GLOB",
      description = "In folders, take only files that match; may be repeated.")
  private List<String> includes = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description = "In folders, skip what matches; may be repeated.")
  private List<String> excludes = new ArrayList<>();

  @Option(
      names = "--sampling-interval",
      paramLabel = "BYTES",
      description = "Sampling interval to use instead of the recorded one.")
  private long samplingInterval;

  @Option(
      names = "--confidence",
      paramLabel = "LEVEL",
      defaultValue = "0.95",
      description = "Level of the confidence intervals (default: 0.95).")
  private double confidence;

  @Option(
      names = "--sizes-from",
      paramLabel = "LAB",
      description =
          "Count objects of heapprofd with the sizes of allocations in a recording of the same"
              + " program that knows them better, or with what --learn-sizes wrote; may be"
              + " repeated.")
  private List<String> laboratories = new ArrayList<>();

  @Option(
      names = "--symbols",
      paramLabel = "PATH",
      description =
          "Name functions of stripped code with the binaries, debug files, APKs or Breakpad files"
              + " in this folder, or with this file; may be repeated. It is sent to all executors,"
              + " except local:/PATH, which each has already.")
  private List<String> symbols = new ArrayList<>();

  @Option(
      names = "--proguard-map",
      paramLabel = "[PACKAGE=]FILE",
      description =
          "Restore Java names with this map of R8 or ProGuard; without PACKAGE, in all packages"
              + " that have no map of their own. May be repeated; needs --jars r8.jar.")
  private List<String> maps = new ArrayList<>();

  private final List<String> laboratoryPlaces = new ArrayList<>();
  private final List<String> symbolPlaces = new ArrayList<>();
  private final List<String> mapPlaces = new ArrayList<>();

  /**
   * @throws UsageException if a glob is not valid
   */
  NameFilter filter() {
    try {
      return new NameFilter(includes, excludes);
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }

  double confidence() {
    return confidence;
  }

  /** Reports what makes no sense, before anything is done. */
  void check() {
    if (!(confidence > 0 && confidence < 1)) {
      throw new UsageException("--confidence must be above 0 and below 1, such as 0.95");
    }
    if (samplingInterval < 0) {
      throw new UsageException("--sampling-interval must be a number of bytes");
    }
  }

  /** Adds the files that reading needs. Call this once, before {@link #setup}. */
  void ship(Shipment shipment) throws IOException {
    for (String map : maps) {
      // As for a batch: what is no name of a package belongs to the name of the file.
      int equals = map.indexOf('=');
      boolean hasPackage = equals > 0 && PACKAGE.matcher(map.substring(0, equals)).matches();
      mapPlaces.add(
          (hasPackage ? map.substring(0, equals) : "")
              + "="
              + shipment.add(hasPackage ? map.substring(equals + 1) : map));
    }
    for (String laboratory : laboratories) {
      laboratoryPlaces.add(shipment.add(laboratory));
    }
    for (String path : symbols) {
      symbolPlaces.add(shipment.add(path));
    }
  }

  /**
   * @param shipment URI of the archive with the files
   */
  ReaderSetup setup(String shipment) {
    return new ReaderSetup(
        shipment, samplingInterval, confidence, laboratoryPlaces, symbolPlaces, mapPlaces);
  }
}
