package dev.stranger.train.guard;

import dev.stranger.DataException;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.data.ImageOptions.Size;
import dev.stranger.train.guard.ForeignModel.Input;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of the samples that a network takes.
 *
 * @param shape channels first; a single number of values where the network takes rows
 * @param channelsLast whether the network wants the channels behind
 */
public record SampleShape(Shape shape, boolean channelsLast) {

  private static final List<Long> CHANNELS = List.of(1L, 3L, 4L);

  /**
   * @param channelsLast whether the channels are the last dimension; null looks for a dimension of
   *     1, 3 or 4
   * @param size of pictures, where the network takes any
   * @throws DataException when the shape is not known, or the network takes another size
   */
  public static SampleShape of(Input input, @Nullable Boolean channelsLast, @Nullable Size size) {
    if (input.dimensions().size() < 2) {
      throw new DataException(
          "the input %s has no dimensions besides the batch; name another input".formatted(input));
    }
    List<Long> sample = new ArrayList<>(input.dimensions().subList(1, input.dimensions().size()));
    boolean last = channelsLast != null ? channelsLast : areLast(sample);
    if (sample.size() == 3) {
      int height = last ? 0 : 1;
      setSize(sample, height, size, input);
    }
    if (sample.stream().anyMatch(length -> length < 1)) {
      throw new DataException(
          "the input %s takes samples of any size; say which".formatted(input), Remedy.SIZE);
    }
    if (last && sample.size() > 1) {
      sample.add(0, sample.remove(sample.size() - 1));
    }
    int[] dimensions = sample.stream().mapToInt(Math::toIntExact).toArray();
    return new SampleShape(Shape.of(dimensions), last && sample.size() > 1);
  }

  private static boolean areLast(List<Long> sample) {
    int rank = sample.size();
    return rank > 1 && !CHANNELS.contains(sample.get(0)) && CHANNELS.contains(sample.get(rank - 1));
  }

  private static void setSize(List<Long> sample, int height, @Nullable Size size, Input input) {
    if (size == null) {
      return;
    }
    boolean fits =
        (sample.get(height) < 1 || sample.get(height) == size.height())
            && (sample.get(height + 1) < 1 || sample.get(height + 1) == size.width());
    if (!fits) {
      throw new DataException(
          "the input %s takes pictures of %dx%d, not of %s; leave the size out"
              .formatted(input, sample.get(height), sample.get(height + 1), size));
    }
    sample.set(height, (long) size.height());
    sample.set(height + 1, (long) size.width());
  }
}
