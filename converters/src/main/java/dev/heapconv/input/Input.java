package dev.heapconv.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plain bytes of one recording, with its beginning looked at in advance.
 *
 * @param name for messages: the path, {@code -}, or {@code archive!member}
 * @param head the first bytes, up to {@link #HEAD_BYTES}, which {@code stream} will give again
 * @param stream all bytes; reads in blocks, so there is no use in buffering it
 * @param damage what was found broken below {@code stream}, once that has been read to its end
 */
public record Input(String name, byte[] head, InputStream stream, Damage damage)
    implements Closeable {

  /** How much of an input is looked at to tell its format. */
  public static final int HEAD_BYTES = 16 << 10;

  /** Damage of the compression around a recording. */
  public static final class Damage {
    private @Nullable String what;

    void set(String found) {
      what = found;
    }

    /** What is broken, as a clause for a message; null when nothing is. */
    public @Nullable String what() {
      return what;
    }
  }

  public Input {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(stream, "stream");
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
