package dev.stranger.bench;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks of a class with JMH, which keeps the compiler from cheating. */
final class Microseconds {

  private Microseconds() {}

  static void of(Class<?> benchmarks) throws RunnerException {
    new Runner(new OptionsBuilder().include(benchmarks.getName() + "\\.").build()).run();
  }
}
