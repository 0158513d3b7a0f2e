package dev.stranger.bench;

import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import dev.stranger.server.ServerOptions;
import dev.stranger.server.StrangerServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.imageio.ImageIO;

/**
 * Requests over HTTP against the bare detector, in alternating rounds: one sample a request at 64
 * connections, as floats and as PNG, and batches of 64 in binary. The client runs in the same
 * process and on the same cores. Argument: a detector file for grey pictures. Claims: at least 0.7
 * x the bare rate for single samples, 0.9 x for batches.
 */
public final class ServeBench {

  private static final int CONNECTIONS = 64;
  private static final int BATCH = 64;
  private static final int ROUNDS = 7;
  private static final double SECONDS = 2;

  /** Java compiles the server while it is used: its rate grows for half a minute. */
  private static final double WARM_UP = 30;

  private ServeBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path file = Path.of(args[0]);
    try (Detector one = Detector.open(file, OpenOptions.DEFAULT.withThreads(1));
        Detector all = Detector.open(file);
        StrangerServer server = StrangerServer.start(ServerOptions.of(file).withPort(0))) {
      int size = one.shape().size();
      compare(
          "single sample, float32",
          () -> bare(one, 1, Runtime.getRuntime().availableProcessors()),
          new HttpLoad(server.port(), floats(size), CONNECTIONS),
          1);
      if (one.shape().isImage()) {
        compare(
            "single picture, PNG (bare: decoded before)",
            () -> bare(one, 1, Runtime.getRuntime().availableProcessors()),
            new HttpLoad(
                server.port(), HttpLoad.post("/v1/judge", "image/png", png(one)), CONNECTIONS),
            1);
      }
      compare(
          "batches of 64, binary",
          () -> bare(all, BATCH, 1),
          new HttpLoad(server.port(), inference(file, BATCH, size, one), 4),
          BATCH);
    }
  }

  private interface Rate {
    double measure() throws InterruptedException;
  }

  private static void compare(String what, Rate bare, HttpLoad load, int samples)
      throws IOException, InterruptedException {
    double[] bareRates = new double[ROUNDS];
    HttpLoad.Result[] served = new HttpLoad.Result[ROUNDS];
    load.run(WARM_UP);
    for (int i = 0; i < ROUNDS; i++) {
      bareRates[i] = bare.measure();
      served[i] = load.run(SECONDS);
    }
    Arrays.sort(bareRates);
    Arrays.sort(served, Comparator.comparingDouble(HttpLoad.Result::rate));
    HttpLoad.Result middle = served[ROUNDS / 2];
    System.out.printf(
        "%s: bare %,.0f samples/s, served %,.0f samples/s, ratio %.2f; p50 %.1f ms, p99 %.1f ms%n",
        what,
        bareRates[ROUNDS / 2],
        middle.rate() * samples,
        middle.rate() * samples / bareRates[ROUNDS / 2],
        middle.p50Millis(),
        middle.p99Millis());
  }

  /** Threads that judge for themselves. */
  private static double bare(Detector detector, int batch, int threads)
      throws InterruptedException {
    AtomicLong judged = new AtomicLong();
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      workers[i] =
          new Thread(
              () -> {
                FloatBuffer samples = Judge.samples(batch, detector);
                while (System.nanoTime() < end) {
                  detector.judge(samples, batch);
                  judged.addAndGet(batch);
                }
              });
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return judged.get() / SECONDS;
  }

  private static byte[] floats(int size) {
    return HttpLoad.post("/v1/judge", "application/octet-stream", values(size));
  }

  private static byte[] values(int count) {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      bytes.putFloat(random.nextFloat());
    }
    return bytes.array();
  }

  private static byte[] png(Detector detector) throws IOException {
    BufferedImage image =
        new BufferedImage(
            detector.shape().width(), detector.shape().height(), BufferedImage.TYPE_BYTE_GRAY);
    Random random = new Random(1);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.getRaster().setSample(x, y, 0, random.nextInt(256));
      }
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(image, "png", png);
    return png.toByteArray();
  }

  private static byte[] inference(Path file, int batch, int size, Detector detector) {
    byte[] values = values(batch * size);
    String json =
        ("{\"inputs\":[{\"name\":\"x\",\"shape\":[%d,%d],\"datatype\":\"FP32\",\"parameters\":"
                + "{\"binary_data_size\":%d}}],\"parameters\":{\"binary_data_output\":true}}")
            .formatted(batch, size, values.length);
    byte[] head = json.getBytes(StandardCharsets.UTF_8);
    ByteBuffer body = ByteBuffer.allocate(head.length + values.length).put(head).put(values);
    String name = file.getFileName().toString().replaceFirst("\\.onnx$", "");
    return HttpLoad.post(
        "/v2/models/" + name + "/infer",
        "application/octet-stream\r\nInference-Header-Content-Length: " + head.length,
        body.array());
  }
}
