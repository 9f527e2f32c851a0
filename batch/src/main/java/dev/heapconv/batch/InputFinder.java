package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.text.PathNames;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the inputs that the arguments of a batch name: files, folders (recursively) and globs. The
 * order is that of the arguments, and by name within a folder.
 *
 * <p>Hidden files and folders are skipped: other programs may still be writing them. Links are
 * followed, but each folder is read only once, so that loops end; the output folder is never read.
 */
final class InputFinder {

  private final NameFilter filter;
  private final Path outputFolder;
  private final List<BatchInput> inputs = new ArrayList<>();
  private final Set<Path> paths = new HashSet<>();
  private final Set<String> problems = new HashSet<>();
  private final Set<Object> foldersSeen = new HashSet<>();

  /**
   * @param outputFolder an existing folder to skip
   */
  InputFinder(NameFilter filter, Path outputFolder) throws IOException {
    this.filter = filter;
    this.outputFolder = outputFolder;
    foldersSeen.add(identity(outputFolder));
  }

  /**
   * Finds all inputs.
   *
   * @param arguments files, folders and globs
   * @param listed more files and folders, whose names are taken literally
   */
  static List<BatchInput> find(
      List<String> arguments, List<String> listed, NameFilter filter, Path outputFolder)
      throws IOException {
    InputFinder finder = new InputFinder(filter, outputFolder);
    // The outputs of a single folder mirror its content; otherwise full paths are kept to tell the
    // folders apart.
    boolean single = arguments.size() + listed.size() == 1;
    for (String argument : arguments) {
      Path path = finder.path(argument);
      if (path != null && !Files.exists(path) && isGlob(argument)) {
        finder.addGlob(argument);
      } else if (path != null) {
        finder.add(path, single);
      }
    }
    for (String name : listed) {
      Path path = finder.path(name);
      if (path != null) {
        finder.add(path, single);
      }
    }
    return finder.inputs;
  }

  private @Nullable Path path(String name) {
    try {
      return PathNames.path(name);
    } catch (IllegalArgumentException e) {
      addProblem(HeapConvException.input(ErrorId.NO_SUCH_FILE, name));
      return null;
    }
  }

  private static boolean isGlob(String argument) {
    return argument.indexOf('*') >= 0 || argument.indexOf('?') >= 0 || argument.indexOf('[') >= 0;
  }

  private void add(Path path, boolean single) {
    if (Files.isDirectory(path)) {
      walk(path, path, single ? Path.of("") : path.normalize(), filter::takes);
    } else {
      addFile(path, path, true);
    }
  }

  private void addGlob(String glob) {
    Path pattern = Path.of(glob);
    Path base = pattern.isAbsolute() ? pattern.getRoot() : Path.of("");
    for (Path component : pattern) {
      if (isGlob(component.toString())) {
        break;
      }
      base = base.resolve(component);
    }
    PathMatcher matcher = NameFilter.matcher(glob);
    Path start = base;
    int before = inputs.size();
    walk(
        start,
        start,
        start,
        relative -> matcher.matches(start.resolve(relative)) && filter.takes(relative));
    // Another glob may reach the same folder again.
    foldersSeen.clear();
    foldersSeen.add(identity(outputFolder));
    if (inputs.size() == before) {
      addProblem(HeapConvException.input(ErrorId.NO_SUCH_FILE, glob));
    }
  }

  /** Decides whether a path in a folder is an input. */
  private interface Choice {
    boolean takes(Path relative);
  }

  private void walk(Path root, Path folder, Path prefix, Choice choice) {
    if (!foldersSeen.add(identity(folder))) {
      return;
    }
    TreeSet<Path> entries = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (AccessDeniedException e) {
      addProblem(HeapConvException.input(ErrorId.PERMISSION_DENIED, PathNames.text(folder)));
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      addProblem(
          HeapConvException.input(
              ErrorId.UNREADABLE, PathNames.text(folder), HeapConvException.reason(e)));
    }
    for (Path entry : entries) {
      Path relative = root.relativize(entry);
      if (entry.getFileName().toString().startsWith(".")) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        if (!filter.prunes(relative)) {
          walk(root, entry, prefix, choice);
        }
      } else if (choice.takes(relative) && (Files.isRegularFile(entry) || !Files.exists(entry))) {
        // A broken link is an input that fails, but a pipe or a device in a folder is not an input.
        addFile(entry, prefix.resolve(relative), false);
      }
    }
  }

  private void addFile(Path path, Path mirrored, boolean named) {
    if (paths.add(path)) {
      String stem = OutputNames.stem(mirrored);
      inputs.add(new BatchInput(PathNames.text(path), path, named, stem, null));
    }
  }

  private void addProblem(HeapConvException problem) {
    String name = problem.where();
    if (problems.add(name)) {
      inputs.add(new BatchInput(name, Path.of(""), true, "_", problem));
    }
  }

  /** The identity of a folder, however it is reached. */
  private static Object identity(Path folder) {
    try {
      Object key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
      return key == null ? folder.toRealPath() : key;
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
