/** What is done to a sample before a network sees it. */
@NullMarked
package dev.stranger.data.transform;

import org.jspecify.annotations.NullMarked;
