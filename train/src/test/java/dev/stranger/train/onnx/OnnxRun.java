package dev.stranger.train.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;

/** What ONNX Runtime makes of a graph that is no detector. */
public final class OnnxRun {

  private OnnxRun() {}

  /** All values of an output for some samples, the graph's only input. */
  public static float[] of(OnnxGraph graph, String output, float[] samples, long... shape) {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    byte[] model = graph.toModel("test", Map.of());
    try (OrtSession session = environment.createSession(model);
        OnnxTensor x = OnnxTensor.createTensor(environment, FloatBuffer.wrap(samples), shape);
        OrtSession.Result result = session.run(Map.of("x", x), Set.of(output))) {
      FloatBuffer values = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float[] copy = new float[values.remaining()];
      values.get(copy);
      return copy;
    } catch (OrtException e) {
      throw new AssertionError(e);
    }
  }
}
