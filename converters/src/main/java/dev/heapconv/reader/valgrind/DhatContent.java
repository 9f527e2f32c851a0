package dev.heapconv.reader.valgrind;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The values of a file of DHAT. Its table of frames follows the program points that use it. */
final class DhatContent {

  /** What one place of the program allocated, in bytes and blocks. */
  static final class ProgramPoint {
    long totalBytes;
    long totalBlocks;
    long peakBytes;
    long peakBlocks;
    long endBytes;
    long endBlocks;

    /** Places in the table, innermost first. */
    final IntArrayList frames = new IntArrayList();
  }

  long version;
  String mode = "";
  String command = "";
  long pid = -1;
  private String timeUnit = "";
  long peakTime;
  long endTime;
  final List<ProgramPoint> points = new ArrayList<>();
  final List<ValgrindFrame> table = new ArrayList<>();

  /** Values of another type than expected count as 0 or as empty. */
  void read(JsonParser json) {
    json.nextToken();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "dhatFileVersion" -> version = json.getValueAsLong(0);
        case "mode" -> mode = json.getValueAsString("");
        case "cmd" -> command = json.getValueAsString("");
        case "pid" -> pid = json.getValueAsLong(-1);
        case "tu" -> timeUnit = json.getValueAsString("");
        case "tg" -> peakTime = json.getValueAsLong(0);
        case "te" -> endTime = json.getValueAsLong(0);
        case "pps" -> forEachElement(json, () -> readPoint(json));
        case "ftbl" ->
            forEachElement(json, () -> table.add(ValgrindFrame.of(json.getValueAsString(""))));
        default -> {}
      }
      json.skipChildren();
    }
  }

  private static void forEachElement(JsonParser json, Runnable action) {
    if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        action.run();
        json.skipChildren();
      }
    }
  }

  private void readPoint(JsonParser json) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      return;
    }
    ProgramPoint point = new ProgramPoint();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      json.nextToken();
      long number = Math.max(0, json.getValueAsLong(0));
      switch (key) {
        case "tb" -> point.totalBytes = number;
        case "tbk" -> point.totalBlocks = number;
        case "gb" -> point.peakBytes = number;
        case "gbk" -> point.peakBlocks = number;
        case "eb" -> point.endBytes = number;
        case "ebk" -> point.endBlocks = number;
        case "fs" -> forEachElement(json, () -> point.frames.add(json.getValueAsInt(-1)));
        default -> {}
      }
      json.skipChildren();
    }
    points.add(point);
  }

  /** Nanoseconds for a time of the file; 0 when unknown, as valgrind counts instructions. */
  long nanos(long time) {
    boolean isMicros = timeUnit.equals("\u00b5s") || timeUnit.equals("us");
    return isMicros && time > 0 && time < Long.MAX_VALUE / 1000 ? time * 1000 : 0;
  }
}
