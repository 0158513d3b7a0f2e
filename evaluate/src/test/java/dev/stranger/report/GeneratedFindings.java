package dev.stranger.report;

import dev.stranger.Calibration;
import dev.stranger.Energies;
import dev.stranger.Explanation;
import dev.stranger.Range;
import dev.stranger.Reasons;
import dev.stranger.Reasons.Part;
import dev.stranger.Reconstruction;
import dev.stranger.Shape;
import dev.stranger.Verdict;
import dev.stranger.calibrate.FalseAlarmBound;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.evaluate.Evaluation;
import dev.stranger.evaluate.Findings;
import dev.stranger.evaluate.Findings.Example;
import dev.stranger.evaluate.Findings.Examples;
import dev.stranger.evaluate.Findings.Guarantee;
import dev.stranger.evaluate.ScoreKind;
import dev.stranger.evaluate.ScoreKind.Role;
import dev.stranger.evaluate.ScoredSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Findings such as an evaluation makes, from a seed. */
record GeneratedFindings(
    Shape shape, Range range, List<String> strangers, int detectors, int samples, int pictures) {

  static final double RATE = 0.05;
  static final String CARD =
      """
      {"made_by":"Stranger 0.1","created":"2026-01-02T03:04:05Z",
       "data":{"name":"garments <&> \\"co\\"","fitted":5400,"calibrated":600},
       "network":{"kind":"CONV","eigenvalues":[139.06,117.8,99.2,45.1,39.2]},
       "training":{"seed":7,"curve":[15702,12192,11818,11595.5,11452,11370,11296,11252]}}""";

  private static final List<ScoreKind> KINDS =
      List.of(
          new ScoreKind("score", "score", Role.DETECTOR),
          new ScoreKind("full_energy", "full energy", Role.ENERGY),
          new ScoreKind("kpca_error", "kPCA error", Role.ENERGY),
          new ScoreKind("ae_loss", "reconstruction loss", Role.ENERGY),
          new ScoreKind("neg_corr", "negative correlation", Role.ENERGY),
          new ScoreKind("pca", "PCA residual", Role.BASELINE),
          new ScoreKind("knn", "5 nearest neighbours", Role.BASELINE),
          new ScoreKind("mahalanobis", "Mahalanobis distance", Role.BASELINE),
          new ScoreKind("mse", "plain reconstruction error", Role.BASELINE));

  private static final double NEAR = 0.4;

  private static final String NORMAL = "garments:test";

  static GeneratedFindings images() {
    List<String> sets =
        List.of("digits:test", "sprites", "house-numbers:test", "garments, flipped");
    return new GeneratedFindings(Shape.image(1, 28, 28), Range.UNIT, sets, 1, 2000, 4);
  }

  GeneratedFindings with(Shape newShape, Range newRange) {
    return new GeneratedFindings(newShape, newRange, strangers, detectors, samples, pictures);
  }

  GeneratedFindings withDetectors(int count) {
    return new GeneratedFindings(shape, range, strangers, count, samples, pictures);
  }

  GeneratedFindings withSamples(int count) {
    return new GeneratedFindings(shape, range, strangers, detectors, count, pictures);
  }

  GeneratedFindings withPictures(int count) {
    return new GeneratedFindings(shape, range, strangers, detectors, samples, count);
  }

  GeneratedFindings withStrangers(String... names) {
    return new GeneratedFindings(shape, range, List.of(names), detectors, samples, pictures);
  }

  Findings make() {
    Random random = new Random(4);
    float[] heldOut = new float[600];
    for (int i = 0; i < heldOut.length; i++) {
      heldOut[i] = (float) score(random, 0, 0);
    }
    Calibration calibration = Calibration.of(heldOut);
    double threshold = FalseAlarmBound.onAverage(heldOut.length, RATE).threshold();
    ScoredSet normal = scored(NORMAL, 0, 2000, calibration, random);
    List<ScoredSet> others =
        IntStream.range(0, strangers.size())
            .mapToObj(i -> scored(strangers.get(i), shift(i), samples, calibration, random))
            .toList();
    Evaluation evaluation = Evaluation.of(normal, others);
    for (int i = 1; i < detectors; i++) {
      evaluation = evaluation.with(anotherDetector(calibration, random));
    }
    return Findings.builder()
        .detectors(IntStream.range(0, detectors).mapToObj(i -> "seed" + i + ".onnx").toList())
        .shape(shape)
        .range(range)
        .guarantee(
            new Guarantee(FalseAlarmGuarantee.onAverage(RATE), threshold, calibration.scores()))
        .evaluation(evaluation)
        .normal(normal)
        .strangers(others)
        .pictures(examples(normal, others, threshold, random))
        .card(CARD)
        .build();
  }

  private Evaluation anotherDetector(Calibration calibration, Random random) {
    List<ScoredSet> others =
        IntStream.range(0, strangers.size())
            .mapToObj(i -> scored(strangers.get(i), shift(i), samples, calibration, random))
            .toList();
    return Evaluation.of(scored(NORMAL, 0, 2000, calibration, random), others);
  }

  /** The last set is hardly strange, and a baseline does better on it. */
  private double shift(int set) {
    return set == strangers.size() - 1 ? NEAR : 2.5 + set;
  }

  private static ScoredSet scored(
      String name, double shift, int count, Calibration calibration, Random random) {
    List<double[]> scores = new ArrayList<>();
    for (int kind = 0; kind < KINDS.size(); kind++) {
      double[] values = new double[count];
      for (int i = 0; i < count; i++) {
        values[i] = score(random, kind, shift);
      }
      scores.add(values);
    }
    float[] pValues = new float[count];
    for (int i = 0; i < count; i++) {
      pValues[i] = calibration.pValue((float) scores.get(0)[i]);
    }
    return new ScoredSet(name, KINDS, scores, pValues);
  }

  /** Heavy tails, one kind with values of both signs and one that is negative. */
  private static double score(Random random, int kind, double shift) {
    boolean better = kind == 6 && shift == NEAR;
    double z = random.nextGaussian() + (better ? 1.2 : shift * (1 - 0.08 * kind));
    return switch (kind) {
      case 4 -> -Math.exp(7 - z);
      case 7 -> z;
      default -> Math.exp(kind + 0.6 * z);
    };
  }

  private List<Examples> examples(
      ScoredSet normal, List<ScoredSet> others, double threshold, Random random) {
    List<Examples> all = new ArrayList<>(List.of(examples(normal, threshold, random)));
    others.forEach(set -> all.add(examples(set, threshold, random)));
    return all;
  }

  private Examples examples(ScoredSet set, double threshold, Random random) {
    return new Examples(
        set.name(),
        IntStream.range(0, Math.min(pictures, set.size()))
            .mapToObj(i -> example(set, i, threshold, random))
            .toList());
  }

  private Example example(ScoredSet set, int index, double threshold, Random random) {
    float[] sample = new float[shape.size()];
    float[] expected = new float[shape.size()];
    float[] residual = new float[shape.size()];
    double place = random.nextDouble() * shape.size();
    for (int i = 0; i < sample.length; i++) {
      expected[i] = (float) (0.5 + 0.4 * Math.sin(i / 11.0));
      double bump = Math.exp(-Math.pow((i - place) / (0.06 * shape.size()), 2));
      sample[i] = (float) Math.max(0, Math.min(1, expected[i] + bump * (1 - 2 * (index % 2))));
      residual[i] = (sample[i] - expected[i]) * (sample[i] - expected[i]);
    }
    float score = (float) set.scores().get(0)[index];
    float pValue = set.pValues()[index];
    Verdict verdict =
        new Verdict(score, pValue, pValue <= threshold, new Energies(Energies.ST_RKM, 1, 2, 3, 4));
    return new Example(
        Integer.toString(index), sample, verdict, explanation(score, expected, residual, random));
  }

  private static Explanation explanation(
      double score, float[] expected, float[] residual, Random random) {
    List<String> statistics =
        List.of(
            "reconstruction loss",
            "energy of the sample",
            "distance to the subspace",
            "length within the subspace");
    double[] weights = random.doubles(statistics.size()).map(w -> w * w * w).toArray();
    double all = Arrays.stream(weights).sum();
    List<Part> parts =
        IntStream.range(0, weights.length)
            .mapToObj(i -> new Part(statistics.get(i), part(i, score * weights[i] / all)))
            .toList();
    return new Explanation(new Reasons(parts), new Reconstruction(expected, residual));
  }

  private static double part(int index, double amount) {
    return index % 2 == 0 ? amount : -amount;
  }
}
