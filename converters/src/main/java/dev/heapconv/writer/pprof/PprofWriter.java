package dev.heapconv.writer.pprof;

import com.google.protobuf.CodedOutputStream;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Writes pprof profiles. Nothing of a profile is held in memory but its tables: samples are written
 * as they are walked.
 */
public final class PprofWriter implements ProfileWriter {

  private static final int BUFFER_BYTES = 64 << 10;

  private final boolean gzip;

  /**
   * @param gzip whether to compress, as pprof itself does
   */
  public PprofWriter(boolean gzip) {
    this.gzip = gzip;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    if (gzip) {
      GZIPOutputStream compressed = new GZIPOutputStream(out, BUFFER_BYTES);
      writePlain(profile, options, compressed);
      compressed.finish();
    } else {
      writePlain(profile, options, out);
    }
  }

  private static void writePlain(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    CodedOutputStream coded = CodedOutputStream.newInstance(out, BUFFER_BYTES);
    new PprofEncoder(profile, options, coded).write();
    coded.flush();
  }
}
