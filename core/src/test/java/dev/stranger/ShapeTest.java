package dev.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShapeTest {

  @Test
  void parseReadsWhatToStringWrites() {
    for (Shape shape : new Shape[] {Shape.of(30), Shape.of(1, 140), Shape.image(3, 32, 48)}) {
      assertThat(Shape.parse(shape.toString())).isEqualTo(shape);
    }
    assertThat(Shape.image(3, 32, 48)).hasToString("3x32x48");
  }

  @Test
  void sizeIsTheProductOfTheDimensions() {
    assertThat(Shape.image(3, 32, 48).size()).isEqualTo(3 * 32 * 48);
  }

  @Test
  void aBatchHasOneDimensionMore() {
    assertThat(Shape.of(1, 140).ofBatch(7)).containsExactly(7, 1, 140);
  }

  @Test
  void senselessShapesAreRefused() {
    assertThatThrownBy(() -> Shape.of()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Shape.of(3, 0)).hasMessageContaining("[3, 0]");
    assertThatThrownBy(() -> Shape.of(1 << 20, 1 << 20)).hasMessageContaining("1048576x1048576");
    assertThatThrownBy(() -> Shape.parse("28x")).hasMessageContaining("'28x'");
  }

  @Test
  void onlyImagesHaveAHeight() {
    assertThatThrownBy(() -> Shape.of(1, 140).height()).hasMessageContaining("1x140");
  }
}
