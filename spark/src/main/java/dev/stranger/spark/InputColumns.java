package dev.stranger.spark;

import dev.stranger.RequestException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Where in a row a sample is. Found on the driver, where a wrong column is refused before a job
 * starts, and sent to the tasks.
 *
 * @param names of one column with samples, or of several with a value each
 * @param positions of these columns
 * @param heavy positions of all columns of bytes and text, which rows that wait may be full of
 * @param several whether each column holds one value
 */
record InputColumns(List<String> names, int[] positions, int[] heavy, boolean several)
    implements Serializable {

  private static final String FEATURES = "features";

  /**
   * The columns that were set; else those that the detector knows by name; else {@code features}.
   *
   * @param known the detector's columns in the order of its values, or empty
   * @throws RequestException when there is no such column, or it holds no samples
   */
  static InputColumns of(JudgeParams<?> params, StructType schema, List<String> known) {
    if (params.isSet(params.inputCols())) {
      return several(inOrder(List.of(params.getInputCols()), known), schema);
    }
    if (params.isSet(params.inputCol())) {
      return one(params.getInputCol(), schema, known);
    }
    return known.isEmpty() ? one(FEATURES, schema, known) : several(known, schema);
  }

  /** Columns that the detector knows by name may be given in any order. */
  private static List<String> inOrder(List<String> given, List<String> known) {
    if (known.isEmpty() || given.equals(known)) {
      return given;
    }
    if (given.size() != known.size() || !given.containsAll(known)) {
      throw new RequestException(
          "the input columns are %s, those of the detector are %s; rename or select them"
              .formatted(String.join(", ", given), String.join(", ", known)));
    }
    return known;
  }

  private static InputColumns one(String name, StructType schema, List<String> known) {
    InputColumns columns = new InputColumns(List.of(name), schema, false);
    requireType(name, schema, InputColumns::holdsSamples, "a vector, array, picture or struct");
    if (schema.apply(name).dataType() instanceof StructType struct) {
      inOrder(List.of(struct.fieldNames()), known);
    }
    return columns;
  }

  private static InputColumns several(List<String> names, StructType schema) {
    InputColumns columns = new InputColumns(names, schema, true);
    names.forEach(name -> requireType(name, schema, InputColumns::isValue, "a number"));
    return columns;
  }

  private InputColumns(List<String> names, StructType schema, boolean several) {
    this(
        names,
        names.stream().mapToInt(name -> position(name, schema)).toArray(),
        IntStream.range(0, schema.size())
            .filter(i -> isHeavy(schema.apply(i).dataType()))
            .toArray(),
        several);
  }

  private static int position(String name, StructType schema) {
    int position = Arrays.asList(schema.fieldNames()).indexOf(name);
    if (position < 0) {
      throw new RequestException(
          "there is no column '%s'; set inputCol or inputCols to some of %s"
              .formatted(name, String.join(", ", schema.fieldNames())));
    }
    return position;
  }

  private interface TypeCheck {
    boolean accepts(DataType type);
  }

  private static void requireType(String name, StructType schema, TypeCheck check, String wanted) {
    DataType type = schema.apply(name).dataType();
    if (!check.accepts(type)) {
      throw new RequestException(
          "column '%s' is of type %s, not %s".formatted(name, type.simpleString(), wanted));
    }
  }

  private static boolean holdsSamples(DataType type) {
    return type.equals(SQLDataTypes.VectorType())
        || type instanceof ArrayType array && array.elementType() instanceof NumericType
        || type instanceof BinaryType
        || type instanceof StructType struct
            && Arrays.stream(struct.fields()).allMatch(field -> isValue(field.dataType()));
  }

  /** A table that was read without a schema has text that is a number. */
  private static boolean isValue(DataType type) {
    return type instanceof NumericType || type instanceof StringType;
  }

  private static boolean isHeavy(DataType type) {
    return type instanceof BinaryType || type instanceof StringType;
  }

  /** What a sample is made of. */
  @Nullable Object value(Row row) {
    if (!several) {
      return row.get(positions[0]);
    }
    Object[] values = new Object[positions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(positions[i]);
    }
    return values;
  }

  /** The length of all bytes and text in a row. */
  long weight(Row row) {
    long weight = 0;
    for (int position : heavy) {
      Object value = row.get(position);
      weight +=
          value instanceof byte[] bytes ? bytes.length : value instanceof String s ? s.length() : 0;
    }
    return weight;
  }

  String inWords() {
    return names.size() == 1 ? "column '" + names.get(0) + "'" : names.size() + " columns";
  }
}
