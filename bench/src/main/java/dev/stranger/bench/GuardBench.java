package dev.stranger.bench;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.stranger.Shape;
import dev.stranger.score.Detector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A guarded network against the network itself in ONNX Runtime: all outputs of both, the same
 * samples and options, call after call in turns. Claim: at most 5 % more time at batch 1 and 32 for
 * MobileNet v3. Arguments: the network with one input of floats, the guarded file, and batch sizes;
 * {@code -Dthreads=1} in {@code JAVA_TOOL_OPTIONS} sets the number of threads.
 */
public final class GuardBench {

  private static final double WARM_UP_SECONDS = 3;
  private static final double SECONDS = 30;
  private static final int FEWEST_PAIRS = 31;

  private GuardBench() {}

  public static void main(String[] args) throws OrtException {
    Shape shape;
    try (Detector detector = Detector.open(Path.of(args[1]))) {
      shape = detector.shape();
    }
    int[] sizes =
        args.length > 2
            ? Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray()
            : new int[] {1, 32};
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = options();
        OrtSession network = environment.createSession(args[0], options);
        OrtSession guarded = environment.createSession(args[1], options)) {
      for (int size : sizes) {
        try (OnnxTensor samples = samples(environment, network, shape, size)) {
          compare(network, guarded, samples, size);
        }
      }
    }
  }

  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    // Waiting threads must not take the time of the other session.
    options.addConfigEntry("session.intra_op.allow_spinning", "0");
    options.setIntraOpNumThreads(Integer.getInteger("threads", 0));
    return options;
  }

  private static OnnxTensor samples(
      OrtEnvironment environment, OrtSession network, Shape shape, int size) throws OrtException {
    TensorInfo info = (TensorInfo) network.getInputInfo().values().iterator().next().getInfo();
    long[] dimensions = info.getShape().clone();
    dimensions[0] = size;
    for (int i = 1; i < dimensions.length; i++) {
      dimensions[i] = dimensions[i] < 0 ? shape.dimensions().get(i - 1) : dimensions[i];
    }
    int count = (int) Arrays.stream(dimensions).reduce(1, Math::multiplyExact);
    FloatBuffer values =
        ByteBuffer.allocateDirect(4 * count).order(ByteOrder.nativeOrder()).asFloatBuffer();
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      values.put(i, random.nextFloat());
    }
    return OnnxTensor.createTensor(environment, values, dimensions);
  }

  private static void compare(OrtSession network, OrtSession guarded, OnnxTensor samples, int size)
      throws OrtException {
    List<double[]> pairs = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; pairs.size() < FEWEST_PAIRS || seconds(start) < SECONDS; i++) {
      boolean networkFirst = i % 2 == 0;
      double one = time(networkFirst ? network : guarded, samples);
      double other = time(networkFirst ? guarded : network, samples);
      if (seconds(start) > WARM_UP_SECONDS) {
        pairs.add(networkFirst ? new double[] {one, other} : new double[] {other, one});
      }
    }
    double[] ratios = pairs.stream().mapToDouble(pair -> pair[1] / pair[0]).sorted().toArray();
    System.out.printf(
        "batch %3d: network %.2f ms, guarded %.2f ms, ratio %.3f (quartiles %.3f and %.3f of %,d"
            + " pairs)%n",
        size,
        1e3 * median(pairs, 0),
        1e3 * median(pairs, 1),
        quantile(ratios, 0.5),
        quantile(ratios, 0.25),
        quantile(ratios, 0.75),
        ratios.length);
  }

  private static double time(OrtSession session, OnnxTensor samples) throws OrtException {
    long start = System.nanoTime();
    String input = session.getInputNames().iterator().next();
    try (OrtSession.Result result = session.run(Map.of(input, samples))) {
      if (result.size() == 0) {
        throw new IllegalStateException("a network has outputs");
      }
    }
    return seconds(start);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(List<double[]> pairs, int which) {
    return quantile(pairs.stream().mapToDouble(pair -> pair[which]).sorted().toArray(), 0.5);
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
