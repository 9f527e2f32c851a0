package dev.heapconv.reader.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;

/**
 * Which layout of OTLP profiles a message has. None says so, and by the rules of another its
 * samples are 0 or noise: the fields of samples got other numbers in 1.8 and in 1.10.
 *
 * <pre>
 *        1         2                 3                 4                 5           6
 * 1.7    start     length            values            attributes        link        timestamps
 * 1.8    stack     values            attributes        link              timestamps
 * 1.10   stack     attributes        link              values            timestamps
 * </pre>
 */
final class OtlpLayout {

  /** From the outermost message to a sample: resource, scope, profile, sample. */
  private static final int[] PATH = {1, 2, 2, 2};

  private final CodedInputStream in;
  private boolean old;

  /** Of the numbers that are attributes if the layout is new, as unsigned; -1 for none. */
  private long largest = -1;

  private boolean doubtful;

  private OtlpLayout(byte[] message) {
    in = CodedInputStream.newInstance(message);
  }

  static OtlpLayout of(byte[] message) throws IOException {
    OtlpLayout layout = new OtlpLayout(message);
    layout.readLevel(0);
    return layout;
  }

  static HeapConvException refusal(String name) {
    return HeapConvException.input(
        ErrorId.UNSUPPORTED_FORMAT,
        name,
        "written by OTLP profiles 1.9 or older",
        "export them with 1.10 or newer, or as pprof");
  }

  /**
   * Whether the layout is older than 1.10.
   *
   * @param attributes how many there are in the message's table
   */
  boolean isOld(int attributes) {
    return old || (doubtful && Long.compareUnsigned(largest, attributes) >= 0);
  }

  private void readLevel(int level) throws IOException {
    for (int tag; (tag = in.readTag()) != 0; ) {
      if (WireFormat.getTagFieldNumber(tag) != PATH[level] || !isBlock(tag)) {
        in.skipField(tag);
        continue;
      }
      int outer = in.pushLimit(in.readRawVarint32());
      if (level + 1 < PATH.length) {
        readLevel(level + 1);
      } else {
        readSample();
      }
      in.popLimit(outer);
    }
  }

  private static boolean isBlock(int tag) {
    return WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private void readSample() throws IOException {
    boolean second = false;
    boolean values = false;
    boolean timestamps = false;
    long largestOfSample = 0;
    for (int tag; (tag = in.readTag()) != 0; ) {
      int field = WireFormat.getTagFieldNumber(tag);
      boolean block = isBlock(tag);
      old |= field == 6 || (field == 2 || field == 4 ? !block : field == 3 && block);
      values |= field == 4;
      timestamps |= field == 5;
      if (field == 2 && block) {
        second = true;
        int outer = in.pushLimit(in.readRawVarint32());
        while (in.getBytesUntilLimit() > 0) {
          long number = in.readRawVarint64();
          largestOfSample =
              Long.compareUnsigned(number, largestOfSample) > 0 ? number : largestOfSample;
        }
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
    if (second && !values) {
      old |= !timestamps;
      largest =
          !doubtful || Long.compareUnsigned(largestOfSample, largest) > 0
              ? largestOfSample
              : largest;
      doubtful = true;
    }
  }
}
