package dev.stranger.train.suspect;

/**
 * A sample that looks like a stranger among the others.
 *
 * @param position in the data set
 * @param name as {@link dev.stranger.Dataset#sampleName} has it
 * @param label its name, or empty
 * @param suspicion higher is stranger; only to compare samples of one search
 */
public record Suspect(int position, String name, String label, double suspicion) {}
