package dev.heapconv.text;

/** Text in HTML and SVG. */
public final class Markup {

  private Markup() {}

  /** As it is written between tags, or in an attribute in double quotes. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
