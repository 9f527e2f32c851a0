package dev.heapconv.fleet;

import dev.heapconv.batch.BatchPart;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The folder of a table while a batch or a job writes to it. New files are written to a hidden
 * folder. When all are there, a plan beside them says what they replace: folders of whole days, or
 * of a part of a day single files, beside those of other parts. From then on the replacement is
 * done, whoever does it: each line of the plan takes two renames, the old aside and the new in its
 * place, and one that was done does nothing the second time. Who finds a plan of one that was
 * killed does the rest first; who reads waits until there is none.
 *
 * <p>A lock keeps others away, also on other machines: a file that says who holds it, because locks
 * of network file systems do not.
 */
public final class FleetFolder implements Closeable {

  /** The tables of a day in the order in which they are replaced: new recordings come last. */
  private static final List<FleetTable> IN_ORDER =
      List.of(FleetTable.FUNCTIONS, FleetTable.ERRORS, FleetTable.RECORDINGS);

  private static final String NEW = ".heapconv-new-";
  private static final String PLAN = "/plan";
  private static final String PARQUET = ".parquet";

  /** What lines of a plan begin with: what has a new file or folder, and what has none. */
  private static final String PUT = "+";

  private static final String REMOVE = "-";

  private final TableFiles files;
  private final String table;
  private final BatchPart part;
  private final String lock;
  private final String holder = FleetLock.holder();
  private final String made;

  /** Files of the other parts of as many, which stay. */
  private final Pattern others;

  private FleetFolder(TableFiles files, String table, BatchPart part) {
    this.files = files;
    this.table = table;
    this.part = part;
    lock = FleetLock.PREFIX + part;
    made = NEW + part;
    others = Pattern.compile("(?!.*%1$s\\b).*part-\\d+-of-%2$d\\b.*".formatted(part, part.count()));
  }

  /**
   * Creates the folder if necessary, locks it, and does what a killed one has not finished.
   *
   * @param table what messages call it
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} if another batch or job writes to it,
   *     unless it writes another part of the same number
   */
  public static FleetFolder open(TableFiles files, String table, BatchPart part)
      throws IOException {
    FleetFolder folder = new FleetFolder(files, table, part);
    try {
      folder.take(folder.lock);
      try {
        folder.refuseOthers();
        folder.finishOthers();
      } catch (IOException e) {
        files.delete(folder.lock);
        throw e;
      }
      return folder;
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.unwritable(table, e);
    }
  }

  private void take(String name) throws IOException {
    while (!files.create(name, holder)) {
      deleteOrRefuse(name);
    }
  }

  /** Deletes the lock of a process of this machine that has ended. */
  private void deleteOrRefuse(String name) throws IOException {
    String writer = files.read(name);
    if (writer != null && !FleetLock.hasEnded(writer.strip())) {
      throw refused(name, writer.strip());
    }
    files.delete(name);
  }

  private HeapConvException refused(String name, String writer) {
    return HeapConvException.output(ErrorId.TABLE_LOCKED, table, writer, table + "/" + name);
  }

  /**
   * Only with a lock of our own: of two that begin at the same time, at least one sees the other.
   */
  private void refuseOthers() throws IOException {
    for (String name : files.list("")) {
      if (name.startsWith(FleetLock.PREFIX)
          && !name.equals(lock)
          && !others.matcher(name).matches()) {
        deleteOrRefuse(name);
      }
    }
  }

  private void finishOthers() throws IOException {
    for (String name : files.list("")) {
      if (name.equals(made)) {
        finish(name);
      } else if (name.startsWith(NEW) && !others.matcher(name).matches()) {
        // Other parts that begin now may find it, too.
        String theirs = FleetLock.PREFIX + name.substring(NEW.length());
        take(theirs);
        finish(name);
        files.delete(theirs);
      }
    }
  }

  /** The folder where new files of a table and day are to be written, and nothing else. */
  public String newDay(FleetTable of, String date) {
    return made + "/" + day(of, date);
  }

  /** A folder for what is needed meanwhile. */
  public String scratch(String name) {
    return made + "/" + name;
  }

  /** The files of a day that are to be replaced, or are gone then. */
  public List<String> oldFiles(FleetTable of, String date) throws IOException {
    String day = day(of, date);
    return files.list(day).stream()
        .filter(name -> name.endsWith(PARQUET) && !others.matcher(name).matches())
        .map(name -> day + "/" + name)
        .toList();
  }

