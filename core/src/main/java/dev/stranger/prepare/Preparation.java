package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;

/**
 * Makes data fit a detector. What is done follows from the shape and range of the data and of the
 * detector alone, so that samples are prepared alike in training and in judging.
 */
public final class Preparation {

  private Preparation() {}

  /** For training: grey levels become [0,1], everything else stays. */
  public static Dataset forTraining(Dataset data) {
    return data.range().equals(Range.GREY_LEVELS) ? data.map(Scale.toUnit()) : data;
  }

  /**
   * For judging: images are made grey or colour, resized and scaled as the detector needs them.
   *
   * @throws DataException when the data is of another kind than what the detector learned from
   */
  public static Dataset toFit(Dataset data, Shape shape, Range range) {
    Dataset fitting = data.shape().isImage() && shape.isImage() ? image(data, shape) : data;
    Dataset scaled = range.equals(Range.UNIT) ? forTraining(fitting) : fitting;
    if (!scaled.shape().equals(shape)) {
      throw misfit(data, shape);
    }
    return scaled;
  }

  /** A file does not say whether its rows are series, nor whether they begin with a label. */
  private static DataException misfit(Dataset data, Shape expected) {
    String misfit =
        "%s has samples of %s, the detector expects %s; "
            .formatted(data.name(), data.shape(), expected);
    boolean isRows = data.shape().rank() == 1;
    boolean mayFit = isSeries(expected) && (isRows || isSeries(data.shape()));
    boolean mayHaveLabel = data.labelNames().isEmpty() && !data.columns().isEmpty();
    int surplus = data.shape().size() - expected.size();
    if (mayFit && surplus == 0) {
      return new DataException(misfit + "read its rows as series if they are", Remedy.SERIES);
    }
    if (mayFit && surplus == 1 && mayHaveLabel) {
      String remedy = "name column 1 as the label if its rows begin with one";
      return isRows
          ? new DataException(
              misfit + "read its rows as series, and " + remedy, Remedy.SERIES, Remedy.LABEL)
          : new DataException(misfit + remedy, Remedy.LABEL);
    }
    return new DataException(misfit + "use data of the same kind");
  }

  private static boolean isSeries(Shape shape) {
    return shape.rank() == 2 && shape.channels() == 1;
  }

  private static Dataset image(Dataset data, Shape shape) {
    Dataset coloured = data;
    if (data.shape().channels() == 3 && shape.channels() == 1) {
      coloured = data.map(Luma.GREY);
    } else if (data.shape().channels() == 1 && shape.channels() == 3) {
      coloured = data.map(GreyToColour.SAME_IN_ALL_CHANNELS);
    }
    boolean sameSize =
        coloured.shape().height() == shape.height() && coloured.shape().width() == shape.width();
    return sameSize ? coloured : coloured.map(Resize.to(shape.height(), shape.width()));
  }
}
