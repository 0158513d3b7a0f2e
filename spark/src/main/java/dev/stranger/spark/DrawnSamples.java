package dev.stranger.spark;

import dev.stranger.DataException;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.picture.EncodedPicture;
import dev.stranger.prepare.Scale;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructType;

/**
 * Rows that were drawn to learn from, as samples on the driver.
 *
 * @param columns names of the values, where the table has any
 */
record DrawnSamples(Shape shape, List<String> columns, List<float[]> samples) {

  /**
   * @throws DataException when there are no rows, or one of them is no sample
   */
  static DrawnSamples of(StrangerEstimator estimator, Dataset<?> dataset) {
    InputColumns input = InputColumns.of(estimator, dataset.schema(), List.of());
    List<String> columns = columns(input, dataset.schema());
    Dataset<Row> rows = dataset.toDF();
    Reading reading =
        new Reading(
            input,
            shape(estimator, input, columns, rows),
            HandleInvalid.of(estimator.getHandleInvalid()));
    List<float[]> drawn =
        rows.toJavaRDD()
            .mapPartitions(reading::all)
            .takeSample(false, estimator.getMaxSamples(), estimator.getSeed());
    if (drawn.isEmpty()) {
      throw new DataException("%s has no samples to learn from".formatted(input.inWords()));
    }
    return new DrawnSamples(reading.shape, columns, drawn);
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
    List<Row> first = rows.select(column).where(rows.col(column).isNotNull()).takeAsList(1);
    if (first.isEmpty()) {
      throw new DataException("column '%s' has no samples to learn from".formatted(column));
    }
    return SampleValues.length(first.get(0).get(0));
  }

  /** Makes samples of rows, in tasks: boxed rows would fill the driver. */
  private record Reading(InputColumns input, Shape shape, HandleInvalid handleInvalid)
      implements Serializable {

    Iterator<float[]> all(Iterator<Row> rows) {
      SampleValues values = new SampleValues(shape, List.of(), this::picture);
      return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false)
          .flatMap(row -> sample(row, values).stream())
          .iterator();
    }

    private Optional<float[]> sample(Row row, SampleValues values) {
      float[] sample = new float[shape.size()];
      try {
        values.put(input.value(row), sample, 0);
        SampleValues.requireFinite(sample);
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

    private float[] picture(byte[] encoded) {
      float[] levels = new float[shape.size()];
      EncodedPicture.of(encoded, "the picture").decode(shape, levels, 0);
      Scale.toUnit().apply(shape, levels, levels, 0);
      return levels;
    }
  }
}
