/**
 * Small charts, as SVG text or as pixels. Colours and fonts of SVG come from the style sheet of the
 * page around it.
 */
@NullMarked
package dev.stranger.report.svg;

import org.jspecify.annotations.NullMarked;
