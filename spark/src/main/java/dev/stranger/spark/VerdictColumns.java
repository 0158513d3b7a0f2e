package dev.stranger.spark;

import dev.stranger.Reasons;
import dev.stranger.RequestException;
import dev.stranger.Verdict;
import dev.stranger.score.Explained;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * The columns that verdicts go to.
 *
 * @param score name of its column, as are the next ones; empty for no such column
 * @param energyNames what the detector calls its energies
 * @param nullable whether rows that cannot be judged are kept
 * @param wanted positions among the five columns of those that have a name
 */
record VerdictColumns(
    String score,
    String pValue,
    String isOod,
    String energies,
    String reasons,
    List<String> energyNames,
    boolean nullable,
    int[] wanted)
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

  private VerdictColumns(
      String score,
      String pValue,
      String isOod,
      String energies,
      String reasons,
      List<String> energyNames,
      boolean nullable) {
    this(
        score,
        pValue,
        isOod,
        energies,
        reasons,
        energyNames,
        nullable,
        wanted(List.of(score, pValue, isOod, energies, reasons)));
  }

  private static int[] wanted(List<String> names) {
    return IntStream.range(0, names.size()).filter(i -> !names.get(i).isEmpty()).toArray();
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
  InternalRow add(InternalRow row, Verdict verdict) {
    return add(row, verdict, null);
  }

  /** A row with its verdict and the reasons. */
  InternalRow add(InternalRow row, Explained explained) {
    return add(row, explained.verdict(), structs(explained.reasons()));
  }

  private InternalRow add(InternalRow row, Verdict verdict, @Nullable ArrayData parts) {
    return joined(
        row,
        verdict.score(),
        verdict.pValue(),
        verdict.ood(),
        energies.isEmpty() ? null : struct(verdict.energies().values()),
        parts);
  }

  /** A row that could not be judged: a stranger that nothing else is known of. */
  InternalRow addUnknown(InternalRow row) {
    return joined(row, null, null, true, null, null);
  }

  /**
   * @param verdict what would go into all columns, in their order
   */
  private InternalRow joined(InternalRow row, @Nullable Object... verdict) {
    Object[] values = new Object[wanted.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = verdict[wanted[i]];
    }
    return new JoinedRow(row, new GenericInternalRow(values));
  }

  private static InternalRow struct(float[] values) {
    Object[] fields = new Object[values.length];
    Arrays.setAll(fields, i -> values[i]);
    return new GenericInternalRow(fields);
  }

  private static ArrayData structs(Reasons reasons) {
    return new GenericArrayData(
        reasons.largestFirst().stream().map(part -> struct(reasons, part)).toArray());
  }

  private static InternalRow struct(Reasons reasons, Reasons.Part part) {
    return new GenericInternalRow(
        new Object[] {
          UTF8String.fromString(reasons.inWords(part)), part.amount(), reasons.share(part)
        });
  }
}
