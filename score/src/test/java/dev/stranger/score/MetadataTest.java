package dev.stranger.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DetectorFileException;
import dev.stranger.Energies;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Spelling;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataTest {

  private static Metadata table(Float... deviations) {
    return Metadata.of(Shape.of(3), Range.ANY)
        .guarantee(new FalseAlarmGuarantee(0.05, 0.1))
        .columns(Column.numbers(List.of("a", "b c", "")))
        .deviations(List.of(deviations))
        .energies(List.of("max_softmax", "odin"))
        .parts(List.of("one", "two"))
        .build();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (Metadata metadata : List.of(table(), table(1e-7f, 3.1415927f, 1e30f))) {
      assertThat(Metadata.parse(metadata.toProperties(), "x")).isEqualTo(metadata);
    }
  }

  @Test
  void columnsKeepTheirKindsAndCategories() {
    Metadata mixed =
        Metadata.of(Shape.of(5), Range.ANY)
            .columns(
                List.of(
                    Column.category("colour", List.of("", "dark red", "blue")),
                    Column.number("size"),
                    Column.time("sold"),
                    Column.category("one", List.of("only")),
                    Column.number("price").with(Spelling.COMMA)))
            .build();
    assertThat(Metadata.parse(mixed.toProperties(), "x").columns()).isEqualTo(mixed.columns());
  }

  @Test
  void columnsWithoutKindsAreNumbers() {
    Map<String, String> properties = table().toProperties();
    assertThat(properties).doesNotContainKey("stranger.column_kinds");
    properties.put("stranger.column_kinds", "number category number");
    assertThatThrownBy(() -> Metadata.parse(properties, "x"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("stranger.categories");
  }

  @Test
  void filesThatNameNoEnergiesAreOfAnStRkm() {
    Map<String, String> properties = table().toProperties();
    assertThat(properties).containsEntry("stranger.energies", "max_softmax\u001fodin");
    properties.remove("stranger.energies");
    assertThat(Metadata.parse(properties, "old.onnx").energies()).isEqualTo(Energies.ST_RKM);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "odin\u001fodin", "Odin", "max softmax", "odin\u001f", "score"})
  void namesOfEnergiesThatColumnsCannotHaveAreRefused(String energies) {
    Map<String, String> properties = table().toProperties();
    properties.put("stranger.energies", energies);
    assertThatThrownBy(() -> Metadata.parse(properties, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageStartingWith("f.onnx has wrong metadata: energies need different names");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 2", "1 2 0", "1 2 -1", "1 2 NaN", "1 2 Infinity", "1 2 x"})
  void deviationsThatCannotBeDividedByAreRefused(String deviations) {
    Map<String, String> properties = table().toProperties();
    properties.put("stranger.deviations", deviations);
    assertThatThrownBy(() -> Metadata.parse(properties, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageStartingWith("f.onnx has wrong metadata: ");
  }

  @Test
  void moreColumnsThanASampleHasValuesAreRefused() {
    Map<String, String> properties = table().toProperties();
    properties.put("stranger.columns", "a\u001fb\u001fc\u001fd");
    assertThatThrownBy(() -> Metadata.parse(properties, "f.onnx"))
        .isInstanceOf(DetectorFileException.class)
        .hasMessageContaining("there are 4 columns for samples of 3");
  }
}
