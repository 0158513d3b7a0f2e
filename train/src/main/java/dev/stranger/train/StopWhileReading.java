package dev.stranger.train;

import dev.stranger.Header;
import dev.stranger.Shape;
import dev.stranger.Transform;
import dev.stranger.train.loop.TrainListener;
import java.util.concurrent.CancellationException;

/** Leaves samples as they are, and lets a listener stop a reading that takes long. */
record StopWhileReading(TrainListener listener) implements Transform {

  @Override
  public Header describe(Header source) {
    return source;
  }

  @Override
  public void apply(Shape shape, float[] sample, float[] target, int offset) {
    if (listener.stop()) {
      throw new CancellationException(
          "training was stopped while its samples were read; nothing was kept");
    }
    System.arraycopy(sample, 0, target, offset, sample.length);
  }
}
