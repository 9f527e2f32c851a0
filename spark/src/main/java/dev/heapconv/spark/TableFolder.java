package dev.heapconv.spark;

import dev.heapconv.fleet.FleetTable;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The folder of a table while a job writes to it. Tasks write to a hidden folder; when all have
 * ended, the driver puts their days in the place of those that the table had.
 */
final class TableFolder implements Closeable {

  private static final String HIDDEN = ".heapconv-new-job-";

  private static final String DATE = "date=";

  private final FileSystem files;
  private final Path table;
  private final Path mine;
  private final TableLock lock;

  private TableFolder(FileSystem files, Path table, TableLock lock) {
    this.files = files;
    this.table = table;
    this.mine = new Path(table, HIDDEN + UUID.randomUUID());
    this.lock = lock;
  }

  /**
   * Creates the folder if necessary, and locks it.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED}
   */
  static TableFolder open(String folder, Configuration hadoop) throws IOException {
    Path path = new Path(folder);
    FileSystem files = HadoopInput.files(path, hadoop);
    Path table = files.makeQualified(path);
    files.mkdirs(table);
    TableLock lock = TableLock.take(files, table);
    for (FileStatus killed : files.globStatus(new Path(table, HIDDEN + "*"))) {
      files.delete(killed.getPath(), true);
    }
    return new TableFolder(files, table, lock);
  }

  /** Where attempts of tasks have their folders. */
  String attempts() {
    return new Path(mine, "attempts").toString();
  }

  /**
   * Gives the days of all tasks the place of those that they replace, one day after another.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} if another job has taken the table
   */
  void replace(List<TaskOutput> outputs) throws IOException {
    Path made = new Path(mine, "made");
    Set<String> days = new TreeSet<>();
    for (TaskOutput output : outputs) {
      for (String file : output.files()) {
        if (file.contains(DATE)) {
          move(new Path(output.folder(), file), new Path(made, file));
          days.add(new Path(file).getParent().getName());
        }
      }
    }
    lock.confirm();
    for (String day : days) {
      for (FleetTable each : FleetTable.values()) {
        String name = each.folder() + "/" + day;
        Path old = new Path(table, name);
        if (files.exists(old)) {
          move(old, new Path(mine, "old/" + name));
        }
        if (files.exists(new Path(made, name))) {
          move(new Path(made, name), old);
        }
      }
    }
  }

  private void move(Path from, Path to) throws IOException {
    files.mkdirs(to.getParent());
    if (!files.rename(from, to)) {
      throw HeapConvException.output(
          ErrorId.CANNOT_WRITE, table.toString(), "cannot rename " + from + " to " + to);
    }
  }

  @Override
  public void close() throws IOException {
    files.delete(mine, true);
    lock.close();
  }
}