  /** All files of recordings, but of these days only those that are to be replaced. */
  public List<String> recordings(Collection<String> dates) throws IOException {
    List<String> all = new ArrayList<>();
    for (String day : files.list(FleetTable.RECORDINGS.folder())) {
      String date = day.substring(day.indexOf('=') + 1);
      if (dates.contains(date)) {
        all.addAll(oldFiles(FleetTable.RECORDINGS, date));
      } else {
        String folder = FleetTable.RECORDINGS.folder() + "/" + day;
        files.list(folder).stream()
            .filter(name -> name.endsWith(PARQUET))
            .forEach(name -> all.add(folder + "/" + name));
      }
    }
    return all;
  }

  /** The new files of recordings of some days. */
  public List<String> newRecordings(Collection<String> dates) throws IOException {
    List<String> all = new ArrayList<>();
    for (String date : dates) {
      String day = newDay(FleetTable.RECORDINGS, date);
      files.list(day).forEach(name -> all.add(day + "/" + name));
    }
    return all;
  }

  private static String day(FleetTable of, String date) {
    return of.folder() + "/date=" + date;
  }

  /**
   * Gives the new files of some days the place of those that they replace.
   *
   * @throws HeapConvException {@link ErrorId#TABLE_LOCKED} if another has taken the table: of two
   *     that find the lock of one that has ended, the second may delete that of the first, and
   *     people may delete any
   */
  public void replace(Collection<String> dates) throws IOException {
    try {
      replaceUnits(dates);
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw HeapConvException.unwritable(table, e);
    }
  }

  private void replaceUnits(Collection<String> dates) throws IOException {
    List<String> plan = new ArrayList<>();
    for (String date : dates) {
      for (FleetTable of : IN_ORDER) {
        for (String unit : units(of, date)) {
          plan.add((files.exists(made + "/" + unit) ? PUT : REMOVE) + unit);
        }
      }
    }
    String found = files.read(lock);
    if (!holder.equals(found)) {
      throw refused(lock, found == null ? "its lock is gone" : found.strip());
    }
    if (!plan.isEmpty()) {
      files.create(scratch("plan-to-be"), String.join("\n", plan));
      files.move(scratch("plan-to-be"), made + PLAN);
      finish(made);
    }
  }

  /** What is replaced, or removed, as a whole. */
  private Collection<String> units(FleetTable of, String date) throws IOException {
    if (part.equals(BatchPart.WHOLE)) {
      return List.of(day(of, date));
    }
    TreeSet<String> all = new TreeSet<>(oldFiles(of, date));
    files.list(newDay(of, date)).forEach(name -> all.add(day(of, date) + "/" + name));
    return all;
  }

  /** Does what a plan says and is not done, and deletes the hidden folder. */
  private void finish(String hidden) throws IOException {
    String plan = files.read(hidden + PLAN);
    for (String line : plan == null ? List.<String>of() : plan.lines().toList()) {
      String unit = line.substring(1);
      String fresh = hidden + "/" + unit;
      boolean isNew = files.exists(fresh);
      if (files.exists(unit) && (isNew || line.startsWith(REMOVE))) {
        String aside = hidden + "/old/" + unit;
        files.delete(aside);
        files.move(unit, aside);
      }
      if (isNew) {
        files.move(fresh, unit);
      }
    }
    files.delete(hidden + PLAN);
    files.delete(hidden);
  }

  @Override
  public void close() throws IOException {
    if (holder.equals(files.read(lock))) {
      if (!files.exists(made + PLAN)) {
        files.delete(made);
      }
      files.delete(lock);
    }
  }

  /**
   * Whose replacement of days is neither done nor given up: a table must not be read meanwhile.
   *
   * @return the name of the plan; empty if there is none
   */
  static String replacing(TableFiles files) throws IOException {
    for (String name : files.list("")) {
      if (name.startsWith(NEW) && files.exists(name + PLAN)) {
        return name + PLAN;
      }
    }
    return "";
  }

  /** Whether who makes a plan come true is at it, as far as its lock tells. */
  static boolean isAlive(TableFiles files, String plan) throws IOException {
    String name = FleetLock.PREFIX + plan.substring(NEW.length(), plan.length() - PLAN.length());
    String writer = files.read(name);
    return writer != null && !FleetLock.hasEnded(writer.strip());
  }
}
