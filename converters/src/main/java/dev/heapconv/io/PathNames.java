package dev.heapconv.io;

import dev.heapconv.model.HeapConvException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths as text without loss. Most systems allow any bytes in names, but Java's text of a path
 * replaces those that the locale's encoding does not have, so that different paths look alike. Such
 * a path is written as a {@code file:} URI instead, which keeps its bytes.
 */
public final class PathNames {

  /** What no path starts with, because its text never has two separators in a row. */
  private static final String URI_START = "file:///";

  private PathNames() {}

  /** The text of a path; different for different paths. */
  public static String text(Path path) {
    return isText(path) ? path.toString() : path.toUri().toString();
  }

  /**
   * The path of a text: of such a URI, or of a name.
   *
   * @throws InvalidPathException if there is no such path
   */
  public static Path path(String text) {
    if (!text.startsWith(URI_START)) {
      return Path.of(text);
    }
    try {
      return Path.of(URI.create(text));
    } catch (IllegalArgumentException e) {
      throw new InvalidPathException(text, HeapConvException.reason(e));
    }
  }

  /** The names of a path without its root; bytes that are not text are written as in a URI. */
  public static List<String> components(Path path) {
    List<String> components = new ArrayList<>();
    if (isText(path)) {
      path.forEach(name -> components.add(name.toString()));
      return components;
    }
    List<String> absolute = List.of(path.toUri().getRawPath().split("/"));
    return absolute.subList(absolute.size() - path.getNameCount(), absolute.size());
  }

  /** Whether the text of a path stands for it alone. */
  public static boolean isText(Path path) {
    try {
      return path.getFileSystem().getPath(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
