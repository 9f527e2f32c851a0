package dev.heapconv.reader.v8;

import dev.heapconv.io.Json.ShapeException;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A heap snapshot with the stacks of allocations. Its tree counts all that was allocated since the
 * recording began, and each object of the heap names the node of the tree that it is of, which is 0
 * if it is older. The names of fields stand in front (src/profiler/heap-snapshot-generator.cc and
 * allocation-tracker.cc of V8).
 */
final class V8Timeline {

  private static final class Node extends V8Node<Node> {
    long id;
    long function;
    long count;
    long size;

    Node(@Nullable Node parent) {
      super(parent);
    }

    void set(String field, long value) {
      switch (field) {
        case "id" -> id = value;
        case "function_info_index" -> function = value;
        case "count" -> count = Math.max(0, value);
        case "size" -> size = Math.max(0, value);
        default -> {}
      }
    }
  }

  private List<String> objectFields = List.of();
  private List<String> functionFields = List.of();
  private List<String> nodeFields = List.of();

  /** By node of the tree. */
  private final Long2LongOpenHashMap liveCounts = new Long2LongOpenHashMap();

  private final Long2LongOpenHashMap liveSizes = new Long2LongOpenHashMap();

  private final LongArrayList functions = new LongArrayList();

  /** Parents precede their children. */
  private final List<Node> nodes = new ArrayList<>();

  /** Those that functions name, by their places; empty until they are read. */
  private final Int2ObjectOpenHashMap<String> strings = new Int2ObjectOpenHashMap<>();

  void read(JsonParser json) {
    V8Tree.expect(json, json.nextToken(), JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "snapshot" -> readMeta(json);
        case "nodes" -> readObjects(json);
        case "trace_function_infos" -> readFunctions(json);
        case "trace_tree" -> readTree(json);
        case "strings" -> readStrings(json);
        default -> json.skipChildren();
      }
    }
    V8Tree.expect(json, json.currentToken(), JsonToken.END_OBJECT);
    if (nodes.isEmpty()) {
      throw new ShapeException("the tree of allocations is missing");
    }
  }

  private void readMeta(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "meta" -> readMeta(json);
        case "node_fields" -> objectFields = names(json);
        case "trace_function_info_fields" -> functionFields = names(json);
        case "trace_node_fields" -> nodeFields = names(json);
        default -> json.skipChildren();
      }
    }
  }

  private static List<String> names(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_ARRAY);
    List<String> names = new ArrayList<>();
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      names.add(json.getString());
    }
    V8Tree.expect(json, json.currentToken(), JsonToken.END_ARRAY);
    return names;
  }

  private void readObjects(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_ARRAY);
    int ofSize = field(objectFields, "self_size");
    int ofNode = field(objectFields, "trace_node_id");
    long size = 0;
    long node = 0;
    int field = 0;
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      size = field == ofSize ? json.getValueAsLong(0) : size;
      node = field == ofNode ? json.getValueAsLong(0) : node;
      if (++field == objectFields.size()) {
        field = 0;
        liveCounts.addTo(node, 1);
        liveSizes.addTo(node, Math.max(0, size));
      }
    }
    V8Tree.expect(json, json.currentToken(), JsonToken.END_ARRAY);
  }

  private static int field(List<String> fields, String name) {
    int field = fields.indexOf(name);
    if (field < 0) {
      throw new ShapeException("the field " + name + " is missing");
    }
    return field;
  }

  private void readFunctions(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_ARRAY);
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      functions.add(json.getValueAsLong(0));
    }
    V8Tree.expect(json, json.currentToken(), JsonToken.END_ARRAY);
    int ofName = field(functionFields, "name");
    int ofScript = field(functionFields, "script_name");
    for (int at = 0; at + functionFields.size() <= functions.size(); at += functionFields.size()) {
      strings.put((int) functions.getLong(at + ofName), "");
      strings.put((int) functions.getLong(at + ofScript), "");
    }
  }

  /** A list has the fields of each node one after another, of which the last are its children. */
  private void readTree(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_ARRAY);
    int children = field(nodeFields, "children");
    Node parent = null;
    int field = 0;
    while (true) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.VALUE_NUMBER_INT && field < children) {
        if (field == 0) {
          nodes.add(new Node(parent));
        }
        nodes.get(nodes.size() - 1).set(nodeFields.get(field++), json.getValueAsLong(0));
      } else if (token == JsonToken.START_ARRAY && field == children) {
        parent = nodes.get(nodes.size() - 1);
        field = 0;
      } else {
        V8Tree.expect(json, token, JsonToken.END_ARRAY);
        if (field > 0) {
          throw new ShapeException("a node of the tree lacks fields");
        }
        if (parent == null) {
          return;
        }
        parent = parent.parent;
        field = 0;
      }
    }
  }

  private void readStrings(JsonParser json) {
    V8Tree.expect(json, json.currentToken(), JsonToken.START_ARRAY);
    for (int at = 0; json.nextToken() == JsonToken.VALUE_STRING; at++) {
      if (strings.containsKey(at)) {
        strings.put(at, json.getString());
      }
    }
    V8Tree.expect(json, json.currentToken(), JsonToken.END_ARRAY);
  }

  /**
   * Adds the stacks. Returns whether V8 counted allocations, not objects: optimized code allocates
   * several at once, of which more can then be live than were counted.
   */
  boolean addTo(RecordingBuilder recording, RecordedRows rows) {
    boolean joinsObjects = false;
    for (Node node : nodes) {
      node.place(frame(node), recording);
      long live = liveCounts.get(node.id);
      if (node.count > 0 || live > 0 && node.id > 0) {
        int row = rows.row(node.stack);
        rows.addAlloc(row, node.count, node.size);
        rows.addLive(row, live, liveSizes.get(node.id));
        joinsObjects |= live > node.count;
      }
    }
    return joinsObjects;
  }

  private SourceLine frame(Node node) {
    long at = node.function * functionFields.size();
    if (node.function < 0 || at + functionFields.size() > functions.size()) {
      return SourceLine.UNKNOWN;
    }
    String name = text(at, "name");
    return new SourceLine(
        name.isEmpty() ? V8Tree.ANONYMOUS : name,
        text(at, "script_name"),
        (int) Math.max(0, Math.min(Integer.MAX_VALUE, value(at, "line"))));
  }

  private String text(long function, String field) {
    return strings.getOrDefault((int) value(function, field), "");
  }

  private long value(long function, String field) {
    return functions.getLong((int) function + field(functionFields, field));
  }
}
