/** Decodes pictures, from files and from bytes, and refuses damaged and crafted ones. */
@NullMarked
package dev.stranger.picture;

import org.jspecify.annotations.NullMarked;
