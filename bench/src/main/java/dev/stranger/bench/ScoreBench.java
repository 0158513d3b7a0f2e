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
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * {@code Detector} against a bare ONNX Runtime session on the same file, and libtorch against ONNX
 * Runtime, in alternating rounds. Claim: at least 0.95 x the bare session at batch 1 and 256.
 * Arguments: a detector file, and {@code cuda} for the second alone, with libtorch on a GPU, as is
 * ONNX Runtime where it knows one.
 */
public final class ScoreBench {

  private ScoreBench() {}

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
          FloatBuffer samples = Judge.samples(batch, detector);
          long[] shape = detector.shape().ofBatch(batch);
          Judge.Work bare =
              () -> {
                try (OnnxTensor input = OnnxTensor.createTensor(environment, samples, shape);
                    OrtSession.Result result =
                        session.run(Map.of("x", input), Set.of("energies", "score", "p_value"))) {
                  result.get(0).getValue();
                }
              };
          Judge.Work ours = () -> detector.judge(samples, batch);
          Judge.compare(new Judge("bare session", bare), new Judge("Detector", ours), batch);
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
      FloatBuffer samples = Judge.samples(batch, onnx);
      Judge.compare(
          new Judge("ONNX Runtime on " + other, () -> onnx.judge(samples, batch)),
          new Judge("libtorch on " + device, () -> libtorch.judge(samples, batch)),
          batch);
    }
  }
}
