package dev.stranger.score;

import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An engine that may be closed while others use it: new runs are refused at once, and the last one
 * under way frees it. Closing twice does nothing.
 */
final class SharedEngine implements Engine {

  /** Added to the number of runs when it is closed. */
  private static final long CLOSED = Long.MIN_VALUE;

  private final Engine engine;
  private final String place;
  private final AtomicLong runs = new AtomicLong();

  /**
   * @param place names the detector in complaints
   */
  SharedEngine(Engine engine, String place) {
    this.engine = engine;
    this.place = place;
  }

  @Override
  public GraphFacts facts() {
    return engine.facts();
  }

  @Override
  public int batchSize() {
    return engine.batchSize();
  }

  @Override
  public Map<String, float[]> run(FloatBuffer samples, int count, Set<String> outputs) {
    begin();
    try {
      return engine.run(samples, count, outputs);
    } finally {
      end();
    }
  }

  private void begin() {
    if (runs.getAndUpdate(now -> now < 0 ? now : now + 1) < 0) {
      throw new IllegalStateException("the detector " + place + " is closed; open it again");
    }
  }

  private void end() {
    if (runs.decrementAndGet() == CLOSED) {
      engine.close();
    }
  }

  @Override
  public void close() {
    if (runs.getAndUpdate(now -> now < 0 ? now : now + CLOSED) == 0) {
      engine.close();
    }
  }
}
