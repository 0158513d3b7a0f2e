package dev.stranger.report.svg;

/**
 * Writes HTML or SVG. Texts and values of attributes are escaped, so a name may hold anything; tags
 * and names of attributes are the caller's own. Not thread-safe.
 */
public final class Markup {

  private final StringBuilder text = new StringBuilder();

  /**
   * @param attributes names and values in turn; a double is written as a coordinate, and what has
   *     an empty value is left out
   */
  public Markup open(String tag, Object... attributes) {
    start(tag, attributes);
    text.append('>');
    return this;
  }

  public Markup close(String tag) {
    text.append("</").append(tag).append('>');
    return this;
  }

  /** An element without content. */
  public Markup empty(String tag, Object... attributes) {
    start(tag, attributes);
    text.append("/>");
    return this;
  }

  /** An element that holds a text alone. */
  public Markup element(String tag, String content, Object... attributes) {
    return open(tag, attributes).text(content).close(tag);
  }

  public Markup text(String content) {
    escape(content);
    return this;
  }

  /** Takes over what is markup already. */
  public Markup add(Markup other) {
    text.append(other.text);
    return this;
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** Puts each tag on a line of its own where that does not matter to a reader's eye. */
  public Markup newLine() {
    text.append('\n');
    return this;
  }

  private void start(String tag, Object... attributes) {
    text.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      if (!value.equals("")) {
        text.append(' ').append(attributes[i]).append("=\"");
        escape(value instanceof Double number ? coordinate(number) : value.toString());
        text.append('"');
      }
    }
  }

  private void escape(String content) {
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
  }

  /** A tenth of a pixel is finer than any screen shows. */
  static String coordinate(double value) {
    double tenths = Math.round(value * 10) / 10.0;
    return tenths == (int) tenths ? Integer.toString((int) tenths) : Double.toString(tenths);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
