package dev.stranger.bench;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.data.generate.HeartbeatKind;
import dev.stranger.data.generate.Heartbeats;
import dev.stranger.data.generate.SpriteShape;
import dev.stranger.data.generate.Sprites;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

/** What a generated sample costs. Claims: a sprite and a beat some microseconds. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GenerateBench {

  private static final int SAMPLES = 1_000;

  private final Dataset sprites = Sprites.sample(EnumSet.allOf(SpriteShape.class), SAMPLES, 1);
  private final Dataset beats = Heartbeats.sample(EnumSet.allOf(HeartbeatKind.class), SAMPLES, 1);

  public static void main(String[] args) throws RunnerException {
    Microseconds.of(GenerateBench.class);
  }

  @Benchmark
  @OperationsPerInvocation(SAMPLES)
  public float sprite() {
    return lastValue(sprites);
  }

  @Benchmark
  @OperationsPerInvocation(SAMPLES)
  public float beat() {
    return lastValue(beats);
  }

  private static float lastValue(Dataset data) {
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {}
    }
    return sample[sample.length - 1];
  }
}
