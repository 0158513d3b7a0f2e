/**
 * Strangers made of normal samples, for those who have none: every {@link
 * dev.stranger.data.alter.Alteration} turns a set into one that is just as large and differs from
 * it in one respect.
 */
@NullMarked
package dev.stranger.data.alter;

import org.jspecify.annotations.NullMarked;
