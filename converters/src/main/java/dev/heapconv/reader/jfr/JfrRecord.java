package dev.heapconv.reader.jfr;

import dev.heapconv.reader.jfr.JfrType.Field;
import dev.heapconv.reader.jfr.JfrType.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An event, a constant, or a structure in one of them. Its fields are decoded when the first is
 * asked for: most events and constants of a recording are of no interest here.
 *
 * <p>Whichever version of a type it has, a field that it lacks counts as absent.
 */
final class JfrRecord {

  private final JfrChunk chunk;
  private final JfrType type;
  private final long key;
  private final long position;

  /** By field: its number, the key of its constant, or the position of its bytes. */
  private long @Nullable [] values;

  private @Nullable Object finding;

  /**
   * @param key of a constant
   * @param position of the first field in the chunk
   */
  JfrRecord(JfrChunk chunk, JfrType type, long key, long position) {
    this.chunk = chunk;
    this.type = type;
    this.key = key;
    this.position = position;
  }

  JfrType type() {
    return type;
  }

  /** The key of a constant: that of a thread is unique in its JVM. */
  long key() {
    return key;
  }

  /** A whole number; another one if this version of the type has no such field. */
  long number(JfrField field, long absent) {
    int index = type.indexOf(field);
    return index < 0 || !type.fields()[index].isNumber() ? absent : values()[index];
  }

  /** A text; empty if there is none. */
  String text(JfrField field) {
    int index = type.indexOf(field);
    return index < 0 ? "" : text(index);
  }

  private String text(int index) {
    Field field = type.fields()[index];
    long value = values()[index];
    if (field.isArray()) {
      return "";
    }
    if (!field.isConstant()) {
      return field.type().form() == Form.STRING ? chunk.text(field.type(), value) : "";
    }
    JfrRecord constant = field.type().constant(chunk, value);
    return constant == null ? "" : constant.text();
  }

  /** Of a text itself, or of what stands for one. */
  private String text() {
    if (type.form() == Form.STRING) {
      return chunk.text(type, position);
    }
    boolean standsForText =
        type.isSimple()
            && type.fields().length == 1
            && type.fields()[0].type().form() == Form.STRING;
    return standsForText ? text(0) : "";
  }

  /** What a field refers to; null if there is no such field, or nothing in it. */
  @Nullable JfrRecord value(JfrField field) {
    int index = type.indexOf(field);
    if (index < 0) {
      return null;
    }
    Field found = type.fields()[index];
    return found.isArray() ? null : structure(found, values()[index]);
  }

  private @Nullable JfrRecord structure(Field field, long value) {
    JfrType of = field.type();
    if (of.form() != Form.STRUCTURE) {
      return null;
    }
    return field.isConstant() ? of.constant(chunk, value) : new JfrRecord(chunk, of, 0, value);
  }

  /** The structures that an array holds; empty if there is no such field. */
  List<JfrRecord> elements(JfrField field) {
    int index = type.indexOf(field);
    if (index < 0 || !type.fields()[index].isArray()) {
      return List.of();
    }
    Field array = type.fields()[index];
    List<JfrRecord> elements = new ArrayList<>();
    for (long value : chunk.elements(array, values()[index])) {
      JfrRecord element = structure(array, value);
      if (element != null) {
        elements.add(element);
      }
    }
    return elements;
  }

  /** When an event began, in nanoseconds since 1970. */
  long startNanos() {
    return chunk.nanos(number(JfrField.START_TIME, 0));
  }

  /** When an event ended, in nanoseconds since 1970. */
  long endNanos() {
    return chunk.nanos(number(JfrField.START_TIME, 0) + number(JfrField.DURATION, 0));
  }

  /**
   * What its user knows about a constant, which many events share: found out the first time, or if
   * it was of another kind.
   */
  <T> T finding(Class<T> kind, Supplier<T> find) {
    if (kind.isInstance(finding)) {
      return kind.cast(finding);
    }
    T found = find.get();
    finding = found;
    return found;
  }

  private long[] values() {
    long[] known = values;
    if (known == null) {
      known = chunk.values(type, position);
      values = known;
    }
    return known;
  }
}
