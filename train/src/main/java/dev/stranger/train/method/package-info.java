/**
 * What a method is: a {@link dev.stranger.train.method.Method} learns from {@link
 * dev.stranger.train.method.TrainingData} in a {@link dev.stranger.train.method.TrainingRun} and
 * gives a {@link dev.stranger.train.method.ModelGraph}, which offers scores.
 */
@NullMarked
package dev.stranger.train.method;

import org.jspecify.annotations.NullMarked;
