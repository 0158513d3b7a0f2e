package dev.stranger.report;

import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.report.svg.Drawing;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.SeriesChart;
import dev.stranger.table.Column;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A series, over its reconstruction where there is one; of many channels those that differ most,
 * else the first.
 *
 * @param columns names of the channels; where there are others, channels have numbers
 */
record SeriesView(Shape shape, List<Column> columns) implements SampleView {

  private static final int CHANNELS = 3;

  /** More steps than a drawing has pixels are shown in groups. */
  private static final int STEPS = 260;

  @Override
  public String guide(List<Example> examples) {
    return """
        Solid: the sample. Dashed: what the detector makes of it. Shaded: where they differ.""";
  }

  @Override
  public void draw(Markup page, Example example) {
    page.open("div", "class", "series");
    float[] weights = weights(example);
    for (int channel : shownChannels(example)) {
      String name = name(channel);
      page.add(chart(name, example, shownSteps(weights, channel)));
      if (shape.channels() > 1) {
        page.element("p", name + share(example, channel), "class", "small");
      }
    }
    page.close("div");
  }

  private String name(int channel) {
    if (columns.size() == shape.channels()) {
      return columns.get(channel).name();
    }
    return shape.channels() == 1 ? "series" : "channel " + (channel + 1);
  }

  /** How much of all that was not expected is in a channel. */
  private String share(Example example, int channel) {
    @Nullable Reconstruction made = example.explanation().reconstruction();
    if (made == null) {
      return "";
    }
    double all =
        IntStream.range(0, shape.channels()).mapToDouble(c -> sum(made.residual(), c)).sum();
    return all > 0
        ? ": %s %% of the difference"
            .formatted(Words.decimals(100 * sum(made.residual(), channel) / all, 0))
        : "";
  }

  private static Markup chart(String name, Example example, int[] steps) {
    double[] series = at(example.sample(), steps);
    @Nullable Reconstruction made = example.explanation().reconstruction();
    Drawing drawing =
        made == null
            ? SeriesChart.of(name, series)
            : SeriesChart.of(name + ", sample and expected", series, at(made.values(), steps));
    return drawing.toSvg();
  }

  private int steps() {
    return shape.size() / shape.channels();
  }

  /** How much it matters that a value is seen: as much as it differs from what was expected. */
  private float[] weights(Example example) {
    @Nullable Reconstruction made = example.explanation().reconstruction();
    return made == null ? fromMean(example.sample()) : made.residual();
  }

  /** Where nothing was expected, the mean of a channel stands for it. */
  private float[] fromMean(float[] sample) {
    float[] squares = new float[sample.length];
    for (int channel = 0; channel < shape.channels(); channel++) {
      double mean = sum(sample, channel) / steps();
      for (int i = channel * steps(); i < (channel + 1) * steps(); i++) {
        squares[i] = (float) ((sample[i] - mean) * (sample[i] - mean));
      }
    }
    return squares;
  }

  /** Channels may have different units: only differences from what was expected compare. */
  private List<Integer> shownChannels(Example example) {
    @Nullable Reconstruction made = example.explanation().reconstruction();
    Stream<Integer> all = IntStream.range(0, shape.channels()).boxed();
    return (made == null
            ? all
            : all.sorted(Comparator.comparingDouble(channel -> -sum(made.residual(), channel))))
        .limit(CHANNELS)
        .toList();
  }

  private double sum(float[] values, int channel) {
    return IntStream.range(channel * steps(), (channel + 1) * steps())
        .mapToDouble(i -> values[i])
        .sum();
  }

  /** Of each group the step with the largest weight. */
  private int[] shownSteps(float[] weights, int channel) {
    int group = (steps() + STEPS - 1) / STEPS;
    return IntStream.range(0, (steps() + group - 1) / group)
        .map(
            g ->
                largest(
                    weights,
                    channel * steps() + g * group,
                    channel * steps() + Math.min(steps(), (g + 1) * group)))
        .toArray();
  }

  private static int largest(float[] weights, int from, int to) {
    int largest = from;
    for (int i = from; i < to; i++) {
      largest = weights[i] > weights[largest] ? i : largest;
    }
    return largest;
  }

  private static double[] at(float[] values, int[] steps) {
    return IntStream.of(steps).mapToDouble(step -> values[step]).toArray();
  }
}
