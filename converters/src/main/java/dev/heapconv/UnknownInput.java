package dev.heapconv;

import dev.heapconv.input.Input;
import dev.heapconv.model.HeapConvException;
import java.nio.charset.StandardCharsets;

/** Says of an input that no reader accepts what it seems to be. */
final class UnknownInput {

  private static final int BYTES_TO_JUDGE = 512;

  private UnknownInput() {}

  static HeapConvException explain(Input input) {
    byte[] head = input.head();
    if (head.length == 0) {
      String why = input.damage().what();
      return HeapConvException.input(
          "empty-input", input.name(), why == null ? "the file is empty" : why);
    }
    String neighbour = Neighbours.describe(head);
    if (neighbour != null) {
      return HeapConvException.input(
          "not-a-heap-profile", input.name(), "not a heap profile: " + neighbour);
    }
    return HeapConvException.input(
        "unknown-format",
        input.name(),
        "not a heap profile of a known format ("
            + describe(head)
            + "); a Perfetto trace is wanted, or a heap profile of another known format");
  }

  private static String describe(byte[] head) {
    if (startsWith(head, "\u00ff\u00d8\u00ff")) {
      return "it looks like a JPEG image";
    }
    if (startsWith(head, "\u0089PNG")) {
      return "it looks like a PNG image";
    }
    if (startsWith(head, "%PDF")) {
      return "it looks like a PDF document";
    }
    if (startsWith(head, "\u007fELF")) {
      return "it looks like an ELF binary";
    }
    if (startsWith(head, "PERFILE2")) {
      return "it looks like a Linux perf recording";
    }
    if (startsWith(head, "{") || startsWith(head, "[")) {
      return "it looks like JSON";
    }
    return isText(head) ? "it looks like text" : "its content is unknown binary data";
  }

  private static boolean startsWith(byte[] head, String magic) {
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    if (head.length < bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (head[i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isText(byte[] head) {
    int length = Math.min(head.length, BYTES_TO_JUDGE);
    for (int i = 0; i < length; i++) {
      int b = head[i] & 0xff;
      if (b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
        return false;
      }
    }
    return true;
  }
}
