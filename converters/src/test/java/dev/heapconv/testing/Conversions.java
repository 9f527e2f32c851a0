package dev.heapconv.testing;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Limits;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.select.Selection;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The library's road in steps short enough for tests. */
public final class Conversions {

  /** {@code --unskew none}: numbers as recorded. */
  public static final UnskewOptions AS_RECORDED =
      new UnskewOptions(false, UnskewOptions.Cutoff.INTERVAL, 0, 0.95, 1);

  public static final ReadOptions STRICT =
      new ReadOptions(Selection.DEFAULT, 0, true, Limits.DEFAULT);

  private static final WriteOptions WRITE = new WriteOptions("heapconv test", null);

  private Conversions() {}

  public static ReadOptions dump(DumpSelector choice) {
    return ReadOptions.DEFAULT.withSelection(new Selection(List.of(), List.of(), choice));
  }

  public static InputSource source(byte[] bytes) {
    return InputSource.stream("input", new ByteArrayInputStream(bytes));
  }

  public static RecordedProfile read(byte[] bytes) throws IOException {
    return read(bytes, ReadOptions.DEFAULT);
  }

  public static RecordedProfile read(byte[] bytes, ReadOptions options) throws IOException {
    return HeapConv.read(source(bytes), options);
  }

  public static RecordedProfile read(Path file, ReadOptions options) throws IOException {
    return HeapConv.read(InputSource.file(file), options);
  }

  /** The numbers of a recording as they are. */
  public static EstimatedProfile asRecorded(RecordedProfile recorded) {
    return HeapConv.unskew(recorded, AS_RECORDED);
  }

  public static byte[] write(EstimatedProfile profile, Format format) {
    return write(profile, format, WRITE);
  }

  public static byte[] write(EstimatedProfile profile, Format format, WriteOptions options) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      HeapConv.write(profile, format, options, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A profile of one of the heaps of {@code profile}, as one file of several has it. */
  public static EstimatedProfile only(EstimatedProfile profile, EstimatedHeap heap) {
    return profile.withHeaps(List.of(heap));
  }

  public static List<ErrorId> warningIds(RecordedProfile recorded) {
    return recorded.warnings().stream().map(Warning::id).toList();
  }
}
