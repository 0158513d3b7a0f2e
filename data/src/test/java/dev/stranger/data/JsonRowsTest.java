package dev.stranger.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import dev.stranger.table.Column.Spelling;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRowsTest {

  private static final String LINES =
      """
      {"name": "a", "size": 1.5, "new": true}
      {"size": null, "new": false, "name": "b", "more": 3}

      {"name": "a", "size": 2e3, "new": true, "more": NaN}
      """;

  @TempDir Path folder;

  private Dataset open(String name, byte[] content) throws IOException {
    return DataFiles.open(Files.write(folder.resolve(name), content), null, DataOptions.DEFAULT);
  }

  private Dataset open(String text) throws IOException {
    return open("t.jsonl", text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertIsTheTable(Dataset data) {
    assertThat(data.columns())
        .containsExactly(
            Column.category("name", List.of("a", "b")),
            Column.number("size"),
            Column.category("new", List.of("true", "false")),
            Column.number("more"));
    assertThat(Samples.all(data))
        .containsExactly(
            new float[] {0, 1.5f, 0, Float.NaN},
            new float[] {1, Float.NaN, 1, 3},
            new float[] {0, 2000, 0, Float.NaN});
  }

  @Test
  void objectsAreRowsInEveryFileThatHoldsThem() throws IOException {
    byte[] lines = LINES.getBytes(StandardCharsets.UTF_8);
    assertIsTheTable(open("t.jsonl", lines));
    assertIsTheTable(open("t.ndjson.gz", TestFiles.gzip(lines)));
    String list = "[" + LINES.strip().replace("}\n\n", "}\n").replace("}\n", "},\n") + "]";
    assertIsTheTable(open("t.json", list.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anEmptyListIsEmpty() {
    for (String text : List.of("[]", " [ \n ]\n", "[{}]")) {
      assertThatThrownBy(() -> open(text)).as(text).hasMessageContaining("t.jsonl is empty");
    }
  }

  @Test
  void aNameThatWasNotThereAtFirstIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("t.jsonl"), "{\"a\": 1}\n{\"a\": 2.5}\n");
    Dataset data = DataFiles.open(file, null, DataOptions.DEFAULT);
    Files.writeString(file, "{\"a\": 1}\n{\"a\": 2.5, \"b\": {\"c\": 3}}\n");
    assertThatThrownBy(() -> Samples.all(data))
        .isInstanceOf(DataException.class)
        .hasMessage(
            file
                + " has 'b.c' in row 2, which was not there at first;"
                + " read a copy that does not change");
  }

  @Test
  void standardInputIsReadAsItLooks() {
    InputStream usual = System.in;
    try {
      for (String text :
          List.of(LINES, "name,size,new,more\na,1.5,true,\nb,,false,3\na,2e3,true,\n")) {
        System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        Dataset data = DataFiles.openStandardInput(DataOptions.DEFAULT);
        assertThat(data.name()).isEqualTo("standard input");
        assertIsTheTable(data);
      }
      System.setIn(new ByteArrayInputStream(new byte[0]));
      assertThatThrownBy(() -> DataFiles.openStandardInput(DataOptions.DEFAULT))
          .isInstanceOf(DataException.class)
          .hasMessage("standard input is empty; a table needs at least one row");
    } finally {
      System.setIn(usual);
    }
  }

  @Test
  void whatIsNoFlatObjectIsRefusedWithItsRow() {
    assertRefused("[1, 2]\n[3, 4]\n", "has 1 in row 1, where an object is needed;");
    assertRefused("[[1, 2], [3, 4]]", "has [ in row 1, where an object is needed;");
    assertRefused(
        "{\"data\": [{\"a\": 1}]}", "has no column to learn from: 'data' lists of values;");
    assertRefused("{\"a\": 1}\n[2]\n", "has 2 in row 2, where an object is needed;");
    assertRefused("{\"a\": 1}\n3\n", "has 3 in row 2, where an object is needed;");
    assertRefused(
        "{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n", "cannot be read as JSON after row 2 (Duplicate");
    assertRefused("{\"a\": 1}\n{\"a\": \n", "cannot be read as JSON after row 2 (Unexpected end");
    assertRefused("{}\n", "is empty;");
    assertRefused("{\"a\": 1}\n{\"a\": \"x\"}\n", "has a column that cannot be used");
  }

  private void assertRefused(String text, String message) {
    assertThatThrownBy(() -> open(text))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(folder.resolve("t.jsonl") + " " + message);
  }

  @Test
  void valuesOfAnObjectInAnObjectAreColumns() throws IOException {
    Dataset data =
        open("{\"a\": 1, \"b\": {\"c\": 2, \"d\": {\"e\": 3}}}\n{\"b\": {\"d\": null}}\n");
    assertThat(Column.names(data.columns())).containsExactly("a", "b.c", "b.d.e");
    float gap = Float.NaN;
    assertThat(Samples.all(data))
        .containsExactly(new float[] {1, 2, 3}, new float[] {gap, gap, gap});
  }

  @Test
  void numbersHaveAPointAlsoWhereTheTextOfADetectorHasAComma() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.jsonl"),
            "{\"a\": 1.234, \"b\": 0.5}\n{\"b\": \"0,5\", \"a\": \"1.234\"}\n");
    List<Column> columns =
        Column.numbers(List.of("a", "b")).stream().map(one -> one.with(Spelling.COMMA)).toList();
    assertThat(Samples.all(TableFile.read(file, TableOptions.DEFAULT.like(columns))))
        .containsExactly(new float[] {1.234f, 0.5f}, new float[] {1234, 0.5f});
  }

  @Test
  void listsAreLeftOutUnlessTheyAreNeeded() throws IOException {
    Dataset data = open("{\"a\": 1, \"b\": [2], \"c\": []}\n{\"a\": 2, \"b\": 3}\n");
    assertThat(Samples.all(data)).containsExactly(new float[] {1}, new float[] {2});
    assertThat(data.remarks()).contains("left out, lists of values: 2 [b, c]");
    Path file = folder.resolve("t.jsonl");
    TableOptions like = TableOptions.DEFAULT.like(Column.numbers(List.of("a", "b")));
    assertThatThrownBy(() -> TableFile.read(file, like))
        .isInstanceOf(DataException.class)
        .hasMessage(
            file
                + " has lists in [b], the detector needs one value; put each value into a field of its own");
    TableOptions types = TableOptions.DEFAULT.withTypes(Map.of("b", Kind.NUMBER));
    assertThatThrownBy(() -> TableFile.read(file, types))
        .hasMessageContaining("has a column that cannot be used: 'b' holds lists of values");
  }
}
