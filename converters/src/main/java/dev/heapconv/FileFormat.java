package dev.heapconv;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A kind of file that is written, by its name and its extensions: {@link Format}s, or a trace. */
public sealed interface FileFormat permits Format, NamedTrace {

  /** Its usual name, in lower case. */
  String id();

  /** File name extensions, the usual one first. */
  List<String> extensions();

  /** Whether a terminal cannot show it. */
  boolean isBinary();

  /** The usual extension of files. */
  default String extension() {
    return extensions().get(0);
  }

  /** All of them: profiles, the trace, tables. */
  static List<FileFormat> all() {
    List<FileFormat> all = new ArrayList<>();
    for (Format format : Format.values()) {
      if (format == Format.TEXT) {
        all.add(NamedTrace.PERFETTO);
      }
      all.add(format);
    }
    return all;
  }

  /**
   * The format for a file name, by its extension. {@code .gz} may follow, and asks to compress what
   * is written; only {@link Format#PPROF} is compressed anyway.
   */
  static Optional<FileFormat> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    FileFormat longest = null;
    int length = 0;
    for (FileFormat format : all()) {
      for (String extension : format.extensions()) {
        boolean ends = lower.endsWith(extension) || lower.endsWith(extension + ".gz");
        // Where one extension ends in another, the longer is more specific.
        if (extension.length() > length && ends) {
          longest = format;
          length = extension.length();
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** The format with an id, or with an extension given without its dot. */
  static Optional<FileFormat> ofId(String id) {
    String lower = id.toLowerCase(Locale.ROOT);
    for (FileFormat format : all()) {
      if (format.id().equals(lower) || format.extensions().contains("." + lower)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
