package dev.heapconv.input;

import dev.heapconv.io.BlockStream;
import dev.heapconv.model.HeapConvException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * A stream that ends where compressed data is cut off or damaged, like a truncated plain file. The
 * reader then converts what is there, and the result reports the damage.
 */
abstract class DamageTolerant extends BlockStream {
  private final String thing;
  private final Damage damage;
  private boolean opened;
  private boolean ended;

  /**
   * @param thing the damaged thing, as messages call it
   */
  DamageTolerant(String thing, Damage damage) {
    super(InputStream.nullInputStream());
    this.thing = thing;
    this.damage = damage;
  }

  /** Called at the first read, so that a broken header also counts as damage. */
  abstract InputStream open() throws IOException;

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    try {
      if (!opened) {
        in = open();
        opened = true;
      }
      return in.read(target, offset, length);
    } catch (HeapConvException e) {
      throw e;
    } catch (EOFException e) {
      return end("is cut off");
    } catch (ZipException | RuntimeException e) {
      // Archives throw this on damaged data.
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

  private int end(String what) {
    ended = true;
    damage.set("the " + thing + " " + what);
    return -1;
  }
}
