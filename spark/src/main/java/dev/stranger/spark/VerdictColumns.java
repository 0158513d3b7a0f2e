package dev.stranger.spark;

import dev.stranger.Reasons;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.score.Explained;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The columns that verdicts go to.
 *
 * @param score name of its column, as are the next ones; empty for no such column
 * @param energyNames what the detector calls its energies
 * @param nullable whether rows that cannot be judged are kept
 */
record VerdictColumns(
    String score,
    String pValue,
    String isOod,
    String energies,
    String reasons,
    List<String> energyNames,
    boolean nullable)
    implements Serializable {

  private static final StructType REASON =
      new StructType()
          .add("statistic", DataTypes.StringType, false)
          .add("amount", DataTypes.DoubleType, false)
          .add("share", DataTypes.DoubleType, false);

  static VerdictColumns of(JudgeParams<?> params, List<String> energyNames) {
    return new VerdictColumns(
        params.getScoreCol(),
        params.getPValueCol(),
        params.getIsOodCol(),
        params.getEnergiesCol(),
        params.getReasonsCol(),
        energyNames,
        HandleInvalid.of(params.getHandleInvalid()) == HandleInvalid.KEEP);
  }

  /** What a stage has when nothing is set. */
  static void setDefaults(JudgeParams<?> params) {
    params.setDefault(params.scoreCol(), "score");
    params.setDefault(params.pValueCol(), "pValue");
    params.setDefault(params.isOodCol(), "isOod");
    params.setDefault(params.energiesCol(), "");
    params.setDefault(params.reasonsCol(), "");
    params.setDefault(params.handleInvalid(), HandleInvalid.ERROR.toString());
  }

  /**
   * @throws RequestException when there is a column of one of these names
   */
  StructType addedTo(StructType schema) {
    StructType added = schema;
    for (StructField field : fields().toList()) {
      if (Arrays.asList(added.fieldNames()).contains(field.name())) {
        throw new RequestException(
            "there is a column '%s' already; set another name for that of the verdict"
                .formatted(field.name()));
      }
      added = added.add(field);
    }
    return added;
  }

  private Stream<StructField> fields() {
    return Stream.of(
            field(score, DataTypes.FloatType, nullable),
            field(pValue, DataTypes.FloatType, nullable),
            field(isOod, DataTypes.BooleanType, false),
            field(energies, energyType(energyNames), nullable),
            field(reasons, DataTypes.createArrayType(REASON, false), nullable))
        .filter(field -> !field.name().isEmpty());
  }

  private static StructField field(String name, DataType type, boolean nullable) {
    return DataTypes.createStructField(name, type, nullable);
  }

  private static DataType energyType(List<String> names) {
    return DataTypes.createStructType(
        names.stream().map(name -> field(name, DataTypes.FloatType, false)).toList());
  }

  boolean wantsReasons() {
    return !reasons.isEmpty();
  }

  /** A row with its verdict. */
  Row add(Row row, Verdict verdict) {
    return add(row, verdict, null);
  }

  /** A row with its verdict and the reasons. */
  Row add(Row row, Explained explained) {
    return add(row, explained.verdict(), structs(explained.reasons()));
  }

  private Row add(Row row, Verdict verdict, Row @Nullable [] parts) {
    return joined(
        row,
        verdict.score(),
        verdict.pValue(),
        verdict.ood(),
        energies.isEmpty() ? null : struct(verdict.energies().values()),
        parts);
  }

  /** A row that could not be judged: a stranger that nothing else is known of. */
  Row addUnknown(Row row) {
    return joined(row, null, null, true, null, null);
  }

  /**
   * @param verdict what would go into all columns, in their order
   */
  private Row joined(Row row, @Nullable Object... verdict) {
    List<String> names = List.of(score, pValue, isOod, energies, reasons);
    Object[] values =
        new Object[row.length() + (int) names.stream().filter(n -> !n.isEmpty()).count()];
    for (int i = 0; i < row.length(); i++) {
      values[i] = row.get(i);
    }
    int next = row.length();
    for (int i = 0; i < verdict.length; i++) {
      if (!names.get(i).isEmpty()) {
        values[next++] = verdict[i];
      }
    }
    return RowFactory.create(values);
  }

  private static Row struct(float[] values) {
    Object[] fields = new Object[values.length];
    Arrays.setAll(fields, i -> values[i]);
    return RowFactory.create(fields);
  }

  private static Row[] structs(Reasons reasons) {
    return reasons.largestFirst().stream()
        .map(part -> RowFactory.create(reasons.inWords(part), part.amount(), reasons.share(part)))
        .toArray(Row[]::new);
  }
}
