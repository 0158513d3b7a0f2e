/**
 * Small charts as SVG text. Colours and fonts come from the style sheet of the page around them.
 */
@NullMarked
package dev.stranger.report.svg;

import org.jspecify.annotations.NullMarked;
