package dev.stranger.cli;

import dev.stranger.ColumnReason;
import dev.stranger.Reasons;
import dev.stranger.Verdict;
import dev.stranger.VisibleText;
import dev.stranger.cli.VerdictFormat.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table with a column for each energy of the detector; with reasons it has a column for the
 * largest, and one for the share of each, which has the name that the detector gives it. Strangers
 * of a table have four columns for each of the three columns with the largest shares.
 *
 * @param cell changes texts, but no numbers
 */
record VerdictCsv(UnaryOperator<String> cell) implements VerdictFormat {

  /** As it is, for programs. */
  static final VerdictCsv PLAIN = new VerdictCsv(UnaryOperator.identity());

  /** For a screen. */
  static final VerdictCsv VISIBLE = new VerdictCsv(VisibleText::of);

  private static final String FORMULA = "(?s)[=+\\-@\\t\\r\\n].*";

  /** For a spreadsheet, which would compute a text that begins like a formula. */
  VerdictCsv withoutFormulas() {
    return new VerdictCsv(text -> (text.matches(FORMULA) ? "'" : "") + cell.apply(text));
  }

  private static final List<String> COLUMNS =
      List.of("sample", "label", "score", "p_value", "ood", "error");

  @Override
  public String head(@Nullable Line like) {
    return joined(columns(like));
  }

  private List<String> columns(@Nullable Line like) {
    List<String> columns = new ArrayList<>(COLUMNS);
    if (like != null) {
      columns.addAll(like.verdict().energies().names());
    }
    if (like != null && like.reasons() != null) {
      columns.add("why");
      like.reasons().parts().forEach(part -> columns.add("share: " + part.statistic()));
    }
    for (int i = 1; like != null && like.columns() != null && i <= MOST_COLUMNS; i++) {
      String column = "column " + i;
      columns.addAll(
          List.of(column, column + ": value", column + ": expected", column + ": share"));
    }
    columns.replaceAll(cell);
    return columns;
  }

  @Override
  public String line(Line line) {
    Verdict verdict = line.verdict();
    List<String> fields = new ArrayList<>();
    fields.add(cell.apply(line.sample()));
    fields.add(cell.apply(line.label()));
    fields.add(Float.toString(verdict.score()));
    fields.add(Float.toString(verdict.pValue()));
    fields.add(Boolean.toString(verdict.ood()));
    fields.add("");
    for (float energy : verdict.energies().values()) {
      fields.add(Float.toString(energy));
    }
    if (line.reasons() != null) {
      addReasons(fields, line.reasons());
    }
    if (line.columns() != null) {
      addColumns(fields, line.columns());
    }
    return joined(fields);
  }

  @Override
  public String broken(String sample, String label, String error, @Nullable Line like) {
    List<String> fields = columns(like);
    Collections.fill(fields, "");
    fields.set(COLUMNS.indexOf("sample"), cell.apply(sample));
    fields.set(COLUMNS.indexOf("label"), cell.apply(label));
    fields.set(COLUMNS.indexOf("error"), cell.apply(error));
    return joined(fields);
  }

  private void addReasons(List<String> fields, Reasons reasons) {
    fields.add(cell.apply(reasons.inWords()));
    reasons.parts().forEach(part -> fields.add(Float.toString((float) reasons.share(part))));
  }

  private void addColumns(List<String> fields, List<ColumnReason> columns) {
    for (int i = 0; i < MOST_COLUMNS; i++) {
      if (i < columns.size()) {
        ColumnReason one = columns.get(i);
        fields.add(cell.apply(one.column().name()));
        fields.add(cell.apply(one.valueText()));
        fields.add(cell.apply(one.expectedText()));
        fields.add(Float.toString((float) one.share()));
      } else {
        fields.addAll(List.of("", "", "", ""));
      }
    }
  }

  private static String joined(List<String> fields) {
    return fields.stream().map(VerdictCsv::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  /** A text as a field of a line. */
  String field(String text) {
    return quoted(cell.apply(text));
  }

  static String quoted(String text) {
    return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
