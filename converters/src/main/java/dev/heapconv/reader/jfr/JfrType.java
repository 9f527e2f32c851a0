package dev.heapconv.reader.jfr;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type of a chunk: of its events, of its constants, or of a part of them. */
final class JfrType {

  /** How values are written. */
  enum Form {
    LONG(true),
    INT(true),
    SHORT(true),
    CHAR(true),
    /** A byte as it is. */
    BYTE(true),
    /** 4 bytes. */
    FLOAT(false),
    /** 8 bytes. */
    DOUBLE(false),
    /** A byte says how. */
    STRING(false),
    /** One field after another. */
    STRUCTURE(false);

    private final boolean isNumber;

    /**
     * @param isNumber whether values are whole numbers
     */
    Form(boolean isNumber) {
      this.isNumber = isNumber;
    }
  }

  /**
   * A field of a type.
   *
   * @param type of the value, or of the elements of an array
   * @param isConstant whether values are keys of constants
   */
  record Field(String name, JfrType type, boolean isConstant, boolean isArray) {

    boolean isNumber() {
      return !isConstant && !isArray && type.form.isNumber;
    }
  }

  private static final int NOT_THERE = -1;

  private final long id;
  private final String name;
  private final Form form;

  /** Whether values stand for that of their only field. */
  private final boolean isSimple;

  private Field[] fields = {};

  /** By {@link JfrField}; null as long as nobody asked. */
  private int @Nullable [] indices;

  /** Where the constants of this type are in the chunk, by their keys. */
  private final Long2LongOpenHashMap positions = new Long2LongOpenHashMap();

  private final Long2ObjectOpenHashMap<JfrRecord> constants = new Long2ObjectOpenHashMap<>();

  JfrType(long id, String name, boolean isSimple, boolean hasFields) {
    this.id = id;
    this.name = name;
    this.isSimple = isSimple;
    form = hasFields ? Form.STRUCTURE : form(name);
    positions.defaultReturnValue(NOT_THERE);
  }

  private static Form form(String name) {
    return switch (name) {
      case "int" -> Form.INT;
      case "short" -> Form.SHORT;
      case "char" -> Form.CHAR;
      case "byte", "boolean" -> Form.BYTE;
      case "float" -> Form.FLOAT;
      case "double" -> Form.DOUBLE;
      case "java.lang.String" -> Form.STRING;
      case "long" -> Form.LONG;
      default -> Form.STRUCTURE;
    };
  }

  void setFields(List<Field> all) {
    fields = all.toArray(Field[]::new);
  }

  long id() {
    return id;
  }

  String name() {
    return name;
  }

  Form form() {
    return form;
  }

  boolean isSimple() {
    return isSimple;
  }

  /** Not a copy. */
  Field[] fields() {
    return fields;
  }

  /** The index of a field; negative if there is none of that name. */
  int indexOf(JfrField field) {
    int[] known = indices;
    if (known == null) {
      known = indices();
      indices = known;
    }
    return known[field.ordinal()];
  }

  private int[] indices() {
    List<String> names = Arrays.stream(fields).map(Field::name).toList();
    return Arrays.stream(JfrField.values())
        .mapToInt(field -> names.indexOf(field.toString()))
        .toArray();
  }

  void addConstant(long key, long position) {
    positions.put(key, position);
  }

  /** Where a constant is in the chunk; negative if there is none with this key. */
  long position(long key) {
    return positions.get(key);
  }

  /** The constant with a key, the same object each time; null if there is none. */
  @Nullable JfrRecord constant(JfrChunk chunk, long key) {
    JfrRecord known = constants.get(key);
    if (known != null) {
      return known;
    }
    long position = positions.get(key);
    if (position < 0) {
      return null;
    }
    JfrRecord constant = new JfrRecord(chunk, this, key, position);
    constants.put(key, constant);
    return constant;
  }
}
