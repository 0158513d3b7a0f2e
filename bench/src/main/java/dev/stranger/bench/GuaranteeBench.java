package dev.stranger.bench;

import dev.stranger.Calibration;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.calibrate.OnlineCalibration;
import dev.stranger.calibrate.ShiryaevRoberts;
import dev.stranger.calibrate.TestMartingale;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.net.NetworkOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Whether guarantees are kept: the false-alarm rates of 200 detectors, each with data and a seed of
 * its own, and the false alarms of drift tests: with a calibration set that stops to grow, and with
 * one that consists of quantiles.
 */
public final class GuaranteeBench {

  private static final int DETECTORS = 200;
  private static final int LEARNT = 1_000;
  private static final int JUDGED = 2_000;
  private static final double[] RATES = {0.01, 0.05, 0.1};
  private static final FalseAlarmGuarantee SURE = new FalseAlarmGuarantee(0.1, 0.1);

  private static final int STREAMS = 60;
  private static final int STREAM_LENGTH = 200_000;
  private static final int FULL = 10_000;

  private static final int SHORT_STREAMS = 400;
  private static final int FEW = 1_000;

  private GuaranteeBench() {}

  public static void main(String[] args) {
    falseAlarms();
    for (double samples : new double[] {FULL, FULL / 10.0, FULL / 100.0}) {
      System.out.printf(
          "one false alarm in %,.0f samples or more: in %.1f times as many with %,d scores, in %.1f"
              + " times with all%n",
          samples, samplesToAlarm(samples, FULL), FULL, samplesToAlarm(samples, Integer.MAX_VALUE));
    }
    for (int length : new int[] {1_000, 10_000, 100_000}) {
      System.out.printf(
          "alarm in %,d samples without drift, %,d scores: %.1f %% with quantiles that stay, %.1f %%"
              + " with quantiles in a set that grows, %.1f %% with held-out scores in such a set%n",
          length,
          FEW,
          100 * everAlarms(quantiles(FEW), FEW, length),
          100 * everAlarms(quantiles(FEW), Integer.MAX_VALUE, length),
          100 * everAlarms(null, Integer.MAX_VALUE, length));
    }
  }

  /** What a detector keeps of very many scores when it is calibrated again. */
  private static float[] quantiles(int count) {
    float[] quantiles = new float[count];
    for (int i = 0; i < count; i++) {
      double share = (i + 1.0) / (count + 1);
      quantiles[i] = (float) NormalDistribution.of(0, 1).inverseCumulativeProbability(share);
    }
    return quantiles;
  }

  /**
   * The share of streams without drift in which a test at 5 % ever gives alarm.
   *
   * @param start null for scores drawn at random
   */
  private static double everAlarms(float @Nullable [] start, int mostScores, int length) {
    int alarms = 0;
    for (int seed = 0; seed < SHORT_STREAMS; seed++) {
      Random random = new Random(seed);
      float[] scores = start == null ? drawn(random, FEW) : start;
      OnlineCalibration online = new OnlineCalibration(Calibration.of(scores), mostScores);
      TestMartingale test = new TestMartingale();
      for (int i = 0; i < length && !test.alarm(0.05); i++) {
        test.add(online.add((float) random.nextGaussian()));
      }
      alarms += test.alarm(0.05) ? 1 : 0;
    }
    return (double) alarms / SHORT_STREAMS;
  }

  private static float[] drawn(Random random, int count) {
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      scores[i] = (float) random.nextGaussian();
    }
    return scores;
  }

  private static void falseAlarms() {
    List<List<Verdict>> judged = new ArrayList<>();
    int heldOut = 0;
    for (int seed = 0; seed < DETECTORS; seed++) {
      try (Detector detector =
          Trainer.fit(rows(LEARNT, seed), options(seed), TrainListener.NONE).open()) {
        List<Verdict> verdicts = new ArrayList<>();
        detector.judge(rows(JUDGED, ~seed), (batch, some) -> verdicts.addAll(some));
        judged.add(verdicts);
        heldOut = detector.calibration().size();
      }
    }
    for (double rate : RATES) {
      FalseAlarmBound bound = FalseAlarmBound.onAverage(heldOut, rate);
      double mean = judged.stream().mapToDouble(of -> rate(of, bound)).average().orElseThrow();
      long outside =
          judged.stream()
              .filter(of -> !bound.bandAmong(JUDGED, 0.01, 0.99).holds(rate(of, bound)))
              .count();
      System.out.printf(
          "%s: %.2f %% on average, %d of %d detectors outside of the band of 98 %%%n",
          FalseAlarmGuarantee.onAverage(rate).inWords(), 100 * mean, outside, DETECTORS);
    }
    FalseAlarmBound sure = SURE.boundFor(heldOut);
    System.out.printf(
        "%s: more in %d of %d detectors%n",
        SURE.inWords(),
        judged.stream().filter(of -> rate(of, sure) > SURE.falseAlarmRate()).count(),
        DETECTORS);
  }

  private static double rate(List<Verdict> verdicts, FalseAlarmBound bound) {
    return verdicts.stream().filter(verdict -> bound.flags(verdict.pValue())).count()
        / (double) verdicts.size();
  }

  private static TrainOptions options(long seed) {
    return TrainOptions.DEFAULT
        .with(NetworkOptions.DEFAULT.withSizes(4, 32, 12))
        .with(ObjectiveOptions.DEFAULT.withSubspace(4, false))
        .with(LearningOptions.DEFAULT.withEpochs(2).withBatchSize(64))
        .withSeed(seed)
        .withDevice("cpu");
  }

  /** Rows near a plane in a space of six columns. */
  private static MemoryDataset rows(int count, long seed) {
    Random random = new Random(seed);
    float[][] rows = new float[count][];
    for (int i = 0; i < count; i++) {
      float a = (float) random.nextGaussian();
      float b = (float) random.nextGaussian();
      float noise = 0.1f * (float) random.nextGaussian();
      rows[i] = new float[] {a, b, a + b, a - b, noise, a * b};
    }
    return MemoryDataset.of("rows", Shape.of(6), Range.ANY, rows);
  }

  /** Samples to a false alarm on average, in multiples of what is guaranteed. */
  private static double samplesToAlarm(double guaranteed, int mostScores) {
    long alarms = 0;
    for (int seed = 0; seed < STREAMS; seed++) {
      Random random = new Random(seed);
      float[] start = drawn(random, FULL);
      OnlineCalibration online = new OnlineCalibration(Calibration.of(start), mostScores);
      ShiryaevRoberts test = new ShiryaevRoberts();
      for (int i = 0; i < STREAM_LENGTH; i++) {
        test.add(online.add((float) random.nextGaussian()));
        if (test.alarm(guaranteed)) {
          alarms++;
          test.restart();
        }
      }
    }
    return (double) STREAMS * STREAM_LENGTH / alarms / guaranteed;
  }
}
