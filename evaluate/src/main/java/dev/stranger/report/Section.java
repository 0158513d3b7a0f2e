package dev.stranger.report;

import dev.stranger.report.svg.Markup;
import java.util.function.Consumer;

/**
 * One part of a page.
 *
 * @param id a word for the address of the part, and for the way to it
 * @param content writes the part; one that writes nothing is left out, with its title
 */
public record Section(String id, String title, Consumer<Markup> content) {}
