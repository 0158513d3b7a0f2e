/** Long recordings of one or more channels, and the windows that they are cut into. */
@NullMarked
package dev.stranger.series;

import org.jspecify.annotations.NullMarked;
