package dev.stranger.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stranger.score.Detector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * {@code Detector} against a bare ONNX Runtime session on the same file, in alternating rounds.
 * Claim: at least 0.95 x at batch 1 and 256. Argument: a detector file.
 */
public final class ScoreBench {

  private static final int ROUNDS = 6;
  private static final double SECONDS_A_ROUND = 1.5;

  private ScoreBench() {}

  private interface Work {
    void run() throws OrtException;
  }

  public static void main(String[] args) throws OrtException, IOException {
    Path file = Path.of(args[0]);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (Detector detector = Detector.open(file);
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      try (OrtSession session = environment.createSession(Files.readAllBytes(file), options)) {
        for (int batch : new int[] {1, 256}) {
          compare(detector, environment, session, batch);
        }
      }
    }
  }

  private static void compare(
      Detector detector, OrtEnvironment environment, OrtSession session, int batch)
      throws OrtException {
    FloatBuffer samples = samples(batch * detector.shape().size());
    long[] shape = new long[1 + detector.shape().rank()];
    shape[0] = batch;
    for (int i = 1; i < shape.length; i++) {
      shape[i] = detector.shape().dimensions().get(i - 1);
    }
    Work bare =
        () -> {
          try (OnnxTensor input = OnnxTensor.createTensor(environment, samples, shape);
              OrtSession.Result result =
                  session.run(Map.of("x", input), Set.of("energies", "score", "p_value"))) {
            result.get(0).getValue();
          }
        };
    Work ours = () -> detector.judge(samples, batch);
    double bareRate = 0;
    double ourRate = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      double bareNow = rate(bare, batch);
      double oursNow = rate(ours, batch);
      bareRate += round == 0 ? 0 : bareNow / ROUNDS;
      ourRate += round == 0 ? 0 : oursNow / ROUNDS;
    }
    System.out.printf(
        "batch %3d: bare session %,.0f samples/s, Detector %,.0f samples/s, ratio %.3f%n",
        batch, bareRate, ourRate, ourRate / bareRate);
  }

  private static FloatBuffer samples(int size) {
    FloatBuffer buffer =
        ByteBuffer.allocateDirect(4 * size).order(ByteOrder.nativeOrder()).asFloatBuffer();
    Random random = new Random(1);
    for (int i = 0; i < size; i++) {
      buffer.put(i, random.nextFloat());
    }
    return buffer;
  }

  private static double rate(Work work, int batch) throws OrtException {
    long start = System.nanoTime();
    long samples = 0;
    while (System.nanoTime() - start < SECONDS_A_ROUND * 1e9) {
      work.run();
      samples += batch;
    }
    return samples / ((System.nanoTime() - start) / 1e9);
  }
}
