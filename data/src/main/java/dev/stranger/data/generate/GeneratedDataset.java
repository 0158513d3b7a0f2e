package dev.stranger.data.generate;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import java.util.function.Supplier;

/** A set whose samples are made when they are read; every pass gets a maker of its own. */
record GeneratedDataset(Header header, Supplier<SampleMaker> makers) implements Dataset {

  @Override
  public Cursor open() {
    SampleMaker maker = makers.get();
    return new Cursor() {
      private long index;
      private int label = NO_LABEL;

      @Override
      public boolean next(float[] target, int offset) {
        if (index >= size()) {
          return false;
        }
        label = maker.make(index++, target, offset);
        return true;
      }

      @Override
      public int label() {
        return label;
      }

      @Override
      public void close() {}
    };
  }
}
