package dev.stranger.report.svg;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.GlyphVector;
import java.awt.geom.Ellipse2D;
import java.util.Arrays;
import java.util.Map;

/** Paints pixels with the style sheet of pictures. Not thread-safe. */
final class ImageCanvas implements Canvas {

  private final Graphics2D graphics;

  ImageCanvas(Graphics2D graphics) {
    this.graphics = graphics;
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  @Override
  public void shape(String look, Path outline) {
    paint(outline.shape(), StyleSheet.PICTURE.of("path", look));
  }

  @Override
  public void line(Ink ink, Path path) {
    Map<String, String> style = StyleSheet.PICTURE.of("path", "line " + ink.style());
    style.put("stroke-dasharray", ink.dash());
    paint(path.shape(), style);
  }

  @Override
  public void circle(String look, double x, double y, double radius) {
    paint(
        new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius),
        StyleSheet.PICTURE.of("circle", look));
  }

  @Override
  public void text(String look, String text, double x, double y) {
    write(look, text, x, y);
  }

  @Override
  public void text(String look, String text, String strong, double x, double y) {
    write(look + " strong", strong, x + write(look, text + " ", x, y), y);
  }

  /** How wide the text is. */
  private double write(String look, String text, double x, double y) {
    Map<String, String> style = StyleSheet.PICTURE.of("text", look);
    int weight = Integer.parseInt(style.getOrDefault("font-weight", "400"));
    float size = Float.parseFloat(style.get("font-size").replace("px", ""));
    Font font = new Font(Font.SANS_SERIF, weight < 600 ? Font.PLAIN : Font.BOLD, 1);
    GlyphVector glyphs =
        font.deriveFont(size).createGlyphVector(graphics.getFontRenderContext(), text);
    double width = glyphs.getLogicalBounds().getWidth();
    double left =
        switch (style.getOrDefault("text-anchor", "start")) {
          case "middle" -> x - width / 2;
          case "end" -> x - width;
          default -> x;
        };
    paint(glyphs.getOutline((float) left, (float) y), style);
    return width;
  }

  /** Texts are filled after their outline is drawn, everything else before it. */
  private void paint(Shape shape, Map<String, String> style) {
    if (style.containsKey("paint-order")) {
      stroke(shape, style);
      fill(shape, style);
    } else {
      fill(shape, style);
      stroke(shape, style);
    }
  }

  private void fill(Shape shape, Map<String, String> style) {
    if (choose(style, "fill")) {
      float opacity = Float.parseFloat(style.getOrDefault("fill-opacity", "1"));
      graphics.setComposite(AlphaComposite.SrcOver.derive(opacity));
      graphics.fill(shape);
      graphics.setComposite(AlphaComposite.SrcOver);
    }
  }

  private void stroke(Shape shape, Map<String, String> style) {
    if (choose(style, "stroke")) {
      String width = style.getOrDefault("stroke-width", "1").replace("px", "");
      String dash = style.getOrDefault("stroke-dasharray", "");
      graphics.setStroke(
          new BasicStroke(
              Float.parseFloat(width),
              BasicStroke.CAP_BUTT,
              BasicStroke.JOIN_ROUND,
              1,
              dash.isEmpty() ? null : lengths(dash),
              0));
      graphics.draw(shape);
    }
  }

  private static float[] lengths(String dash) {
    double[] numbers = Arrays.stream(dash.split(" ")).mapToDouble(Double::parseDouble).toArray();
    float[] lengths = new float[numbers.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = (float) numbers[i];
    }
    return lengths;
  }

  /** Takes the colour of a property, if it has one. */
  private boolean choose(Map<String, String> style, String property) {
    String colour = style.getOrDefault(property, "none");
    if (colour.equals("none")) {
      return false;
    }
    graphics.setColor(Color.decode(colour.equals("currentColor") ? style.get("color") : colour));
    return true;
  }
}
