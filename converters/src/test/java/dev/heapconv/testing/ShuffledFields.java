package dev.heapconv.testing;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;

/** Messages with their fields in any order, which protobuf allows but its own classes never use. */
public final class ShuffledFields {

  private ShuffledFields() {}

  /** The bytes of a message; only the elements of a repeated field keep their order. */
  public static byte[] of(Message message, Random random) throws IOException {
    Map<Integer, Queue<byte[]>> values = new TreeMap<>();
    List<Integer> order = new ArrayList<>();
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      List<?> elements =
          field.isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue());
      Queue<byte[]> encoded = new ArrayDeque<>();
      for (Object element : elements) {
        encoded.add(field(message, field, element, random));
        order.add(field.getNumber());
      }
      values.put(field.getNumber(), encoded);
    }
    Collections.shuffle(order, random);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int number : order) {
      bytes.write(values.get(number).remove());
    }
    return bytes.toByteArray();
  }

  private static byte[] field(Message parent, FieldDescriptor field, Object value, Random random)
      throws IOException {
    if (value instanceof Message message) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeByteArray(field.getNumber(), of(message, random));
      out.flush();
      return bytes.toByteArray();
    }
    Message.Builder alone = parent.newBuilderForType();
    if (field.isRepeated()) {
      alone.addRepeatedField(field, value);
    } else {
      alone.setField(field, value);
    }
    return alone.build().toByteArray();
  }
}
