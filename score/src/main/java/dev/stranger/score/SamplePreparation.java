package dev.stranger.score;

import dev.stranger.DataException;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.picture.Picture;
import dev.stranger.prepare.PlainNumber;
import dev.stranger.prepare.Scale;
import dev.stranger.table.Column;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final List<String> columns;
  private final Set<String> names;

  SamplePreparation(Metadata metadata) {
    this.shape = metadata.shape();
    this.range = metadata.range();
    this.columns = Column.names(metadata.columns());
    this.names = Set.copyOf(columns);
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
   * A row of a table.
   *
   * @param row numbers, or text that is a number, by the names of the detector's columns
   * @throws DataException when a column is missing, not one of the detector's, or no finite number
   * @throws RequestException when the detector does not know the names of columns
   */
  public float[] row(Map<String, ?> row) {
    if (columns.size() != shape.size()) {
      throw new RequestException(
          "the detector judges samples of %s and has no names for their values; give it the values"
              .formatted(shape));
    }
    for (String name : row.keySet()) {
      if (!names.contains(name)) {
        throw new DataException(
            "the detector has no column '%s'; its columns are %s"
                .formatted(name, String.join(", ", columns)));
      }
    }
    float[] values = new float[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(columns.get(i), row.get(columns.get(i)));
    }
    return values;
  }

  private static float number(String column, @Nullable Object value) {
    float number =
        value instanceof Number given
            ? given.floatValue()
            : value instanceof CharSequence text ? PlainNumber.toFloat(text.toString()) : Float.NaN;
    if (!Float.isFinite(number)) {
      throw new DataException(
          "the row has %s in column '%s', not a finite number; fill it in or leave the row out"
              .formatted(value == null ? "no value" : "'" + value + "'", column));
    }
    return number;
  }
}
