package dev.stranger.data.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.data.RealFiles;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * The sprites against the file of dSprites. Takes three seconds, nearly all to unpack the frames
 * between those compared.
 */
class DspritesAgreementTest {

  private static final int PIXELS = SpritePen.SIDE * SpritePen.SIDE;
  private static final int PER_SHAPE = 245_760;

  /** The hearts of the smallest scale are the last compared. */
  private static final int FRAMES = 2 * PER_SHAPE + PER_SHAPE / 6;

  /** Has no factor in common with the grid, so that all scales, angles and positions are met. */
  private static final int STEP = 101;

  @Test
  void spritesAreNearlyThoseOfDsprites() throws IOException {
    Map<SpriteShape, IntSummaryStatistics> differences = compare();
    assertThat(differences.get(SpriteShape.SQUARE).getAverage()).isLessThan(0.08);
    assertThat(differences.get(SpriteShape.SQUARE).getMax()).isLessThanOrEqualTo(4);
    assertThat(differences.get(SpriteShape.ELLIPSE).getAverage()).isLessThan(0.08);
    assertThat(differences.get(SpriteShape.ELLIPSE).getMax()).isLessThanOrEqualTo(4);
    assertThat(differences.get(SpriteShape.HEART).getAverage()).isLessThan(2);
    assertThat(differences.get(SpriteShape.HEART).getMax()).isLessThanOrEqualTo(10);
  }

  /** How many pixels differ in a frame. */
  private static Map<SpriteShape, IntSummaryStatistics> compare() throws IOException {
    Map<SpriteShape, IntSummaryStatistics> differences = new EnumMap<>(SpriteShape.class);
    SpriteGrid grid = SpriteGrid.of(EnumSet.allOf(SpriteShape.class));
    SpritePen pen = new SpritePen();
    Path file = RealFiles.data("dsprites", "dsprites_ndarray_co1sh3sc6or40x32y32_64x64.npz");
    float[] drawn = new float[PIXELS];
    byte[] expected = new byte[PIXELS];
    try (ZipFile zip = new ZipFile(file.toFile());
        DataInputStream frames =
            new DataInputStream(zip.getInputStream(zip.getEntry("imgs.npy")))) {
      skipHeader(frames);
      for (int frame = 0; frame < FRAMES; frame += STEP) {
        frames.readFully(expected);
        SpriteShape shape = SpriteShape.values()[grid.draw(frame, pen, drawn, 0)];
        differences
            .computeIfAbsent(shape, key -> new IntSummaryStatistics())
            .accept(differences(expected, drawn));
        frames.skipNBytes((STEP - 1L) * PIXELS);
      }
    }
    return differences;
  }

  /** An NPY header is a magic word, a version, a length (little-endian) and a Python dictionary. */
  private static void skipHeader(DataInputStream frames) throws IOException {
    byte[] start = frames.readNBytes(8);
    assertThat(new String(start, 0, 6, StandardCharsets.ISO_8859_1)).isEqualTo("\u0093NUMPY");
    int major = start[6];
    int length =
        major == 1
            ? Short.toUnsignedInt(Short.reverseBytes(frames.readShort()))
            : Integer.reverseBytes(frames.readInt());
    assertThat(new String(frames.readNBytes(length), StandardCharsets.ISO_8859_1))
        .contains("'|u1'", "'fortran_order': False", "(737280, 64, 64)");
  }

  private static int differences(byte[] expected, float[] drawn) {
    int count = 0;
    for (int i = 0; i < PIXELS; i++) {
      count += (expected[i] != 0) == (drawn[i] != 0) ? 0 : 1;
    }
    return count;
  }
}
