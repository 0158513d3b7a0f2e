/** Judges records, and watches keys for drift, in streams of Apache Flink and Kafka Streams. */
@NullMarked
package dev.stranger.stream;

import org.jspecify.annotations.NullMarked;
