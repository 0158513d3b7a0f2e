/**
 * The experiments of the paper, and its published figures beside what they measure. {@link
 * dev.stranger.paper.PaperReport} writes both down.
 */
@NullMarked
package dev.stranger.paper;

import org.jspecify.annotations.NullMarked;
