package dev.heapconv.spark;

import dev.heapconv.cli.UsageException;
import dev.heapconv.text.PathNames;
import java.nio.file.InvalidPathException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Names of files that Hadoop's paths do not have a place for, because they are URIs. */
final class LocalPaths {

  private static final String SCHEME = "file:";

  private LocalPaths() {}

  /**
   * The path that a user names. What precedes a colon is a scheme only if a slash follows: others
   * have colons in their names, such as the times of traces.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  static Path hadoop(String argument) {
    int colon = argument.indexOf(':');
    boolean name = colon >= 0 && !argument.startsWith("/", colon + 1);
    return name ? new Path(null, null, argument) : new Path(argument);
  }

  /**
   * The path of a file that is not an input: Hadoop itself must open or write it, see {@link
   * #unknownToHadoop}.
   *
   * @throws UsageException if it cannot
   */
  static Path ofHadoop(String argument) {
    Path path = hadoop(argument);
    String scheme = path.toUri().getScheme();
    if (path.getName().indexOf(':') >= 0 && (scheme == null || SCHEME.equals(scheme + ":"))) {
      throw new UsageException(
          "'"
              + argument
              + "' has a colon in its name, for which Hadoop's local file system has no place;"
              + " choose another name");
    }
    return path;
  }

  /** The name of a local file as an input; like Hadoop's unless it is not text. */
  static String uri(java.nio.file.Path file) {
    return PathNames.isText(file) ? SCHEME + file : PathNames.text(file);
  }

  /**
   * The local file that Hadoop cannot open; null for all others. Its file system of local files
   * looks for a file of checksums, whose name begins with a dot, and takes a colon in that for the
   * end of a scheme.
   *
   * @param uri of an input
   */
  static java.nio.file.@Nullable Path unknownToHadoop(String uri) {
    try {
      if (uri.startsWith(SCHEME + "///")) {
        return PathNames.path(uri);
      }
      boolean colon = uri.indexOf(':', uri.lastIndexOf('/') + 1) >= 0;
      return colon && uri.startsWith(SCHEME + "/")
          ? java.nio.file.Path.of(uri.substring(SCHEME.length()))
          : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
