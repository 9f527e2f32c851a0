package dev.heapconv.reader.jfr;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import dev.heapconv.reader.jfr.JfrType.Field;
import dev.heapconv.reader.jfr.JfrType.Form;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The events and constants of a chunk, which describes their types itself. Constants stay where
 * they are until an event refers to them: only their positions are kept.
 *
 * <p>Its methods, and those of its records, throw a {@link MalformedException} where the chunk is
 * damaged.
 */
final class JfrChunk {

  /** Structures contain structures, as frames of a stack do, but hardly ever others in those. */
  private static final int MAX_DEPTH = 64;

  /** Of the format: 1 was that of JDK 9 and 10. */
  private static final int NEWEST_VERSION = 2;

  private final JfrBytes bytes;
  private final Long2ObjectLinkedOpenHashMap<JfrType> types;
  private final long startNanos;
  private final long startTicks;
  private final double ticksPerNano;
  private long nextEvent = JfrChunks.HEADER_BYTES;

  /**
   * @throws MalformedException if the chunk is damaged outside of its events
   */
  JfrChunk(JfrBytes bytes) {
    this.bytes = bytes;
    JfrStructure.check(bytes);
    long version = field(JfrChunks.MAJOR) >>> Long.SIZE - Short.SIZE;
    if (version > NEWEST_VERSION) {
      throw new MalformedException("it has version " + version + " of the format, not 1 or 2");
    }
    startNanos = field(JfrChunks.START_NANOS);
    startTicks = field(JfrChunks.START_TICKS);
    ticksPerNano = (double) field(JfrChunks.TICKS_PER_SECOND) / TimeUnit.SECONDS.toNanos(1);
    bytes.seek(field(JfrChunks.METADATA));
    types = JfrMetadata.types(bytes);
    addConstants();
  }

  private long field(int position) {
    bytes.seek(position);
    return bytes.fixed();
  }

  /** Where checkpoints disagree on a constant, the first in the chunk holds. */
  private void addConstants() {
    long before = field(JfrChunks.LAST_CHECKPOINT);
    long checkpoint = 0;
    while (before != 0) {
      checkpoint += before;
      bytes.seek(checkpoint);
      long end = checkpoint + bytes.number();
      bytes.number(); // Its type, when it was written, and in how long.
      bytes.number();
      bytes.number();
      before = bytes.number();
      bytes.next(); // Its kind.
      for (int pools = bytes.count(); pools > 0; pools--) {
        addPool();
      }
      if (bytes.position() != end) {
        throw new MalformedException(
            "the checkpoint at byte " + checkpoint + " of a chunk does not end where it says");
      }
    }
  }

  private void addPool() {
    long id = bytes.number();
    JfrType type = types.get(id);
    if (type == null) {
      throw new MalformedException("a chunk has constants of the unknown type " + id);
    }
    for (int left = bytes.count(); left > 0; left--) {
      type.addConstant(bytes.number(), bytes.position());
      skip(type, 0);
    }
  }

  private void skip(JfrType type, int depth) {
    switch (type.form()) {
      case LONG, INT, SHORT, CHAR -> bytes.number();
      case BYTE -> bytes.skip(Byte.BYTES);
      case FLOAT -> bytes.skip(Float.BYTES);
      case DOUBLE -> bytes.skip(Double.BYTES);
      case STRING -> JfrStrings.skip(bytes);
      case STRUCTURE -> {
        if (type.fields().length == 0 || depth > MAX_DEPTH) {
          throw new MalformedException("the type " + type.name() + " has no end, or no fields");
        }
        for (Field field : type.fields()) {
          skip(field, depth + 1);
        }
      }
    }
  }

  private void skip(Field field, int depth) {
    for (int left = field.isArray() ? bytes.count() : 1; left > 0; left--) {
      if (field.isConstant()) {
        bytes.number();
      } else {
        skip(field.type(), depth);
      }
    }
  }

  /** The next event, other than metadata and checkpoints; null after the last. */
  @Nullable JfrRecord next() {
    while (nextEvent < bytes.end()) {
      long event = nextEvent;
      bytes.seek(event);
      nextEvent = event + bytes.number();
      JfrType type = types.get(bytes.number());
      if (type != null && type.form() == Form.STRUCTURE) {
        return new JfrRecord(this, type, 0, bytes.position());
      }
    }
    return null;
  }

  /** Whether there is a type of which the name begins with a text. */
  boolean hasTypesNamed(String prefix) {
    return types.values().stream().anyMatch(type -> type.name().startsWith(prefix));
  }

  /** The number of the type of a name; {@code unknown} without. */
  long typeNamed(String name, long unknown) {
    return types.values().stream()
        .filter(type -> type.name().equals(name))
        .mapToLong(JfrType::id)
        .findFirst()
        .orElse(unknown);
  }

  /** A time in nanoseconds since 1970. */
  long nanos(long ticks) {
    return startNanos + (long) ((ticks - startTicks) / ticksPerNano);
  }

  /** The fields of a structure: numbers, keys of constants, and positions of all else. */
  long[] values(JfrType type, long position) {
    bytes.seek(position);
    Field[] fields = type.fields();
    long[] values = new long[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(fields[i]);
    }
    return values;
  }

  private long value(Field field) {
    if (field.isArray()) {
      long position = bytes.position();
      skip(field, 1);
      return position;
    }
    return field.isConstant() ? bytes.number() : inPlace(field.type());
  }

  private long inPlace(JfrType type) {
    return switch (type.form()) {
      case LONG -> bytes.number();
      case INT -> (int) bytes.number();
      case SHORT -> (short) bytes.number();
      case CHAR -> (char) bytes.number();
      case BYTE -> bytes.next();
      default -> {
        long position = bytes.position();
        skip(type, 1);
        yield position;
      }
    };
  }

  /** The elements of an array, as {@link #values} has fields. */
  long[] elements(Field array, long position) {
    bytes.seek(position);
    long[] elements = new long[bytes.count()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = array.isConstant() ? bytes.number() : inPlace(array.type());
    }
    return elements;
  }

  /** The text at a position; empty if it is null, or a constant that is not there. */
  String text(JfrType string, long position) {
    bytes.seek(position);
    long key = JfrStrings.constantKey(bytes);
    if (key == JfrStrings.NO_KEY) {
      return JfrStrings.inPlace(bytes);
    }
    long constant = string.position(key);
    if (constant < 0) {
      return "";
    }
    bytes.seek(constant);
    return JfrStrings.inPlace(bytes);
  }
}
