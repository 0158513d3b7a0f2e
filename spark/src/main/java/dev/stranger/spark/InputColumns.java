package dev.stranger.spark;

import dev.stranger.RequestException;
import dev.stranger.table.Column;
import dev.stranger.table.Column.Kind;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericRow;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Where in a row a sample is. Found on the driver, where a wrong column is refused before a job
 * starts, and sent to the tasks.
 *
 * @param names of one column with samples, or of several with a value each
 * @param positions of these columns
 * @param types of these columns
 * @param several whether each column holds one value
 */
record InputColumns(List<String> names, int[] positions, List<DataType> types, boolean several)
    implements Serializable {

  private static final String FEATURES = "features";

  /**
   * The columns that were set; else those that the detector knows by name; else {@code features}.
   *
   * @param known the detector's columns in the order of its values, or empty
   * @throws RequestException when there is no such column, or it holds no samples
   */
  static InputColumns of(JudgeParams<?> params, StructType schema, List<Column> known) {
    if (params.isSet(params.inputCols())) {
      return several(List.of(params.getInputCols()), schema, known);
    }
    if (params.isSet(params.inputCol())) {
      return one(params.getInputCol(), schema, known);
    }
    return known.isEmpty()
        ? one(FEATURES, schema, known)
        : several(Column.names(known), schema, known);
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

  private static InputColumns one(String name, StructType schema, List<Column> known) {
    InputColumns columns = new InputColumns(List.of(name), schema, false);
    requireType(name, schema, InputColumns::holdsSamples, "a vector, array, picture or struct");
    if (schema.apply(name).dataType() instanceof StructType struct) {
      requireValues(inOrder(List.of(struct.fieldNames()), Column.names(known)), struct, known);
    }
    return columns;
  }

  private static InputColumns several(List<String> given, StructType schema, List<Column> known) {
    List<String> names = inOrder(given, Column.names(known));
    InputColumns columns = new InputColumns(names, schema, true);
    requireValues(names, schema, known);
    return columns;
  }

  /** Each holds values of its column, and of unknown columns numbers. */
  private static void requireValues(List<String> names, StructType schema, List<Column> known) {
    for (int i = 0; i < names.size(); i++) {
      Kind kind = known.isEmpty() ? Kind.NUMBER : known.get(i).kind();
      requireType(names.get(i), schema, type -> isValue(type, kind), words(kind));
    }
  }

  private InputColumns(List<String> names, StructType schema, boolean several) {
    this(
        names,
        names.stream().mapToInt(name -> position(name, schema)).toArray(),
        names.stream().map(name -> schema.apply(name).dataType()).toList(),
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
        || type instanceof StructType;
  }

  /** A table that was read without a schema has text, whatever its columns hold. */
  private static boolean isValue(DataType type, Kind kind) {
    return type instanceof StringType
        || switch (kind) {
          case NUMBER -> type instanceof NumericType;
          case CATEGORY -> type instanceof NumericType || type instanceof BooleanType;
          case TIME ->
              type instanceof DateType
                  || type instanceof TimestampType
                  || type instanceof TimestampNTZType;
        };
  }

  private static String words(Kind kind) {
    return switch (kind) {
      case NUMBER -> "a number";
      case CATEGORY -> "text, a boolean or a number";
      case TIME -> "a date, a timestamp or text";
    };
  }

  /** What a sample is made of; several columns are a row without names. */
  @Nullable Object value(InternalRow row) {
    if (!several) {
      return value(row, positions[0], types.get(0));
    }
    Object[] values = new Object[positions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row, positions[i], types.get(i));
    }
    return new GenericRow(values);
  }

  private static @Nullable Object value(SpecializedGetters row, int position, DataType type) {
    if (row.isNullAt(position)) {
      return null;
    }
    if (type instanceof ArrayType array) {
      return values(row.getArray(position), array.elementType());
    }
    if (type instanceof StructType struct) {
      return fields(row.getStruct(position, struct.size()), struct);
    }
    Object value = row.get(position, type);
    return type instanceof UserDefinedType<?> own
        ? own.deserialize(value)
        : value instanceof UTF8String text
            ? text.toString()
            : value instanceof Decimal decimal ? decimal.toBigDecimal() : time(value, type);
  }

  /** Spark keeps times as numbers; what is no time stays as it is. */
  private static Object time(Object value, DataType type) {
    if (type instanceof DateType) {
      return LocalDate.ofEpochDay((int) value);
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return Instant.EPOCH.plus((long) value, ChronoUnit.MICROS);
    }
    return value;
  }

  /** A null among numbers would become zero, so that such arrays are read one by one. */
  private static Object values(ArrayData array, DataType type) {
    if (type instanceof FloatType && !hasNull(array)) {
      return array.toFloatArray();
    }
    if (type instanceof DoubleType && !hasNull(array)) {
      return array.toDoubleArray();
    }
    Object[] values = new Object[array.numElements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(array, i, type);
    }
    return values;
  }

  private static boolean hasNull(ArrayData array) {
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i)) {
        return true;
      }
    }
    return false;
  }

  private static Object fields(InternalRow row, StructType struct) {
    Object[] fields = new Object[struct.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = value(row, i, struct.apply(i).dataType());
    }
    return new GenericRowWithSchema(fields, struct);
  }

  /** By a name that may have dots, which else are steps into a struct. */
  static org.apache.spark.sql.Column column(String name, Dataset<Row> rows) {
    return rows.col("`" + name.replace("`", "``") + "`");
  }

  String inWords() {
    return names.size() == 1 ? "column '" + names.get(0) + "'" : names.size() + " columns";
  }
}
