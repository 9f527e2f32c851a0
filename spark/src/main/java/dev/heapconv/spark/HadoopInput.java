package dev.heapconv.spark;

import dev.heapconv.batch.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
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

  RecordingReader.Source source(Configuration hadoop) {
    return new Source(this, hadoop);
  }

  private record Source(HadoopInput file, Configuration hadoop) implements RecordingReader.Source {

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public RecordingReader.Stat stat() throws IOException {
      FileStatus now = files().getFileStatus(new Path(file.path));
      return new RecordingReader.Stat(now.getLen(), now.getModificationTime());
    }

    @Override
    public InputStream open() throws IOException {
      return files().open(new Path(file.path));
    }

    private FileSystem files() throws IOException {
      return new Path(file.path).getFileSystem(hadoop);
    }
  }
}
