package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.prepare.Scale;
import dev.stranger.table.Column;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructType;

/**
 * Rows that were drawn to learn from, as samples on the driver.
 *
 * @param columns names of the values, where samples are rows of a table that has any
 */
record DrawnSamples(Shape shape, List<String> columns, List<float[]> samples) {

  /**
   * @throws DataException when there are no rows, or one of them is no sample
   */
  static DrawnSamples of(StrangerEstimator estimator, Dataset<?> dataset) {
    All all = All.of(estimator, dataset);
    List<float[]> drawn =
        all.rows().takeSample(false, estimator.getMaxSamples(), estimator.getSeed());
    if (drawn.isEmpty()) {
      throw new DataException("%s has no samples to learn from".formatted(all.place()));
    }
    return new DrawnSamples(all.shape(), all.columns(), drawn);
  }

  /**
   * All rows of a table as samples, where they are.
   *
   * @param place names the input columns in complaints
   */
  record All(Shape shape, List<String> columns, String place, JavaRDD<float[]> rows) {

    static All of(StrangerEstimator estimator, Dataset<?> dataset) {
      Dataset<Row> rows = inputs(estimator, dataset.toDF());
      InputColumns input = InputColumns.of(estimator, rows.schema(), List.of());
      List<String> named = DrawnSamples.columns(input, rows.schema());
      Shape shape = DrawnSamples.shape(estimator, input, named, rows);
      List<String> columns = shape.equals(Shape.of(shape.size())) ? named : List.of();
      Reading reading =
          new Reading(
              input,
              shape.toString(),
              Column.numbers(columns),
              HandleInvalid.of(estimator.getHandleInvalid()));
      return new All(
          shape,
          columns,
          input.inWords(),
          rows.queryExecution().toRdd().toJavaRDD().mapPartitions(reading::all));
    }
  }

  /** Nothing else is read. */
  private static Dataset<Row> inputs(StrangerEstimator estimator, Dataset<Row> rows) {
    return rows.select(
        InputColumns.of(estimator, rows.schema(), List.of()).names().stream()
            .map(name -> InputColumns.column(name, rows))
            .toArray(org.apache.spark.sql.Column[]::new));
  }

  private static List<String> columns(InputColumns input, StructType schema) {
    if (input.several()) {
      return input.names();
    }
    return schema.apply(input.names().get(0)).dataType() instanceof StructType struct
        ? List.of(struct.fieldNames())
        : List.of();
  }

  /** What was set, else as many values as the columns or the first row have. */
  private static Shape shape(
      StrangerEstimator estimator, InputColumns input, List<String> columns, Dataset<Row> rows) {
    if (!estimator.getShape().isEmpty()) {
      return Shape.parse(estimator.getShape());
    }
    String first = input.names().get(0);
    if (rows.schema().apply(first).dataType() instanceof BinaryType) {
      throw new RequestException(
          "column '%s' holds pictures; set the shape that they get, such as 3x32x32"
              .formatted(first));
    }
    return Shape.of(columns.isEmpty() ? length(first, rows) : columns.size());
  }

  private static int length(String column, Dataset<Row> rows) {
    org.apache.spark.sql.Column all = InputColumns.column(column, rows);
    List<Row> first = rows.select(all).where(all.isNotNull()).takeAsList(1);
    if (first.isEmpty()) {
      throw new DataException("column '%s' has no samples to learn from".formatted(column));
    }
    return SampleValues.length(first.get(0).get(0));
  }

  /**
   * Makes samples of rows, in tasks: boxed rows would fill the driver.
   *
   * @param columns whose values may be missing; empty for samples that are no rows of a table
   */
  private record Reading(
      InputColumns input, String shape, List<Column> columns, HandleInvalid handleInvalid)
      implements Serializable {

    Iterator<float[]> all(Iterator<InternalRow> rows) {
      Shape parsed = Shape.parse(shape);
      SampleValues values = SampleValues.of(parsed, columns, encoded -> picture(encoded, parsed));
      return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false)
          .flatMap(row -> sample(row, values).stream())
          .iterator();
    }

    private Optional<float[]> sample(InternalRow row, SampleValues values) {
      float[] sample = new float[values.shape().size()];
      try {
        values.put(input.value(row), sample, 0);
        return Optional.of(sample);
      } catch (DataException e) {
        if (handleInvalid != HandleInvalid.ERROR) {
          return Optional.empty();
        }
        throw new DataException(
            "a row cannot be learnt from, see %s: %s; correct it, or set handleInvalid to skip"
                .formatted(input.inWords(), e.getMessage()),
            e);
      }
    }

    private static float[] picture(byte[] encoded, Shape shape) {
      float[] levels = new float[shape.size()];
      EncodedPicture.of(encoded, "the picture").decode(shape, levels, 0);
      Scale.toUnit().apply(shape, levels, levels, 0);
      return levels;
    }
  }
}
