package dev.stranger.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.calibrate.DriftState;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTest {

  @TempDir Path folder;

  @Test
  void aContactSheetShowsEverySet() {
    Dataset white = MemoryDataset.of("w", Shape.image(1, 1, 1), Range.UNIT, new float[] {1});
    Dataset red =
        MemoryDataset.of("r", Shape.image(3, 1, 1), Range.GREY_LEVELS, new float[] {255, 0, 0});
    BufferedImage sheet = ContactSheet.of(List.of(white, red), 2);
    assertThat(sheet.getRGB(30, 30) & 0xffffff).isEqualTo(0xffffff);
    assertThat(sheet.getRGB(30, 100) & 0xffffff).isEqualTo(0xff0000);
  }

  @Test
  void whatIsNoImageIsNotShown() {
    Dataset row = MemoryDataset.of("t", Shape.of(3), Range.ANY, new float[3]);
    assertThatThrownBy(() -> ContactSheet.of(List.of(row), 1))
        .isInstanceOf(DataException.class)
        .hasMessage("t (3, values any) holds no images to show");
  }

  @Test
  void picturesAreWrittenIntoNewFolders() throws IOException {
    Path file = folder.resolve("a/b/training.png");
    PngFile.write(CurvePlot.of(new double[] {900, 30, 2}), file);
    assertThat(ImageIO.read(file.toFile()).getHeight()).isEqualTo(420);
  }

  @Test
  void theObjectiveCanBeReadOffWhateverItsRange() {
    double[][] ends = {
      {9840, 7822},
      {190, 5},
      {70, 11},
      {1e6, 1e-3},
      {-3, -900},
      {40, -12},
      {0, -1},
      {2e9, 1.9e9},
      {7.5, 7.5},
      {0, 0},
      {-2, -2}
    };
    for (double[] end : ends) {
      assertThat(labels(CurvePlot.of(falling(end[0], end[1]))))
          .as("from %s to %s", end[0], end[1])
          .isBetween(3, 10);
      assertThat(labels(CurvePlot.of(new double[] {end[0]})))
          .as("%s alone", end[0])
          .isBetween(3, 10);
    }
  }

  private static double[] falling(double from, double to) {
    return IntStream.range(0, 20).mapToDouble(i -> from + (to - from) * i / 19).toArray();
  }

  /** How many numbers stand beside the upright axis, told by their ink. */
  private static int labels(BufferedImage image) {
    int axis = IntStream.range(0, 200).filter(x -> ink(image, x) > 200).findFirst().orElseThrow();
    int count = 0;
    boolean before = false;
    // Below the titles, and above the numbers of the other axis.
    for (int y = 85; y < 335; y++) {
      int row = y;
      boolean now = IntStream.range(0, axis - 5).anyMatch(x -> isInk(image, x, row));
      count += now && !before ? 1 : 0;
      before = now;
    }
    return count;
  }

  private static long ink(BufferedImage image, int x) {
    return IntStream.range(0, image.getHeight()).filter(y -> isInk(image, x, y)).count();
  }

  private static boolean isInk(BufferedImage image, int x, int y) {
    return (image.getRGB(x, y) & 0xff) < 0xc0;
  }

  @Test
  void aDriftPlotShowsTheAlarm() {
    DriftState quiet = new DriftState(3, -1, 2, 3, 0, OptionalLong.empty(), OptionalLong.empty());
    DriftState drifted = new DriftState(3, 400, 2, 3, 3, OptionalLong.of(2), OptionalLong.of(3));
    DriftCurve curve = new DriftCurve(3);
    for (double evidence : new double[] {0, 3, 400}) {
      curve.add(evidence);
    }
    assertThat(blue(DriftPlot.of("s", curve, drifted)))
        .isGreaterThan(blue(DriftPlot.of("s", curve, quiet)));
  }

  /** Pixels in the colour of the martingale and of its alarm. */
  private static long blue(BufferedImage image) {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return Arrays.stream(pixels).filter(pixel -> (pixel & 0xffffff) == 0x0072B2).count();
  }

  @Test
  void aThinnedCurveKeepsItsPeaks() {
    DriftCurve curve = new DriftCurve(123_456);
    for (int i = 0; i < 123_456; i++) {
      curve.add(i == 77_777 ? 5 : -1);
    }
    double[] evidence = curve.evidence();
    assertThat(evidence.length).isBetween(500, 1000);
    assertThat(curve.peak()).isEqualTo(5);
    int at =
        IntStream.range(0, evidence.length).filter(i -> evidence[i] == 5).findAny().orElseThrow();
    assertThat(curve.positions()[at]).isBetween(77_778.0, 77_778.0 + 124);
    assertThat(curve.positions()[evidence.length - 1]).isEqualTo(123_456);
  }

  @Test
  void aPictureThatCannotBeWrittenLeavesNothingBehind() throws IOException {
    Path taken = Files.createDirectories(folder.resolve("taken.png/by a folder")).getParent();
    BufferedImage image = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);
    assertThatThrownBy(() -> PngFile.write(image, taken))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("taken.png is a folder")
        .hasMessageEndingWith("add a file name");
    assertThat(folder.toFile().list()).containsExactly("taken.png");
  }

  @Test
  void aPictureTakesThePlaceOfAnEarlierOne() throws IOException {
    Path file = folder.resolve("p.png");
    for (int width = 1; width < 3; width++) {
      PngFile.write(new BufferedImage(width, 2, BufferedImage.TYPE_INT_RGB), file);
      assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(width);
    }
    assertThat(folder.toFile().list()).containsExactly("p.png");
  }
}
