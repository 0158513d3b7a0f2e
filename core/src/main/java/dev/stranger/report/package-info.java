/** Pictures of data and scores. */
@NullMarked
package dev.stranger.report;

import org.jspecify.annotations.NullMarked;
