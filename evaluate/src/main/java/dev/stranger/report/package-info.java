/** What was found, for people: the report of an evaluation, and pictures of data and scores. */
@NullMarked
package dev.stranger.report;

import org.jspecify.annotations.NullMarked;
