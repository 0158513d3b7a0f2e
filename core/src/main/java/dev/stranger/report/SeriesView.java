package dev.stranger.report;

import dev.stranger.Shape;
import dev.stranger.report.Findings.Example;
import dev.stranger.report.svg.Markup;
import dev.stranger.report.svg.PairChart;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** A series and its reconstruction over each other; of many channels those that differ most. */
record SeriesView(Shape shape) implements SampleView {

  private static final int CHANNELS = 3;

  /** More steps than a drawing has pixels are shown in groups. */
  private static final int STEPS = 260;

  @Override
  public String guide() {
    return """
        Solid: the sample. Dashed: what the detector makes of it. Shaded: where they differ.""";
  }

  @Override
  public void draw(Markup page, Example example) {
    page.open("div", "class", "series");
    for (int channel : strangestChannels(example)) {
      int[] steps = shownSteps(example, channel);
      String title =
          shape.channels() == 1 ? "sample and expected series" : "channel " + (channel + 1);
      page.add(
          PairChart.of(
              title,
              at(example.sample(), steps),
              at(example.explanation().reconstruction(), steps)));
      if (shape.channels() > 1) {
        page.element("p", title, "class", "small");
      }
    }
    page.close("div");
  }

  private int steps() {
    return shape.size() / shape.channels();
  }

  private List<Integer> strangestChannels(Example example) {
    return IntStream.range(0, shape.channels())
        .boxed()
        .sorted(Comparator.comparingDouble(channel -> -difference(example, channel)))
        .limit(CHANNELS)
        .toList();
  }

  private double difference(Example example, int channel) {
    return IntStream.range(channel * steps(), (channel + 1) * steps())
        .mapToDouble(i -> example.explanation().residual()[i])
        .sum();
  }

  /** Of each group the step with the largest difference: that is what must be seen. */
  private int[] shownSteps(Example example, int channel) {
    float[] residual = example.explanation().residual();
    int group = (steps() + STEPS - 1) / STEPS;
    return IntStream.range(0, (steps() + group - 1) / group)
        .map(
            g ->
                strangest(
                    residual,
                    channel * steps() + g * group,
                    channel * steps() + Math.min(steps(), (g + 1) * group)))
        .toArray();
  }

  private static int strangest(float[] residual, int from, int to) {
    int strangest = from;
    for (int i = from; i < to; i++) {
      strangest = residual[i] > residual[strangest] ? i : strangest;
    }
    return strangest;
  }

  private static double[] at(float[] values, int[] steps) {
    return IntStream.of(steps).mapToDouble(step -> values[step]).toArray();
  }
}
