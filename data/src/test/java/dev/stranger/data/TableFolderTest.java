package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.table.Column;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of files with the same columns is one table. */
class TableFolderTest {

  @TempDir Path folder;

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private Dataset open(TableOptions table) {
    return DataFiles.open(folder, null, new DataOptions(table, ImageOptions.DEFAULT, false));
  }

  private Dataset open() {
    return open(TableOptions.DEFAULT);
  }

  private void assertRefused(String message) {
    assertThatThrownBy(this::open).isInstanceOf(DataException.class).hasMessage(message);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    write("1.csv", "size,kind\n1,a\n");
    Files.write(
        folder.resolve("2.csv.gz"), new byte[] {0x1f, (byte) 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9});
    assertThatThrownBy(this::open)
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(path("2.csv.gz") + " is not valid compressed data");
  }

  @Test
  void filesFollowEachOtherInTheOrderOfTheirNames() throws IOException {
    write("2.csv", "size,kind\n3,b\n");
    write("1.csv", "size,kind\n1,a\n2,b\n");
    write("3.csv.txt", "kind;size\na;4\n");
    Dataset table = open();
    assertThat(table.name()).isEqualTo(folder.getFileName().toString());
    assertThat(table.size()).isEqualTo(4);
    assertThat(table.columns())
        .containsExactly(Column.number("size"), Column.category("kind", List.of("a", "b")));
    assertThat(Samples.all(table))
        .containsExactly(
            new float[] {1, 0}, new float[] {2, 1}, new float[] {3, 1}, new float[] {4, 0});
    assertThat(table.remarks()).contains("joined from 3 files [1.csv, 2.csv, 3.csv.txt]");
    assertThat(DataFiles.kind(folder, null)).isEqualTo(DataKind.TABLE);
  }

  @Test
  void idsAndLabelsComeFromAllFiles() throws IOException {
    write("1.csv", "id,size,kind\nx,1,a\n");
    write("2.csv", "kind,id,size\nb,y,2\n");
    Dataset table = open(TableOptions.DEFAULT.withId("id").withLabel("kind"));
    assertThat(table.labelNames()).containsExactly("a", "b");
    assertThat(List.of(table.sampleName(0), table.sampleName(1))).containsExactly("x", "y");
    assertThat(Samples.labels(table)).containsExactly("a", "b");
  }

  @Test
  void filesWithoutHeadersAreRowsFromTheFirst() throws IOException {
    write("1.csv", "1,2\n3,4\n");
    write("2.csv", "5,6\n");
    assertThat(Samples.all(open()))
        .containsExactly(new float[] {1, 2}, new float[] {3, 4}, new float[] {5, 6});
  }

  @Test
  void otherColumnsAreRefused() throws IOException {
    write("1.csv", "size,kind\n1,a\n");
    write("2.csv", "size,sort\n1,a\n");
    assertRefused(
        path("2.csv")
            + " has the columns [size, sort], the files before it have [size, kind]; give all files of a table"
            + " the same columns");
  }

  @Test
  void badRowsAreNamedWithTheirFile() throws IOException {
    write("1.csv", "size,kind\n1,a\n");
    write("2.csv", "size,kind\n1,a\nbig,a\n");
    assertRefused(
        folder.getFileName()
            + " has a column that cannot be used: 'size' holds 2 numbers (first: '1' in row 2 of 1.csv)"
            + " and 1 text (first: 'big' in row 3 of 2.csv); mend the rows, leave it out, or say what it holds");
    write("2.csv", "kind,size\n1\n");
    assertRefused(
        "row 2 of "
            + path("2.csv")
            + " has 1 value, the header has 2 [size, kind]; mend the row, or remove what is no row of the table");
    write("2.csv", "");
    assertRefused(path("2.csv") + " is empty; a table needs at least one row");
  }

  @Test
  void eachFileHasItsOwnCharacters() throws IOException {
    String row = "size,kind\n1,süß\n";
    Files.write(folder.resolve("1.csv"), row.getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve("2.csv"), row.getBytes(Charset.forName("windows-1252")));
    Dataset table = open();
    assertThat(table.columns()).contains(Column.category("kind", List.of("süß")));
    assertThat(table.remarks()).contains("read as Windows-1252, because not UTF-8: 1 [2.csv]");
  }

  @Test
  void seriesByTheirNamesAreNoParts() throws IOException {
    write("A_TRAIN.tsv", "1\t2\t3\n");
    write("A_TEST.tsv", "1\t2\t3\n");
    assertRefused(
        path("A_TEST.tsv") + " holds series by its name, and is no part of a table; name one file");
  }
}
