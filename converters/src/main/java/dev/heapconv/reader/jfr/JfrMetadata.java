package dev.heapconv.reader.jfr;

import dev.heapconv.reader.jfr.JfrBytes.MalformedException;
import dev.heapconv.reader.jfr.JfrType.Field;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The metadata of a chunk: an event with texts, and with elements that refer to them. An element
 * has a name, attributes and other elements; those named class are the types of the chunk, whose
 * elements named field are their fields.
 */
final class JfrMetadata {

  private static final String CLASS = "class";
  private static final String FIELD = "field";

  /** Annotations of a field are at 5. */
  private static final int MAX_DEPTH = 64;

  /** An element of the metadata. */
  private record Element(String name, Map<String, String> attributes, List<Element> elements) {

    String text(String attribute) {
      return attributes.getOrDefault(attribute, "");
    }

    long number(String attribute) {
      try {
        return Long.parseLong(text(attribute));
      } catch (NumberFormatException e) {
        throw new MalformedException("its metadata have the number '" + text(attribute) + "'");
      }
    }
  }

  private final JfrBytes bytes;
  private final String[] texts;
  private final List<Element> classes = new ArrayList<>();

  private JfrMetadata(JfrBytes bytes) {
    this.bytes = bytes;
    bytes.number(); // Its length.
    if (bytes.number() != JfrStructure.METADATA_TYPE) {
      throw new MalformedException("a chunk has no metadata where it says");
    }
    bytes.number(); // When it was written, in how long, and its number.
    bytes.number();
    bytes.number();
    texts = new String[bytes.count()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = JfrStrings.inPlace(bytes);
    }
    element(0);
  }

  /**
   * The types of a chunk by their numbers.
   *
   * @param bytes of the chunk, at its metadata
   */
  static Long2ObjectLinkedOpenHashMap<JfrType> types(JfrBytes bytes) {
    return new JfrMetadata(bytes).types();
  }

  private Element element(int depth) {
    if (depth > MAX_DEPTH) {
      throw new MalformedException("its metadata are nested too deeply");
    }
    String name = text();
    int count = bytes.count();
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String attribute = text();
      attributes.put(attribute, text());
    }
    int inside = bytes.count();
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < inside; i++) {
      Element element = element(depth + 1);
      if (element.name.equals(FIELD)) {
        elements.add(element);
      }
    }
    Element element = new Element(name, attributes, elements);
    if (name.equals(CLASS)) {
      classes.add(element);
    }
    return element;
  }

  private String text() {
    long index = bytes.number();
    if (index < 0 || index >= texts.length) {
      throw new MalformedException("its metadata lack the text " + index);
    }
    return texts[(int) index];
  }

  private Long2ObjectLinkedOpenHashMap<JfrType> types() {
    Long2ObjectLinkedOpenHashMap<JfrType> types = new Long2ObjectLinkedOpenHashMap<>();
    for (Element element : classes) {
      long id = element.number("id");
      boolean isSimple = element.text("simpleType").equals("true");
      types.put(id, new JfrType(id, element.text("name"), isSimple, !element.elements.isEmpty()));
    }
    for (Element element : classes) {
      List<Field> fields = new ArrayList<>();
      for (Element field : element.elements) {
        long type = field.number("class");
        JfrType known = types.get(type);
        if (known == null) {
          throw new MalformedException("its metadata lack the type " + type);
        }
        boolean isArray =
            field.attributes.containsKey("dimension") && field.number("dimension") > 0;
        fields.add(
            new Field(
                field.text("name"), known, field.text("constantPool").equals("true"), isArray));
      }
      types.get(element.number("id")).setFields(fields);
    }
    return types;
  }
}
