/** The detector file and the detector that is opened from it: all that production needs. */
@NullMarked
package dev.stranger.score;

import org.jspecify.annotations.NullMarked;
