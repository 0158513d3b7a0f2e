package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Shape;
import dev.stranger.data.TableOptions.HeaderRow;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFileTest {

  @TempDir Path folder;

  private Dataset table(String text, TableOptions options) throws IOException {
    return TableFile.read(Files.writeString(folder.resolve("t.csv"), text), options);
  }

  private Dataset table(String text) throws IOException {
    return table(text, TableOptions.DEFAULT);
  }

  @Test
  void everySeparatorGivesTheSameTable() throws IOException {
    for (String separator : new String[] {",", "\t", ";", "|", " ", "   "}) {
      String text = "1,2.5,-3e2\n4,5,6\n".replace(",", separator);
      assertThat(Samples.all(table(text)))
          .as("separator '%s'", separator)
          .containsExactly(new float[] {1, 2.5f, -300}, new float[] {4, 5, 6});
    }
  }

  @Test
  void aFirstRowWithoutNumbersNamesTheColumns() throws IOException {
    assertThat(table("a,b\n1,2\n").size()).isEqualTo(1);
    assertThat(table("1,2\n3,4\n").size()).isEqualTo(2);
    assertThat(table("1,2\n3,4\n", TableOptions.DEFAULT.withHeader(HeaderRow.PRESENT)).size())
        .isEqualTo(1);
  }

  @Test
  void aFirstRowOfMissingValuesNamesNothing() throws IOException {
    for (String row : new String[] {"nan,nan", "NA,NA", "?,?", "\"\",", "nan,null"}) {
      assertThat(Samples.all(table(row + "\n1,2\n")))
          .as(row)
          .containsExactly(new float[] {Float.NaN, Float.NaN}, new float[] {1, 2});
    }
    assertThat(table("2025-01-01,red\n2025-01-02,blue\n").size()).as("a date").isEqualTo(2);
    assertThat(table("true,red\nfalse,blue\n").size()).as("a boolean").isEqualTo(2);
    assertThat(Column.names(table(",Na,x\n0,1,2\n").columns()))
        .as("one column without a name")
        .containsExactly("1", "Na", "x");
  }

  @Test
  void labelsOfATableKeepTheirSpelling() throws IOException {
    String text = "kind,x\n3D,1\n3,2\n3.0,3\n 03 ,4\n";
    Dataset data = table(text, TableOptions.DEFAULT.withLabel("kind"));
    assertThat(data.labelNames()).containsExactly("03", "3", "3.0", "3D");
    Path series = Files.writeString(folder.resolve("u.tsv"), "3D\t1\n3\t2\n3.0\t3\n");
    assertThat(UcrFile.read(series).labelNames()).containsExactly("3", "3D");
  }

  @Test
  void anEmptyFieldIsNoLabel() throws IOException {
    Dataset data = table("kind,x\na,1\n,2\n  ,3\nb,4\n", TableOptions.DEFAULT.withLabel("kind"));
    assertThat(data.labelNames()).containsExactly("a", "b");
    int[] labels = new int[4];
    data.forEachBatch(4, batch -> System.arraycopy(batch.labels(), 0, labels, 0, 4));
    assertThat(labels).containsExactly(0, Cursor.NO_LABEL, Cursor.NO_LABEL, 1);
    assertThatThrownBy(() -> data.labelName(labels[1], 1))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "sample 1 of t.csv has no label, others have; fill it in or leave the sample out");
  }

  @Test
  void aLineBreakInTheNameOfAFileDoesNotHideItsKind() throws IOException {
    Path path = Files.writeString(folder.resolve("a\nb.csv"), "1,2\n");
    assertThat(DataFiles.open(path, null, DataOptions.DEFAULT).size()).isOne();
  }

  @Test
  void columnsAreChosenByNameOrNumber() throws IOException {
    String text = "id,x,y,kind\n7,1,2,cat\n8,3,4,dog\n9,5,6,cat\n";
    Dataset data = table(text, TableOptions.DEFAULT.withDrop("id").withLabel("kind"));
    assertThat(data.shape()).isEqualTo(Shape.of(2));
    assertThat(data.labelNames()).containsExactly("cat", "dog");
    assertThat(Samples.labels(data)).containsExactly("cat", "dog", "cat");
    Dataset chosen = table(text, TableOptions.DEFAULT.withColumns("y", "2"));
    assertThat(Samples.all(chosen).get(0)).containsExactly(2, 1);
    assertThatThrownBy(() -> table(text, TableOptions.DEFAULT.withColumns("z")))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("has no column 'z'; its columns are [id, x, y, kind]");
  }

  /** What a detector stores, so that new rows are read by the same columns. */
  @Test
  void aColumnIsAskedForOnce() {
    for (String again : List.of("x", "1")) {
      assertThatThrownBy(() -> table("x,y\n1,2\n", TableOptions.DEFAULT.withColumns("x", again)))
          .hasMessageMatching("(?s)column 'x' of .* is asked for twice; name it once");
    }
  }

  @Test
  void theFirstLineMayNameTheSeparator() throws IOException {
    for (String line : List.of("sep=;", "\"sep=;\"", "SEP=;;;")) {
      Dataset data = table(line + "\r\na;b;c\r\n1,5;2;3\r\n2,5;3;4\r\n");
      assertThat(data.shape()).as(line).isEqualTo(Shape.of(3));
      assertThat(Samples.all(data).get(1)).containsExactly(2.5f, 3, 4);
    }
    assertThat(table("sep=,\na\n1\n2\n").size()).isEqualTo(2);
    assertThat(table("sep=\t\na\tb\n1\t2\n").shape()).isEqualTo(Shape.of(2));
    assertThatThrownBy(() -> table("sep=,")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> table("sep=,\na,b\n1,2\n1\n")).hasMessageContaining("row 4 of");
  }

  @Test
  void columnsWithoutNamesAreKnownByTheirNumbers() throws IOException {
    Dataset kept = table("1,2,3\n4,5,6\n", TableOptions.DEFAULT.withDrop("2"));
    assertThat(Column.names(kept.columns())).containsExactly("1", "3");
    String[] stored = Column.names(kept.columns()).toArray(String[]::new);
    Dataset again = table("7,8,9\n", TableOptions.DEFAULT.withColumns(stored));
    assertThat(Samples.all(again).get(0)).containsExactly(7, 9);
  }

  @Test
  void quotesByteOrderMarksAndBlankLinesAreUnderstood() throws IOException {
    String text = "\uFEFF\"a\",\"b, with comma\"\r\n\r\n\"1\",2\r\n";
    Dataset data = table(text, TableOptions.DEFAULT.withColumns("a", "b, with comma"));
    assertThat(Samples.all(data)).containsExactly(new float[] {1, 2});
  }

  @Test
  void aSingleColumnMayHaveQuotesAndBlanksAroundItsNumbers() throws IOException {
    for (String text : new String[] {"\"my value\"\n\"1\"\n2\n", "x\r\n1\r\n2\r\n", "  1\n 2\n"}) {
      assertThat(Samples.all(table(text)))
          .as(text)
          .containsExactly(new float[] {1}, new float[] {2});
    }
  }

  @Test
  void separatorsInsideOfQuotesDoNotCount() throws IOException {
    assertThat(table("\"a,b,c\";\"d\"\n1;2\n").shape()).isEqualTo(Shape.of(2));
  }

  @Test
  void rowsOfAnotherLengthAreRefusedWithTheirLine() throws IOException {
    for (String separator : new String[] {",", " "}) {
      String text = "1,2,3\n4,5,6\n7,8\n".replace(",", separator);
      assertThatThrownBy(() -> table(text))
          .isInstanceOf(DataException.class)
          .hasMessageMatching(
              "row 3 of .*t.csv has 2 values, the first row has 3; mend the row, or remove what is no"
                  + " row of the table");
    }
  }

  @Test
  void whatIsNotAFiniteNumberIsRefusedWithItsPlaceWhereNumbersAreNeeded() throws IOException {
    for (String bad : new String[] {"NaN", "Infinity", "-inf", "abc", "", "1e999", "1f", "0x1p3"}) {
      assertThatThrownBy(() -> series("s.csv", "a,b\n1,2\n3," + bad + "\n", TableOptions.DEFAULT))
          .as("value '%s'", bad)
          .isInstanceOf(DataException.class)
          .hasMessageContaining("row 3 of")
          .hasMessageContaining("in column 'b', not a finite number such as 1.5")
          .hasMessageEndingWith("or drop the column, or name it as the label when it is");
    }
  }

  @Test
  void emptyTablesAreRefused() throws IOException {
    assertThatThrownBy(() -> table("")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> table("a,b\n")).hasMessageContaining("has a header but no rows");
  }

  @Test
  void seriesHaveTheirLabelFirst() throws IOException {
    for (String separator : new String[] {",", "\t", "  "}) {
      String text = "1,0.5,0.25\n-1,2,3\n1.0000000e+00,4,5\n".replace(",", separator);
      Dataset data = UcrFile.read(Files.writeString(folder.resolve("u.tsv"), text));
      assertThat(data.shape()).isEqualTo(Shape.of(1, 2));
      assertThat(data.labelNames()).containsExactly("-1", "1");
      assertThat(Samples.labels(data)).containsExactly("1", "-1", "1");
      assertThat(Samples.all(data.labelled("-1"))).containsExactly(new float[] {2, 3});
    }
  }

  @Test
  void trainAndTestFollowOneAnotherAndShareTheirLabels() throws IOException {
    Path train = Files.writeString(folder.resolve("x_TRAIN.tsv"), "2\t1\n3\t2\n");
    Path test = Files.writeString(folder.resolve("x_TEST.tsv"), "1\t3\n3\t4\n");
    Dataset both = UcrFile.read(train, test);
    assertThat(both.labelNames()).containsExactly("1", "2", "3");
    assertThat(Samples.labels(both)).containsExactly("2", "3", "1", "3");
    assertThat(Samples.all(both)).hasSize(4);
  }

  @Test
  void seriesOfOtherLengthsCannotFollowOneAnother() throws IOException {
    Path train = Files.writeString(folder.resolve("x_TRAIN.tsv"), "2\t1\n");
    Path test = Files.writeString(folder.resolve("x_TEST.tsv"), "1\t3\t4\n");
    assertThatThrownBy(() -> UcrFile.read(train, test))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("(1x2, values any) cannot follow");
  }

  private Dataset series(String name, String text, TableOptions options) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return DataFiles.open(file, null, new DataOptions(options, ImageOptions.DEFAULT, true));
  }

  @Test
  void rowsAreSeriesWhenSaidSoWhateverTheFileIsCalled() throws IOException {
    for (String name : new String[] {"stream.tsv", "S_ODD.txt", "x_train.tsv", "x.csv"}) {
      Dataset plain = series(name, "0.5\t0.25\n2\t3\n", TableOptions.DEFAULT);
      assertThat(plain.shape()).as(name).isEqualTo(Shape.of(1, 2));
      assertThat(plain.labelNames()).isEmpty();
      assertThat(Samples.all(plain)).contains(new float[] {0.5f, 0.25f}, new float[] {2, 3});
    }
  }

  @Test
  void seriesWithTheirLabelNamedAreReadAsTheUcrArchiveStoresThem() throws IOException {
    String text = "1\t0.5\t0.25\n-1\t2\t3\n1.0000000e+00\t4\t5\n";
    Dataset said = series("stream.tsv", text, TableOptions.DEFAULT.withLabel("1"));
    Dataset named = series("x_TEST.tsv", text, TableOptions.DEFAULT);
    for (Dataset data : new Dataset[] {said, named}) {
      assertThat(data.shape()).as(data.name()).isEqualTo(Shape.of(1, 2));
      assertThat(Samples.labels(data)).as(data.name()).containsExactly("1", "-1", "1");
    }
    assertThat(Samples.all(said).get(2)).containsExactly(4, 5).isEqualTo(Samples.all(named).get(2));
  }

  @Test
  void viewsKeepTheNamesOfColumns() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3,4\n");
    Dataset table = TableFile.read(file, TableOptions.DEFAULT);
    assertThat(Column.names(table.columns())).containsExactly("a", "b");
    assertThat(table.first(1).named("x").inMemory().columns()).isEqualTo(table.columns());
  }
}
