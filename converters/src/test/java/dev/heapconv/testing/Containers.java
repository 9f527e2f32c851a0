package dev.heapconv.testing;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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

  /** As {@code zstd --long=LOG} compresses a stream. */
  public static byte[] zstdLong(byte[] bytes, int windowLog) {
    return wrapped(
        bytes,
        out -> {
          ZstdOutputStream zstd = new ZstdOutputStream(out);
          zstd.setLong(windowLog);
          return zstd;
        });
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
   * @param members name, content, name, content ...
   */
  public static byte[] zip(Object... members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < members.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) members[i]));
        zip.write((byte[]) members[i + 1]);
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * @param members name, content, name, content ...
   */
  public static byte[] tar(Object... members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (int i = 0; i < members.length; i += 2) {
        byte[] content = (byte[]) members[i + 1];
        TarArchiveEntry entry = new TarArchiveEntry((String) members[i]);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Where some bytes occur first in others; -1 if they do not. */
  public static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    return -1;
  }

  public static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /**
   * Adds an event of an unknown type to the only chunk of a JFR recording.
   *
   * @param length of the event in bytes
   */
  public static byte[] withUnknownEvent(byte[] recording, int length) {
    // Five bytes of length, whose last has the highest bits of an int, and two of type.
    ByteBuffer event = ByteBuffer.allocate(length);
    for (int shift = 0; shift < 28; shift += 7) {
      event.put((byte) (length >> shift | 0x80));
    }
    event.put((byte) (length >> 28)).put((byte) 0xff).put((byte) 0x7f);
    byte[] larger = concat(recording, event.array());
    ByteBuffer.wrap(larger).putLong(8, larger.length);
    return larger;
  }
}
