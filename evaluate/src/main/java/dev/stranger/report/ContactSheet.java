package dev.stranger.report;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * The first samples of several image sets, one set a row, so that a person sees what is in them.
 */
public final class ContactSheet {

  private static final int GAP = 4;
  private static final int CELL = 64;

  private ContactSheet() {}

  /**
   * @param columns samples of each set
   */
  public static BufferedImage of(List<? extends Dataset> sets, int columns) {
    int width = columns * (CELL + GAP) + GAP;
    int height = sets.size() * (CELL + GAP) + GAP;
    BufferedImage sheet = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = sheet.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    for (int row = 0; row < sets.size(); row++) {
      drawRow(graphics, sets.get(row), GAP + row * (CELL + GAP), columns);
    }
    graphics.dispose();
    return sheet;
  }

  private static void drawRow(Graphics2D graphics, Dataset set, int y, int columns) {
    if (!set.shape().isImage() || set.range().equals(Range.ANY)) {
      throw new DataException(
          "%s (%s, values %s) holds no images to show"
              .formatted(set.name(), set.shape(), set.range()));
    }
    float[] sample = new float[set.shape().size()];
    try (Cursor cursor = set.open()) {
      for (int column = 0; column < columns && cursor.next(sample, 0); column++) {
        BufferedImage image = Pixels.of(set.shape(), sample).toImage(set.range());
        graphics.drawImage(image, GAP + column * (CELL + GAP), y, CELL, CELL, null);
      }
    }
  }
}
