package dev.stranger.spark;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.table.Column;
import dev.stranger.train.CalibrationOptions;
import dev.stranger.train.NamedMethod;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Trains in the process of the driver. */
final class DriverTraining {

  /** What some methods need, as commands have it. */
  private static final NamedMethod.Given GIVEN = new NamedMethod.Given(Strangers.made(), 0.05);

  private DriverTraining() {}

  static StrangerModel fit(StrangerEstimator estimator, DrawnSamples drawn) {
    try {
      Path file = Files.createTempFile("stranger", ".onnx");
      try {
        Trainer.fit(dataset(drawn), wishes(estimator).get(), TrainListener.NONE).save(file);
        return StrangerModel.of(estimator.uid(), "the trained detector", Files.readAllBytes(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Wishes wishes(StrangerEstimator estimator) {
    return new Wishes(
        estimator.getMethod(),
        estimator.getEpochs(),
        estimator.getSeed(),
        estimator.isSet(estimator.falseAlarm()) ? estimator.getFalseAlarm() : null);
  }

  /**
   * What the params say about training. An estimator itself cannot be sent to executors.
   *
   * @param falseAlarm null for the usual rate
   */
  record Wishes(String method, int epochs, long seed, @Nullable Double falseAlarm)
      implements BarrierTraining.Options {

    @Override
    public TrainOptions get() {
      TrainOptions options =
          TrainOptions.DEFAULT
              .with(DriverTraining.method(method).make(GIVEN))
              .with(LearningOptions.DEFAULT.withEpochs(epochs))
              .withSeed(seed);
      return falseAlarm == null
          ? options
          : options.with(
              CalibrationOptions.DEFAULT.withGuarantee(FalseAlarmGuarantee.onAverage(falseAlarm)));
    }
  }

  private static NamedMethod method(String name) {
    return Arrays.stream(NamedMethod.values())
        .filter(method -> name(method).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static RequestException unknown(String name) {
    return new RequestException(
        "there is no method '%s'; choose one of %s"
            .formatted(
                name,
                Arrays.stream(NamedMethod.values())
                    .map(DriverTraining::name)
                    .collect(Collectors.joining(", "))));
  }

  private static String name(NamedMethod method) {
    return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Dataset dataset(DrawnSamples drawn) {
    float[][] samples = drawn.samples().toArray(float[][]::new);
    Range range = drawn.shape().isImage() ? Range.UNIT : Range.ANY;
    return drawn.columns().isEmpty()
        ? MemoryDataset.of(SampleKind.NAME, drawn.shape(), range, samples)
        : MemoryDataset.of(SampleKind.NAME, Column.numbers(drawn.columns()), samples);
  }
}
