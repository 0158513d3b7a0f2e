package dev.stranger.score;

import dev.stranger.Shape;

/**
 * Cuts pictures that are larger than the input of a network into tiles that overlap. The tiles
 * cover the whole picture: those of a row have equal distances.
 *
 * @param picture the shape of a sample
 * @param tile the shape of what the network takes, of as many channels
 * @param overlap the share of a tile that it has in common with the next one, at least
 */
public record Tiles(Shape picture, Shape tile, double overlap) {

  /** A tile takes a run of the network. */
  private static final int MOST = 1024;

  public Tiles {
    boolean fits =
        picture.isImage()
            && tile.isImage()
            && picture.channels() == tile.channels()
            && picture.height() >= tile.height()
            && picture.width() >= tile.width();
    if (!fits) {
      throw new IllegalArgumentException(
          "pictures of %s cannot be cut into tiles of %s".formatted(picture, tile));
    }
    if (!(overlap >= 0 && overlap <= 0.9)) {
      throw new IllegalArgumentException(
          "tiles overlap by 0 to 0.9 of their size, not by " + overlap);
    }
    if ((long) count(picture.height(), tile.height(), overlap)
            * count(picture.width(), tile.width(), overlap)
        > MOST) {
      throw new IllegalArgumentException(
          "pictures of %s would make more than %,d tiles of %s; use smaller pictures"
              .formatted(picture, MOST, tile));
    }
  }

  private static int count(int length, int tile, double overlap) {
    return 1 + (int) Math.ceil((length - tile) / Math.max(1, tile * (1 - overlap)));
  }

  private int rows() {
    return count(picture.height(), tile.height(), overlap);
  }

  private int columns() {
    return count(picture.width(), tile.width(), overlap);
  }

  /** How many tiles a picture has. */
  public int count() {
    return rows() * columns();
  }

  /** Where a tile begins, from the top. */
  int top(int number) {
    return begin(number / columns(), rows(), picture.height() - tile.height());
  }

  /** Where a tile begins, from the left. */
  int left(int number) {
    return begin(number % columns(), columns(), picture.width() - tile.width());
  }

  private static int begin(int number, int count, int room) {
    return count == 1 ? 0 : (int) Math.round((double) number * room / (count - 1));
  }

  /** All tiles of a picture, one after another. */
  public float[] of(float[] sample) {
    float[] tiles = new float[count() * tile.size()];
    int to = 0;
    for (int number = 0; number < count(); number++) {
      for (int channel = 0; channel < tile.channels(); channel++) {
        for (int y = 0; y < tile.height(); y++) {
          int row = (channel * picture.height() + top(number) + y) * picture.width();
          System.arraycopy(sample, row + left(number), tiles, to, tile.width());
          to += tile.width();
        }
      }
    }
    return tiles;
  }
}
