package dev.stranger.cli;

import dev.stranger.VisibleText;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.report.Card;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import dev.stranger.series.Clock;
import dev.stranger.series.Windowing;
import dev.stranger.table.Column;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is in a detector file, for people: a line for each fact that is known. */
record DetectorText(PrintWriter out) {

  /**
   * @param signature what is known of it
   */
  void print(Detector detector, String signature) {
    Metadata metadata = detector.metadata();
    line("samples", "%s, values %s".formatted(metadata.shape(), metadata.range()));
    line(
        "columns",
        metadata.columns().isEmpty()
            ? ""
            : VisibleText.some(metadata.columns().stream().map(DetectorText::column).toList()));
    line("recordings", recordings(metadata.windowing()));
    line("false alarms", detector.guarantee().inWords());
    line(
        "held out",
        "%,d scores%s; p-values up to %.4g are flagged"
            .formatted(
                detector.calibration().size(),
                detector.leavesOneOut() ? ", each by a model that left that sample out" : "",
                detector.bound().threshold()));
    line("held out of each", detector.groups().map(DetectorText::sizes).orElse(""));
    line("gallery", gallery(detector.gallery().samples().size()));
    Card card = Card.parse(metadata.card());
    line("score", card.text("training", "score"));
    line("energies", String.join(", ", metadata.energies()));
    line("signature", signature);
    print(card);
  }

  /** Numbers need no word. */
  private static String column(Column column) {
    return switch (column.kind()) {
      case NUMBER -> column.name();
      case CATEGORY -> "%s (%,d texts)".formatted(column.name(), column.categories().size());
      case TIME -> column.name() + " (time)";
    };
  }

  private static String recordings(@Nullable Windowing windowing) {
    if (windowing == null) {
      return "";
    }
    Clock clock = windowing.clock();
    return "windows of %,d steps, one every %,d%s; channels %s"
        .formatted(
            windowing.length(),
            windowing.stride(),
            clock.isTimed()
                ? "; a step is %s, by '%s'"
                    .formatted(clock.duration(clock.step()), VisibleText.of(clock.column()))
                : "",
            VisibleText.some(windowing.channels()));
  }

  private static String gallery(int samples) {
    return samples == 0
        ? ""
        : "thumbnails of %,d held-out samples; everybody with the file can see them"
            .formatted(samples);
  }

  private static String sizes(GroupedCalibration groups) {
    return groups.groups().stream()
        .map(name -> "%s: %,d".formatted(name, groups.group(name).size()))
        .collect(Collectors.joining(", "));
  }

  private void print(Card card) {
    line("method", card.text("network", "method"));
    line("network", network(card));
    line("trained on", samples(card));
    line("data SHA-256", card.text("data", "sha256"));
    line("training", training(card));
    line("suspects", card.text("suspects", "in_words"));
    line("made strangers", card.text("made_strangers", "in_words"));
    line("device", card.text("training", "device"));
    line("seed", card.text("training", "seed"));
    line("made", card.text("created"));
    line("by", card.text("made_by"));
    line("card", card.readable() ? "" : "not readable");
  }

  private static String network(Card card) {
    String kind = card.text("network", "kind").toLowerCase(Locale.ROOT);
    String parameters = card.text("network", "parameters");
    return kind.isEmpty() || parameters.isEmpty() ? kind : kind + ", parameters: " + parameters;
  }

  private static String samples(Card card) {
    String name = card.text("data", "name");
    String models = card.text("data", "leave_one_out");
    if (!models.isEmpty()) {
      return "%s, %s samples; by %s models, each without one of them"
          .formatted(name, card.text("data", "fitted"), models);
    }
    return name.isEmpty()
        ? ""
        : "%s, %s samples; %s more held out"
            .formatted(name, card.text("data", "fitted"), card.text("data", "calibrated"));
  }

  private static String training(Card card) {
    double[] curve = card.numbers("training", "curve");
    return curve.length == 0
        ? ""
        : "%,d epochs; objective %.4g after the first, %.4g after the last"
            .formatted(curve.length, curve[0], curve[curve.length - 1]);
  }

  private void line(String name, String value) {
    if (!value.isEmpty()) {
      out.printf("%-16s %s%n", name, value);
    }
  }
}
