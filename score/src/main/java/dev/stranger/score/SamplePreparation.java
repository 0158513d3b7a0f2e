package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.VisibleText;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.picture.Picture;
import dev.stranger.prepare.Scale;
import dev.stranger.table.Column;
import dev.stranger.table.FieldReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes samples for one detector of what programs have: pictures and rows by column name. They are
 * prepared exactly as those in files, so that both get the same verdict. For judging in batches:
 * put the values of several samples one after another. Immutable and safe to use from any number of
 * threads at once; a picture costs its decoding and one copy in the size of the detector.
 */
public final class SamplePreparation {

  private static final String PICTURE = "the picture";
  private static final int MOST_BYTES = 1 << 28;

  private final Shape shape;
  private final Range range;
  private final List<Column> columns;
  private final List<FieldReader> readers;

  SamplePreparation(Metadata metadata) {
    this.shape = metadata.shape();
    this.range = metadata.range();
    this.columns = metadata.columns();
    this.readers = columns.stream().map(FieldReader::new).toList();
  }

  /**
   * A picture in any usual format, see {@link EncodedPicture}.
   *
   * @throws DataException when it is damaged or no picture
   * @throws RequestException when the detector does not judge pictures
   */
  public float[] picture(byte[] encoded) {
    requirePictures();
    float[] levels = new float[shape.size()];
    EncodedPicture.of(encoded, PICTURE).decode(shape, levels, 0);
    return scaled(levels);
  }

  /** The same from a stream, which is read to its end and not closed. */
  public float[] picture(InputStream encoded) {
    return picture(readAll(encoded));
  }

  private static byte[] readAll(InputStream encoded) {
    try {
      byte[] bytes = encoded.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new DataException(
            "the picture has more than %,d bytes; use a smaller one".formatted(MOST_BYTES));
      }
      return bytes;
    } catch (IOException e) {
      throw new DataException("cannot read the picture (%s)".formatted(e.getMessage()), e);
    }
  }

  /** A decoded picture; its transparency is ignored. */
  public float[] picture(BufferedImage image) {
    return fit(Picture.of(image, isGrey(), PICTURE));
  }

  private boolean isGrey() {
    requirePictures();
    return shape.channels() == 1;
  }

  private void requirePictures() {
    if (!shape.isImage() || shape.channels() != 1 && shape.channels() != 3) {
      throw new RequestException(
          "the detector judges samples of %s, no pictures; give it their values".formatted(shape));
    }
  }

  private float[] fit(Picture picture) {
    float[] levels = new float[shape.size()];
    picture.resize(shape.height(), shape.width(), levels, 0);
    return scaled(levels);
  }

  private float[] scaled(float[] levels) {
    if (range.equals(Range.UNIT)) {
      Scale.toUnit().apply(shape, levels, levels, 0);
    }
    return levels;
  }

  /**
   * A row of a table. A null, {@code NaN} or a text such as {@code NA} is a gap, as in a file.
   * Columns that the detector does not know are ignored, as in a file.
   *
   * @param row by the names of the detector's columns: numbers or their text; categories as text,
   *     booleans or whole numbers; times of {@code java.time}, or as text
   * @throws DataException when a column is missing or holds something else
   * @throws RequestException when the detector does not know the names of columns
   */
  public float[] row(Map<String, ?> row) {
    if (columns.size() != shape.size()) {
      throw new RequestException(
          "the detector judges samples of %s and has no names for their values; give it the values"
              .formatted(shape));
    }
    float[] values = new float[columns.size()];
    for (int i = 0; i < values.length; i++) {
      String name = columns.get(i).name();
      if (!row.containsKey(name)) {
        throw new DataException(
            "the row has no column '%s', which the detector needs; its columns are %s; give null if it is a gap"
                .formatted(name, VisibleText.some(List.copyOf(row.keySet()))));
      }
      values[i] = value(i, row.get(name));
    }
    return values;
  }

  private float value(int column, @Nullable Object given) {
    float value = readers.get(column).value(given);
    if (Float.isInfinite(value)) {
      throw new DataException(
          "the row has '%s' in column '%s', not %s; mend it or leave the row out"
              .formatted(given, columns.get(column).name(), columns.get(column).expected()));
    }
    return value;
  }
}
