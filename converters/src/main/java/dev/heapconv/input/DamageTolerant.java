package dev.heapconv.input;

import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Ends where compressed data is cut off or damaged, like a truncated plain file: the reader then
 * converts what is there, and the damage is reported with the result.
 */
abstract class DamageTolerant extends InputStream {
  private final String thing;
  private final Damage damage;
  private @Nullable InputStream in;
  private boolean ended;

  /**
   * @param thing the damaged thing, as messages call it
   */
  DamageTolerant(String thing, Damage damage) {
    this.thing = thing;
    this.damage = damage;
  }

  /** Called at the first read, so that a broken header counts as damage too. */
  abstract InputStream open() throws IOException;

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    try {
      if (in == null) {
        in = open();
      }
      return in.read(target, offset, length);
    } catch (HeapConvException e) {
      throw e;
    } catch (EOFException e) {
      return end("is cut off");
    } catch (ZipException | RuntimeException e) {
      // Of archives, on damaged data.
      return end("is damaged");
    } catch (IOException e) {
      // The tar decoder has no exception type of its own for an early end.
      if (e.getClass() == IOException.class
          && e.getMessage() != null
          && e.getMessage().contains("runcated")) {
        return end("is cut off");
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }

  private int end(String what) {
    ended = true;
    damage.set("the " + thing + " " + what);
    return -1;
  }
}
