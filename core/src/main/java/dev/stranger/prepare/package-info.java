/** What is done to a sample before a network sees it. */
@NullMarked
package dev.stranger.prepare;

import org.jspecify.annotations.NullMarked;
