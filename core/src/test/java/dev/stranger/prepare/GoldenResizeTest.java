package dev.stranger.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stranger.Shape;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Luma and resize against values that another imaging library computed. */
class GoldenResizeTest {

  private static final Resize TO_28 = Resize.to(28, 28);

  private JsonNode golden;

  @BeforeEach
  void read() throws IOException {
    golden = new ObjectMapper().readTree(GoldenResizeTest.class.getResourceAsStream("resize.json"));
  }

  private static float[] luma() {
    float[] rgb = new float[3 * 32 * 32];
    for (int i = 0; i < rgb.length; i++) {
      int channel = i / 1024;
      int r = i / 32 % 32;
      int c = i % 32;
      rgb[i] = (7 * r + 13 * c + 29 * channel + r * c * (channel + 1)) % 256;
    }
    return TransformTest.apply(Luma.GREY, Shape.image(3, 32, 32), rgb);
  }

  @Test
  void lumaIsTheSame() {
    assertNearlyEqual("luma32", luma());
  }

  @Test
  void shrinkingIsTheSame() {
    assertNearlyEqual("rgb32_to_28", TransformTest.apply(TO_28, Shape.image(1, 32, 32), luma()));
    float[] checker = new float[64 * 64];
    for (int i = 0; i < checker.length; i++) {
      checker[i] = (i / 64 / 5 + i % 64 / 7) % 2 * 255;
    }
    assertNearlyEqual(
        "checker64_to_28", TransformTest.apply(TO_28, Shape.image(1, 64, 64), checker));
  }

  @Test
  void growingIsTheSame() {
    float[] luma = luma();
    float[] corner = new float[256];
    for (int i = 0; i < 256; i++) {
      corner[i] = luma[i / 16 * 32 + i % 16];
    }
    assertNearlyEqual("up16_to_28", TransformTest.apply(TO_28, Shape.image(1, 16, 16), corner));
  }

  private void assertNearlyEqual(String name, float[] actual) {
    JsonNode rows = golden.get(name);
    int width = rows.get(0).size();
    assertThat(actual).hasSize(width * rows.size());
    int exact = 0;
    for (int i = 0; i < actual.length; i++) {
      float expected = rows.get(i / width).get(i % width).floatValue();
      assertThat(Math.abs(actual[i] - expected)).as("%s at %d", name, i).isLessThanOrEqualTo(1);
      exact += actual[i] == expected ? 1 : 0;
    }
    assertThat((double) exact / actual.length).as(name).isGreaterThanOrEqualTo(0.99);
  }
}
