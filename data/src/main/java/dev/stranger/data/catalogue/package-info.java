/**
 * Data sets known by name: where they come from, how a copy is verified, how they are fetched and
 * which parts they have. {@link dev.stranger.data.catalogue.Catalogue} is the door.
 */
@NullMarked
package dev.stranger.data.catalogue;

import org.jspecify.annotations.NullMarked;
