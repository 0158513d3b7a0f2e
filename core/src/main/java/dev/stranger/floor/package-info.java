/**
 * Floors: the simple scores a user would try first. A detector that does not beat them has learned
 * nothing.
 */
@NullMarked
package dev.stranger.floor;

import org.jspecify.annotations.NullMarked;
