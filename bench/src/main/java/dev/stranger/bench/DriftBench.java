package dev.stranger.bench;

import dev.stranger.Calibration;
import dev.stranger.calibrate.OnlineCalibration;
import dev.stranger.calibrate.TestMartingale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

/**
 * What a score of a stream costs once many were seen. Claims: after eight million at most ten times
 * as much as after a hundred thousand, microseconds; a bet on its p-value about one more.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 40)
@Measurement(iterations = 20)
@Fork(1)
public class DriftBench {

  private static final int SCORES = 20_000;

  public static void main(String[] args) throws RunnerException {
    Microseconds.of(DriftBench.class);
  }

  /** A stream so far. Each round begins anew, as every score makes it longer. */
  @State(Scope.Thread)
  public static class Stream {

    @Param({"100000", "1000000", "8000000", "16000000"})
    int held;

    private final Random random = new Random(1);
    private final float[] next = new float[SCORES];
    private Calibration past;
    private OnlineCalibration online;

    @Setup(Level.Trial)
    public void fill() {
      float[] scores = new float[held];
      fill(scores);
      fill(next);
      past = Calibration.of(scores);
    }

    @Setup(Level.Iteration)
    public void restart() {
      online = new OnlineCalibration(past);
    }

    private void fill(float[] scores) {
      for (int i = 0; i < scores.length; i++) {
        scores[i] = (float) random.nextGaussian();
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(SCORES)
  public double score(Stream stream) {
    double sum = 0;
    for (float score : stream.next) {
      sum += stream.online.add(score);
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(SCORES)
  public double bet() {
    TestMartingale bet = new TestMartingale();
    for (int i = 1; i <= SCORES; i++) {
      bet.add(i / (double) SCORES);
    }
    return bet.logValue();
  }
}
