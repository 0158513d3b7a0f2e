package dev.stranger.prepare;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Range;
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
      throw new DataException(
          "%s has samples of %s, the detector expects %s; %s"
              .formatted(data.name(), data.shape(), shape, remedy(data, shape)));
    }
    return scaled;
  }

  /** A file does not say whether its rows are series, nor whether they begin with a label. */
  private static String remedy(Dataset data, Shape expected) {
    boolean isRows = data.shape().rank() == 1;
    boolean mayFit = isSeries(expected) && (isRows || isSeries(data.shape()));
    boolean mayHaveLabel = data.labelNames().isEmpty() && !data.columns().isEmpty();
    int surplus = data.shape().size() - expected.size();
    if (mayFit && surplus == 0) {
      return "add --series if its rows are series";
    }
    if (mayFit && surplus == 1 && mayHaveLabel) {
      return "add %s--label 1 if its rows begin with a label".formatted(isRows ? "--series " : "");
    }
    return "use data of the same kind";
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
