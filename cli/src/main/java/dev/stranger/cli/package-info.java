/** The command line: one class a command, none of which holds logic of its own. */
@NullMarked
package dev.stranger.cli;

import org.jspecify.annotations.NullMarked;
