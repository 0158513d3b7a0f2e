/**
 * The detectors that are served: opened, replaced while they judge, judging in batches, watched.
 */
@NullMarked
package dev.stranger.server.live;

import org.jspecify.annotations.NullMarked;
