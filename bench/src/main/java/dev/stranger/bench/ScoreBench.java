package dev.stranger.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stranger.score.Detector;
import dev.stranger.score.Device;
import dev.stranger.score.OpenOptions;
import dev.stranger.train.engine.TorchEngine;
import dev.stranger.train.torch.Compute;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * {@code Detector} against a bare ONNX Runtime session on the same file, and libtorch against ONNX
 * Runtime, in alternating rounds. Claim: at least 0.95 x the bare session at batch 1 and 256.
 * Arguments: a detector file, and {@code cuda} for the second alone, with libtorch on a GPU, as is
 * ONNX Runtime where it knows one.
 */
public final class ScoreBench {

  private static final int WARM_UP = 6;
  private static final int ROUNDS = 41;
  private static final double SECONDS_A_ROUND = 0.25;

  private ScoreBench() {}

  private interface Work {
    void run() throws OrtException;
  }

  /** Something that judges, and what to call it. */
  private record Judge(String name, Work work) {}

  public static void main(String[] args) throws OrtException, IOException {
    Path file = Path.of(args[0]);
    String device = args.length > 1 ? args[1] : "cpu";
    if (device.equals("cpu")) {
      againstBareSession(file);
    }
    libtorchAgainstOnnxRuntime(file, device);
  }

  private static void againstBareSession(Path file) throws OrtException, IOException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (Detector detector = Detector.open(file);
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
      try (OrtSession session = environment.createSession(Files.readAllBytes(file), options)) {
        for (int batch : new int[] {1, 256}) {
          FloatBuffer samples = samples(batch, detector);
          long[] shape = detector.shape().ofBatch(batch);
          Work bare =
              () -> {
                try (OnnxTensor input = OnnxTensor.createTensor(environment, samples, shape);
                    OrtSession.Result result =
                        session.run(Map.of("x", input), Set.of("energies", "score", "p_value"))) {
                  result.get(0).getValue();
                }
              };
          Work ours = () -> detector.judge(samples, batch);
          compare(new Judge("bare session", bare), new Judge("Detector", ours), batch);
        }
      }
    }
  }

  private static void libtorchAgainstOnnxRuntime(Path file, String device) throws OrtException {
    boolean gpu = !device.equals("cpu");
    int batch = gpu ? 4096 : 256;
    boolean both = gpu && Device.onnxRuntimeHasCuda();
    Device other = both ? Device.of(device) : Device.CPU;
    try (Detector onnx = Detector.open(file, OpenOptions.DEFAULT.with(other));
        Detector libtorch = TorchEngine.open(file, Compute.on(device))) {
      FloatBuffer samples = samples(batch, onnx);
      compare(
          new Judge("ONNX Runtime on " + other, () -> onnx.judge(samples, batch)),
          new Judge("libtorch on " + device, () -> libtorch.judge(samples, batch)),
          batch);
    }
  }

  private static void compare(Judge one, Judge other, int batch) throws OrtException {
    double[] oneRates = new double[ROUNDS];
    double[] otherRates = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double oneNow = rate(one.work(), batch);
      double otherNow = rate(other.work(), batch);
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

  private static FloatBuffer samples(int batch, Detector detector) {
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
