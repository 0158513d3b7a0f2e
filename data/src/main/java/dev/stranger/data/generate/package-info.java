/**
 * Data sets made by a program, so that a demo or a test needs no download: {@link
 * dev.stranger.data.generate.Sprites} are images, {@link dev.stranger.data.generate.Heartbeats} are
 * series.
 *
 * <p>Nothing is stored: a sample is made when it is read and depends only on the options of its set
 * and its position in it.
 */
@NullMarked
package dev.stranger.data.generate;

import org.jspecify.annotations.NullMarked;
