package dev.stranger.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Remedy;
import dev.stranger.Shape;
import dev.stranger.StrangerException;
import dev.stranger.data.DataFiles;
import dev.stranger.data.DataOptions;
import dev.stranger.data.ImageOptions;
import dev.stranger.data.TableOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {

  private static final Shape SERIES = Shape.of(1, 3);

  @TempDir private Path folder;

  private Dataset file(String row, boolean series) throws IOException {
    Path file = Files.writeString(folder.resolve("s.tsv"), row + "\n");
    return DataFiles.open(
        file, null, new DataOptions(TableOptions.DEFAULT, ImageOptions.DEFAULT, series));
  }

  private static void assertRefused(
      Dataset data, Shape expected, String words, Remedy... remedies) {
    assertThatThrownBy(() -> Preparation.toFit(data, expected, Range.ANY))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "%s has samples of %s, the detector expects %s; %s"
                .formatted(data.name(), data.shape(), expected, words))
        .extracting(e -> ((StrangerException) e).remedies())
        .isEqualTo(List.of(remedies));
  }

  @Test
  void rowsThatWouldFitAsSeriesAreRefusedWithTheRemedy() throws IOException {
    assertRefused(
        file("4 5 6", false), SERIES, "read its rows as series if they are", Remedy.SERIES);
    assertThat(Preparation.toFit(file("4 5 6", true), SERIES, Range.ANY).shape()).isEqualTo(SERIES);
  }

  @Test
  void aValueTooManyMayBeTheLabel() throws IOException {
    String label = "name column 1 as the label if its rows begin with one";
    assertRefused(
        file("1 4 5 6", false),
        SERIES,
        "read its rows as series, and " + label,
        Remedy.SERIES,
        Remedy.LABEL);
    assertRefused(file("1 4 5 6", true), SERIES, label, Remedy.LABEL);
  }

  @Test
  void whatCannotFitIsOfAnotherKind() throws IOException {
    String other = "use data of the same kind";
    assertRefused(file("1 2 3 4 5", false), SERIES, other);
    assertRefused(file("4 5", true), SERIES, other);
    assertRefused(file("4 5 6", true), Shape.of(3), other);
    assertRefused(file("4 5 6 7 8 9", false), Shape.of(2, 3), other);
    Path labelled = Files.writeString(folder.resolve("x_TEST.tsv"), "1 4 5 6 7\n");
    assertRefused(DataFiles.open(labelled, null, DataOptions.DEFAULT), SERIES, other);
    Dataset array = MemoryDataset.of("a", Shape.of(4), Range.ANY, new float[4]);
    assertRefused(array, SERIES, other);
  }
}
