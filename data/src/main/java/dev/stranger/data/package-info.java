/**
 * Readers: one class a file format, each of which turns a file into a streaming {@link
 * dev.stranger.Dataset}. {@link dev.stranger.data.DataFiles} picks the reader for a path.
 *
 * <p>Readers trust nothing a file says of itself: a header that claims more than the file can hold
 * is refused before memory is taken, and every complaint is a {@link dev.stranger.DataException}.
 */
@NullMarked
package dev.stranger.data;

import org.jspecify.annotations.NullMarked;
