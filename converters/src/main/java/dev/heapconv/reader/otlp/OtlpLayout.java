package dev.heapconv.reader.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

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

  private OtlpLayout() {}

  static HeapConvException refusal(String name) {
    return HeapConvException.input(
        ErrorId.UNSUPPORTED_FORMAT,
        name,
        "written by OTLP profiles 1.9 or older",
        "export them with 1.10 or newer, or as pprof");
  }

  /**
   * Whether a sample has a layout older than 1.10. Producers that encode by hand may write single
   * numbers where others write blocks of them.
   *
   * @param attributes how many there are in the message's table
   */
  static boolean isOld(ByteString sample, int attributes) throws IOException {
    CodedInputStream in = sample.newCodedInput();
    Set<Integer> fields = new HashSet<>();
    Set<Integer> blocks = new HashSet<>();
    boolean isAttribute = true;
    for (int tag; (tag = in.readTag()) != 0; ) {
      int field = WireFormat.getTagFieldNumber(tag);
      boolean isBlock = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      fields.add(field);
      if (isBlock) {
        blocks.add(field);
      }
      if (field != 2) {
        in.skipField(tag);
        continue;
      }
      int end = isBlock ? in.readRawVarint32() + in.getTotalBytesRead() : 0;
      do {
        isAttribute &= Long.compareUnsigned(in.readRawVarint64(), attributes) < 0;
      } while (in.getTotalBytesRead() < end);
    }
    boolean hasLink = blocks.contains(2) && fields.contains(4) && !blocks.contains(4);
    boolean hasNoValues = fields.contains(2) && !fields.contains(4);
    return blocks.contains(3)
        || fields.contains(6)
        || hasLink
        || (hasNoValues && (!fields.contains(5) || !isAttribute));
  }
}
