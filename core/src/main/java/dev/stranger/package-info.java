/**
 * The nouns of Stranger: samples and their shape.
 *
 * <p>A {@link dev.stranger.Dataset} is where every job begins. Readers and generators that make one
 * live in {@code dev.stranger.data}; what is measured on scores lives in {@code
 * dev.stranger.evaluate}.
 */
@NullMarked
package dev.stranger;

import org.jspecify.annotations.NullMarked;
