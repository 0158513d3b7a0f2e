/**
 * Trains default detectors on every set of a folder and compares them with simple baselines: a
 * {@link dev.stranger.train.benchmark.Benchmark} makes a {@link
 * dev.stranger.train.benchmark.SetResult} of each set, {@link
 * dev.stranger.train.benchmark.BenchmarkResults} sums them up.
 */
@NullMarked
package dev.stranger.train.benchmark;

import org.jspecify.annotations.NullMarked;
