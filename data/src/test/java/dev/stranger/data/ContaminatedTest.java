package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContaminatedTest {

  private static final Dataset NORMAL = numbers("normal", 0, 90, Range.ANY);
  private static final Dataset OTHER = numbers("other", 1000, 50, Range.ANY);

  /** One number a sample, counting up. */
  private static MemoryDataset numbers(String name, int from, int count, Range range) {
    float[][] samples =
        IntStream.range(from, from + count)
            .mapToObj(number -> new float[] {number})
            .toArray(float[][]::new);
    return MemoryDataset.of(name, Shape.of(1), range, samples);
  }

  private static List<Integer> values(Dataset data) {
    MemoryDataset held = data.inMemory();
    return IntStream.range(0, (int) held.size()).mapToObj(i -> (int) held.sample(i)[0]).toList();
  }

  @Test
  void allNormalSamplesAndTheShareOfDifferentOutliers() {
    Dataset mixed = Contaminated.of(NORMAL, OTHER, 0.1, 1);
    assertThat(mixed.name()).isEqualTo("normal with a share of 0.1 of other");
    List<Integer> values = values(mixed);
    assertThat(values).hasSize(100).doesNotHaveDuplicates().containsAll(values(NORMAL));
    assertThat(values.subList(90, 100)).allMatch(value -> value >= 1000);
  }

  @Test
  void theSeedSaysWhichOutliersAreDrawn() {
    List<Integer> first = values(Contaminated.of(NORMAL, OTHER, 0.1, 1));
    assertThat(values(Contaminated.of(NORMAL, OTHER, 0.1, 1))).isEqualTo(first);
    assertThat(values(Contaminated.of(NORMAL, OTHER, 0.1, 2))).isNotEqualTo(first);
    int[] drawn = new int[50];
    for (int seed = 0; seed < 200; seed++) {
      values(Contaminated.of(NORMAL, OTHER, 0.1, seed)).stream()
          .filter(value -> value >= 1000)
          .forEach(value -> drawn[value - 1000]++);
    }
    // Each is drawn 40 times on average, with a deviation of 5.7.
    assertThat(Arrays.stream(drawn)).allMatch(times -> times >= 15 && times <= 65);
  }

  @Test
  void joinedTablesAreATableWithTheirColumns() {
    List<Column> columns = List.of(Column.category("colour", List.of("red", "blue")));
    Dataset table = MemoryDataset.of("normal", columns, new float[4][1]);
    Dataset gap = MemoryDataset.of("gap", columns, new float[] {Float.NaN});
    Dataset joined = Concatenation.of("joined", List.of(table, gap));
    assertThat(joined.columns()).isEqualTo(columns);
    assertThat(joined.inMemory().sample(4)).containsExactly(Float.NaN);
    List<Column> others = List.of(Column.category("colour", List.of("blue", "red")));
    Dataset other = MemoryDataset.of("other", others, new float[1][1]);
    assertThat(Concatenation.of("mixed", List.of(table, other)).columns()).isEmpty();
  }

  @Test
  void whatIsSaidOfTheFilesIsSaidOfTheWhole() {
    Dataset first = new Remarked(NORMAL, List.of("one"), "a.txt");
    Dataset second = new Remarked(OTHER, List.of("one", "two"), "b.txt");
    Dataset joined = Concatenation.of("joined", List.of(first, second));
    assertThat(joined.remarks()).containsExactly("one", "two");
    assertThat(joined.passedOver()).containsExactly("a.txt", "b.txt");
  }

  private record Remarked(Dataset source, List<String> remarks, String file) implements Dataset {

    @Override
    public Header header() {
      return source.header();
    }

    @Override
    public Cursor open() {
      return source.open();
    }

    @Override
    public List<String> passedOver() {
      return List.of(file);
    }
  }

  @Test
  void noOutliersLeaveTheSetAsItIs() {
    assertThat(Contaminated.of(NORMAL, OTHER, 0, 1)).isSameAs(NORMAL);
  }

  @Test
  void whatCannotBeMixedIsRefused() {
    assertThatThrownBy(() -> Contaminated.of(NORMAL, OTHER, 0.5, 1))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "a share of 0.5 among 90 samples of normal needs 90 outliers, other has 50;"
                + " take a smaller share");
    for (double share : new double[] {-0.1, 1, Double.NaN}) {
      assertThatThrownBy(() -> Contaminated.of(NORMAL, OTHER, share, 1))
          .isInstanceOf(DataException.class)
          .hasMessageEndingWith("got " + share);
    }
    Dataset levels = numbers("levels", 0, 50, Range.GREY_LEVELS);
    assertThatThrownBy(() -> Contaminated.of(NORMAL, levels, 0.1, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("cannot follow normal");
  }
}
