package dev.heapconv.reader.v8;

import dev.heapconv.io.Json.ShapeException;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.reader.RecordingBuilder;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The tree of call frames, read without recursion: it is as deep as the deepest stack. */
final class V8Tree {

  /** What V8 shows for functions without a name. */
  static final String ANONYMOUS = "(anonymous)";

  private static final int NO_ID = -1;

  /** Half of the samples of a program are of garbage, as a rule; 20 that are not are no chance. */
  private static final int ENOUGH_SAMPLES = 20;

  private static final class Node extends V8Node<Node> {
    SourceLine frame = SourceLine.UNKNOWN;
    long size;
    long id = NO_ID;

    Node(@Nullable Node parent) {
      super(parent);
    }
  }

  /** Parents precede their children. */
  private final List<Node> nodes = new ArrayList<>();

  private final Long2IntOpenHashMap samplesOfId = new Long2IntOpenHashMap();
  private long samples;
  private long lastOrdinal;

  void read(JsonParser json) {
    expect(json, json.nextToken(), JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("head")) {
        expect(json, value, JsonToken.START_OBJECT);
        readNodes(json);
      } else if (name.equals("samples") && value == JsonToken.START_ARRAY) {
        readSamples(json);
      } else {
        json.skipChildren();
      }
    }
    expect(json, json.currentToken(), JsonToken.END_OBJECT);
    if (nodes.isEmpty()) {
      throw new ShapeException("the head node is missing");
    }
  }

  static void expect(JsonParser json, JsonToken found, JsonToken wanted) {
    if (found != wanted) {
      throw new ShapeException(
          "line "
              + json.currentTokenLocation().getLineNr()
              + ", column "
              + json.currentTokenLocation().getColumnNr()
              + " contains something else, or the file is cut off");
    }
  }

  private void readNodes(JsonParser json) {
    Node node = newNode(null);
    while (node != null) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.END_OBJECT) {
        node = node.parent;
      } else if (token == JsonToken.START_OBJECT) {
        node = newNode(node);
      } else if (token == JsonToken.PROPERTY_NAME) {
        readProperty(json, node);
      } else {
        // What remains is the end of a list of children, after which their parent continues.
        expect(json, token, JsonToken.END_ARRAY);
      }
    }
  }

  private Node newNode(@Nullable Node parent) {
    Node node = new Node(parent);
    nodes.add(node);
    return node;
  }

  private static void readProperty(JsonParser json, Node node) {
    String name = json.currentName();
    JsonToken value = json.nextToken();
    switch (name) {
      case "callFrame" -> {
        expect(json, value, JsonToken.START_OBJECT);
        node.frame = callFrame(json);
      }
      case "selfSize" -> node.size = Math.max(0, Math.round(json.getValueAsDouble(0)));
      case "id" -> node.id = json.getValueAsLong(NO_ID);
      case "children" -> expect(json, value, JsonToken.START_ARRAY);
      default -> json.skipChildren();
    }
  }

  private static SourceLine callFrame(JsonParser json) {
    String function = "";
    String url = "";
    int line = -1;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("functionName") && value == JsonToken.VALUE_STRING) {
        function = json.getString();
      } else if (name.equals("url") && value == JsonToken.VALUE_STRING) {
        url = json.getString();
      } else if (name.equals("lineNumber") && value == JsonToken.VALUE_NUMBER_INT) {
        line = (int) Math.max(-1, Math.min(Integer.MAX_VALUE - 1, json.getValueAsLong(-1)));
      } else {
        json.skipChildren();
      }
    }
    // V8 counts lines from 0.
    return new SourceLine(function.isEmpty() ? ANONYMOUS : function, url, line + 1);
  }

  private void readSamples(JsonParser json) {
    for (JsonToken token; (token = json.nextToken()) != JsonToken.END_ARRAY; ) {
      expect(json, token, JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("nodeId")) {
          samplesOfId.addTo(json.getValueAsLong(NO_ID), 1);
          samples++;
        } else if (name.equals("ordinal")) {
          lastOrdinal = Math.max(lastOrdinal, json.getValueAsLong(0));
        }
        json.skipChildren();
      }
    }
  }

  /** Whether samples were dropped because their objects were collected. */
  boolean dropsCollected() {
    return lastOrdinal > samples;
  }

  /**
   * Whether the samples of collected objects are among the others: V8 numbers all from 1, and none
   * is missing of so many that some must have been of garbage.
   */
  boolean keepsCollected() {
    return lastOrdinal == samples && samples >= ENOUGH_SAMPLES;
  }

  /** Adds the stacks with sizes. */
  void addTo(RecordingBuilder recording, RecordedRows rows) {
    for (Node node : nodes) {
      node.place(node.frame, recording);
      if (node.size > 0) {
        int row = rows.row(node.stack);
        int count = samplesOfId.get(node.id);
        if (keepsCollected()) {
          rows.addAlloc(row, count, node.size);
        } else {
          rows.addLive(row, count, node.size);
        }
      }
    }
  }
}
