package dev.stranger.spark.scores;

import java.io.Serial;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;
import org.jspecify.annotations.Nullable;

/** Sketches the scores of each partition where it is, and merges the sketches. */
final class ScoreAggregator extends Aggregator<@Nullable Float, ScoreSketch, byte[]> {

  @Serial private static final long serialVersionUID = 1;

  @Override
  public ScoreSketch zero() {
    return new ScoreSketch();
  }

  @Override
  public ScoreSketch reduce(ScoreSketch sketch, @Nullable Float score) {
    sketch.add(score == null ? Float.NaN : score);
    return sketch;
  }

  @Override
  public ScoreSketch merge(ScoreSketch sketch, ScoreSketch other) {
    sketch.merge(other);
    return sketch;
  }

  @Override
  public byte[] finish(ScoreSketch sketch) {
    return sketch.toBytes();
  }

  @Override
  public Encoder<ScoreSketch> bufferEncoder() {
    return Encoders.javaSerialization(ScoreSketch.class);
  }

  @Override
  public Encoder<byte[]> outputEncoder() {
    return Encoders.BINARY();
  }
}
