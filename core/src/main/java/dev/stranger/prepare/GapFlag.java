package dev.stranger.prepare;

/**
 * Says whether a number or time is missing, in a column that had gaps in training.
 *
 * @param column its position in the row
 * @param size what stands for a gap; 0 stands for no gap
 */
public record GapFlag(int column, float size) {

  float of(float[] row) {
    return Float.isNaN(row[column]) ? size : 0;
  }
}
