package dev.heapconv.spark;

import dev.heapconv.batch.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An input on a file system of Hadoop.
 *
 * @param path with the scheme of its file system
 * @param size in bytes; -1 if there is no such file
 */
record HadoopInput(String path, long size, long modified) implements Serializable {

  static HadoopInput of(FileStatus file) {
    return new HadoopInput(file.getPath().toString(), file.getLen(), file.getModificationTime());
  }

  /** What tables call it: as in a batch, a local file has no scheme. */
  String name() {
    URI uri = new Path(path).toUri();
    return "file".equals(uri.getScheme()) ? uri.getPath() : path;
  }

  RecordingReader.Source source(Configuration hadoop) throws IOException {
    Path file = new Path(path);
    return new Source(name(), file, files(file, hadoop));
  }

  /** The file system of a file; the local one without Hadoop's checksums in files beside each. */
  static FileSystem files(Path file, Configuration hadoop) throws IOException {
    FileSystem files = file.getFileSystem(hadoop);
    return files instanceof LocalFileSystem local ? local.getRaw() : files;
  }

  private record Source(String name, Path file, FileSystem files)
      implements RecordingReader.Source {

    @Override
    public RecordingReader.Stat stat() throws IOException {
      FileStatus now = files.getFileStatus(file);
      return new RecordingReader.Stat(now.getLen(), now.getModificationTime());
    }

    @Override
    public InputStream open() throws IOException {
      return files.open(file);
    }
  }
}
