/** Judges over HTTP. */
@NullMarked
package dev.stranger.server;

import org.jspecify.annotations.NullMarked;
