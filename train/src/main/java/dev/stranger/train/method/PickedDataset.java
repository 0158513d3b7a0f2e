package dev.stranger.train.method;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.IndexedDataset;
import java.util.function.UnaryOperator;

/** Some samples of a set in the order of their positions, unlabelled, prepared one by one. */
record PickedDataset(
    IndexedDataset source, int[] positions, UnaryOperator<float[]> preparation, Header header)
    implements Dataset {

  @Override
  public Cursor open() {
    return new Cursor() {
      private int next;

      @Override
      public boolean next(float[] target, int offset) {
        if (next == positions.length) {
          return false;
        }
        float[] sample = preparation.apply(source.sample(positions[next++]));
        System.arraycopy(sample, 0, target, offset, sample.length);
        return true;
      }

      @Override
      public int label() {
        return NO_LABEL;
      }

      @Override
      public void close() {}
    };
  }
}
