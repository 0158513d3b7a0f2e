/** Columns of tables: what they hold, and how it becomes numbers. */
@NullMarked
package dev.stranger.table;

import org.jspecify.annotations.NullMarked;
