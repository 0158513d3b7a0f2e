/**
 * Samples that are changed a little, on purpose, so that a detector takes them for what they are
 * not; and how much of that it withstands.
 */
@NullMarked
package dev.stranger.train.attack;

import org.jspecify.annotations.NullMarked;
