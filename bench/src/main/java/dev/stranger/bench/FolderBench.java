package dev.stranger.bench;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Shape;
import dev.stranger.data.ImageFolder;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.ImageOptions.Colour;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.prepare.Preparation;
import dev.stranger.score.Detector;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * How fast a folder of JPEGs is judged, against the plain way that {@code ImageFolder} went at
 * commit 0230e92: all heads first, then picture after picture on one thread, its colours by getRGB
 * and its values as floats. In alternating rounds, with the same verdicts. Claim: at least 1.5 x on
 * two cores. Arguments: a detector of colour pictures, and a folder; without one, 300 pictures of
 * 500 x 375 are drawn.
 */
public final class FolderBench {

  private static final int ROUNDS = 3;
  private static final int PICTURES = 300;

  private FolderBench() {}

  public static void main(String[] args) throws IOException {
    Path folder = args.length > 1 ? Path.of(args[1]) : draw();
    try (Detector detector = Detector.open(Path.of(args[0]))) {
      List<Float> scores = new ArrayList<>();
      double plainRate = 0;
      double rate = 0;
      for (int round = 0; round <= ROUNDS; round++) {
        List<Float> plainScores = new ArrayList<>();
        scores.clear();
        double plainNow = rate(() -> plain(folder, detector.shape()), detector, plainScores);
        double now = rate(() -> ahead(folder, detector.shape()), detector, scores);
        require(scores.equals(plainScores));
        plainRate += round == 0 ? 0 : plainNow / ROUNDS;
        rate += round == 0 ? 0 : now / ROUNDS;
      }
      System.out.printf(
          "%,d pictures, %d cores: plain %,.0f pictures/s, ImageFolder %,.0f pictures/s, ratio %.2f%n",
          scores.size(),
          Runtime.getRuntime().availableProcessors(),
          plainRate,
          rate,
          rate / plainRate);
    }
  }

  private interface Opening {
    Dataset open() throws IOException;
  }

  private static double rate(Opening opening, Detector detector, List<Float> scores)
      throws IOException {
    long start = System.nanoTime();
    Dataset data = opening.open();
    detector.judge(
        Preparation.toFit(data, detector.shape(), detector.metadata().range()),
        (batch, verdicts) -> verdicts.forEach(verdict -> scores.add(verdict.score())));
    return scores.size() / ((System.nanoTime() - start) / 1e9);
  }

  private static void require(boolean same) {
    if (!same) {
      throw new IllegalStateException("the two ways give different scores");
    }
  }

  private static Dataset ahead(Path folder, Shape shape) {
    return ImageFolder.read(
        folder,
        ImageOptions.DEFAULT.withSize(shape.height(), shape.width()).withColour(Colour.RGB));
  }

  private static Dataset plain(Path folder, Shape shape) throws IOException {
    List<Path> files;
    try (Stream<Path> paths = Files.list(folder)) {
      files = paths.sorted().toList();
    }
    files.forEach(file -> EncodedPicture.of(file).info());
    return new PlainFolder(files, ahead(folder, shape).header());
  }

  private record PlainFolder(List<Path> files, Header header) implements Dataset {

    @Override
    public Cursor open() {
      return new Cursor() {
        private int next;

        @Override
        public boolean next(float[] target, int offset) {
          if (next == files.size()) {
            return false;
          }
          resize(decode(files.get(next++)), shape(), target, offset);
          return true;
        }

        @Override
        public int label() {
          return NO_LABEL;
        }

        @Override
        public void close() {}
      };
    }
  }

  private record Plain(int height, int width, float[] values) {}

  private static Plain decode(Path file) {
    try {
      BufferedImage image = ImageIO.read(file.toFile());
      int width = image.getWidth();
      int pixels = width * image.getHeight();
      int[] row = new int[width];
      float[] values = new float[3 * pixels];
      for (int i = 0; i < pixels; i++) {
        if (i % width == 0) {
          image.getRGB(0, i / width, width, 1, row, 0, width);
        }
        for (int channel = 0; channel < 3; channel++) {
          values[channel * pixels + i] = row[i % width] >> 16 - 8 * channel & 0xff;
        }
      }
      return new Plain(image.getHeight(), width, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void resize(Plain from, Shape to, float[] target, int offset) {
    Line across = Line.between(from.width(), to.width());
    Line down = Line.between(from.height(), to.height());
    float[] stretched = new float[from.height() * to.width()];
    for (int channel = 0; channel < 3; channel++) {
      for (int y = 0; y < from.height(); y++) {
        int start = (channel * from.height() + y) * from.width();
        across.apply(from.values(), start, 1, stretched, y * to.width(), 1);
      }
      int start = offset + channel * to.height() * to.width();
      for (int x = 0; x < to.width(); x++) {
        down.apply(stretched, x, to.width(), target, start + x, to.width());
      }
    }
  }

  /** The weights of every pixel of a new line, as whole numbers of 2^-22. */
  private record Line(int[] first, int[][] weights) {

    static Line between(int from, int to) {
      double scale = (double) from / to;
      double support = Math.max(1, scale);
      int[] first = new int[to];
      int[][] weights = new int[to][];
      for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * scale;
        int start = (int) Math.max(0, centre - support + 0.5);
        int end = (int) Math.min(from, centre + support + 0.5);
        double[] raw =
            IntStream.range(start, end)
                .mapToDouble(j -> Math.max(0, 1 - Math.abs(j + 0.5 - centre) / support))
                .toArray();
        double sum = 0;
        for (double weight : raw) {
          sum += weight;
        }
        first[i] = start;
        weights[i] = new int[raw.length];
        for (int j = 0; j < raw.length; j++) {
          weights[i][j] = (int) Math.round(raw[j] / sum * (1 << 22));
        }
      }
      return new Line(first, weights);
    }

    void apply(float[] source, int start, int step, float[] target, int at, int targetStep) {
      for (int i = 0; i < first.length; i++) {
        int from = start + first[i] * step;
        int sum = 1 << 21;
        for (int weight : weights[i]) {
          sum += weight * (int) source[from];
          from += step;
        }
        target[at + i * targetStep] = sum >> 22;
      }
    }
  }

  private static Path draw() throws IOException {
    Path folder = Files.createTempDirectory("stranger-jpegs");
    folder.toFile().deleteOnExit(); // the last that is named is deleted first
    Random random = new Random(1);
    for (int i = 0; i < PICTURES; i++) {
      BufferedImage image = new BufferedImage(500, 375, BufferedImage.TYPE_INT_RGB);
      for (int j = 0; j < 500 * 375; j++) {
        int x = j % 500;
        int y = j / 500;
        int level = (int) (127 + 90 * Math.sin((x + i) / 40.0) + 30 * random.nextDouble());
        image.setRGB(x, y, level << 16 | (y + i) % 256 << 8 | (x + y) / 4);
      }
      Path file = folder.resolve("%04d.jpg".formatted(i));
      ImageIO.write(image, "jpg", file.toFile());
      file.toFile().deleteOnExit();
    }
    return folder;
  }
}
