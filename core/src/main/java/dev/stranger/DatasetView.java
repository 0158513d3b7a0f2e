package dev.stranger;

import dev.stranger.series.Windowed;
import dev.stranger.table.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set made of another one, whose columns and names of samples it keeps. */
interface DatasetView extends Dataset {

  Dataset source();

  @Override
  default List<Column> columns() {
    return source().columns();
  }

  @Override
  default @Nullable Windowed windows() {
    return source().windows();
  }

  @Override
  default String resizedFrom() {
    return source().resizedFrom();
  }

  @Override
  default List<String> passedOver() {
    return source().passedOver();
  }

  @Override
  default List<String> remarks() {
    return source().remarks();
  }

  @Override
  default String sampleName(long index) {
    return source().sampleName(index);
  }
}
