package dev.heapconv.testing;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Puts bytes into the containers that users hand us. */
public final class Containers {

  private Containers() {}

  private interface Wrapping {
    OutputStream around(OutputStream out) throws IOException;
  }

  public static byte[] gzip(byte[] bytes) {
    return wrapped(bytes, GZIPOutputStream::new);
  }

  public static byte[] zstd(byte[] bytes) {
    return wrapped(bytes, ZstdOutputStream::new);
  }

  public static byte[] deflate(byte[] bytes) {
    return wrapped(bytes, out -> new DeflaterOutputStream(out, new Deflater()));
  }

  private static byte[] wrapped(byte[] bytes, Wrapping wrapping) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream stream = wrapping.around(out)) {
      stream.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * @param members in the order of the map
   */
  public static byte[] zip(Map<String, byte[]> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry(member.getKey()));
        zip.write(member.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * @param members in the order of the map
   */
  public static byte[] tar(Map<String, byte[]> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(member.getKey());
        entry.setSize(member.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(member.getValue());
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
