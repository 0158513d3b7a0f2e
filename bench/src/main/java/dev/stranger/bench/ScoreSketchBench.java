package dev.stranger.bench;

import dev.stranger.spark.scores.ScoreSketch;
import java.util.Arrays;

/**
 * A sketch of very many scores: its size, its largest error as a share of the stated one, and its
 * time as a multiple of that of sorting the scores, 16 million at a time. The argument is the
 * number of scores in units of 16 million, 64 for a billion.
 */
public final class ScoreSketchBench {

  private static final int LEVELS = 1 << 24;
  private static final int PARTS = 8;
  private static final int ODD = 0x9E3779B1;

  private ScoreSketchBench() {}

  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    long start = System.nanoTime();
    ScoreSketch[] parts = new ScoreSketch[PARTS];
    Arrays.setAll(parts, part -> sketch(rounds, part));
    ScoreSketch all = new ScoreSketch();
    Arrays.stream(parts).forEach(all::merge);
    double sketching = (double) (System.nanoTime() - start) / rounds;
    System.out.printf(
        "%,d scores: %,d bytes; %.2f of the stated error; %.2f times as long as sorting them%n",
        all.size(), all.toBytes().length, worst(all) / all.rankError(), sketching / sorting());
  }

  /** Each level as often as any other, in an order without order. */
  private static float score(int i) {
    return (i * ODD) & (LEVELS - 1);
  }

  private static ScoreSketch sketch(int rounds, int part) {
    ScoreSketch sketch = new ScoreSketch();
    for (int round = 0; round < rounds; round++) {
      for (int i = part * (LEVELS / PARTS); i < (part + 1) * (LEVELS / PARTS); i++) {
        sketch.add(score(i));
      }
    }
    return sketch;
  }

  /** P-values allow for the stated error; without it they are the ranks of the sketch. */
  private static double worst(ScoreSketch sketch) {
    double worst = 0;
    for (int level = LEVELS / 1_000; level < LEVELS; level += LEVELS / 1_000) {
      double exact = 1 - (double) level / LEVELS;
      worst = Math.max(worst, Math.abs(sketch.pValue(level) - sketch.rankError() - exact));
    }
    return worst;
  }

  private static double sorting() {
    float[] scores = new float[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
      scores[i] = score(i);
    }
    long start = System.nanoTime();
    Arrays.sort(scores);
    return System.nanoTime() - start;
  }
}
