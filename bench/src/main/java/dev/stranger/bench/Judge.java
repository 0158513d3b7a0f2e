package dev.stranger.bench;

import ai.onnxruntime.OrtException;
import dev.stranger.score.Detector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Random;

/** Something that judges batches, and what to call it. */
record Judge(String name, Work work) {

  private static final int WARM_UP = 6;
  private static final int ROUNDS = 41;
  private static final double SECONDS_A_ROUND = 0.25;

  interface Work {
    void run() throws OrtException;
  }

  /** Prints the rates of two judges, measured in alternating rounds. */
  static void compare(Judge one, Judge other, int batch) throws OrtException {
    double[] oneRates = new double[ROUNDS];
    double[] otherRates = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double oneNow = one.rate(batch);
      double otherNow = other.rate(batch);
      if (round >= 0) {
        oneRates[round] = oneNow;
        otherRates[round] = otherNow;
      }
    }
    double oneRate = median(oneRates);
    double otherRate = median(otherRates);
    System.out.printf(
        "batch %4d: %s %,.0f samples/s, %s %,.0f samples/s, ratio %.3f%n",
        batch, one.name(), oneRate, other.name(), otherRate, otherRate / oneRate);
  }

  /** Random values for a detector. */
  static FloatBuffer samples(int batch, Detector detector) {
    int size = batch * detector.shape().size();
    FloatBuffer buffer =
        ByteBuffer.allocateDirect(4 * size).order(ByteOrder.nativeOrder()).asFloatBuffer();
    Random random = new Random(1);
    for (int i = 0; i < size; i++) {
      buffer.put(i, random.nextFloat());
    }
    return buffer;
  }

  /** A neighbour on the machine slows down single rounds. */
  private static double median(double[] rates) {
    double[] sorted = rates.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private double rate(int batch) throws OrtException {
    long start = System.nanoTime();
    long samples = 0;
    while (System.nanoTime() - start < SECONDS_A_ROUND * 1e9) {
      work.run();
      samples += batch;
    }
    return samples / ((System.nanoTime() - start) / 1e9);
  }
}
