/** Detectors in streams of Apache Flink and Kafka Streams. */
@NullMarked
package dev.stranger.stream;

import org.jspecify.annotations.NullMarked;
