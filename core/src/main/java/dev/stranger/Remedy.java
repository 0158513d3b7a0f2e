package dev.stranger;

/**
 * What would help against a {@link StrangerException}. Its message says so in words; a program with
 * options or fields of its own can name the one to change.
 */
public enum Remedy {
  /** Another size of pictures. */
  SIZE,
  /** Rows that are read as series. */
  SERIES,
  /** Rows that are the steps of recordings, cut into windows. */
  WINDOW,
  /** The name of the column that tells recordings apart. */
  ENTITY,
  /** The name of the column that holds the time. */
  TIME,
  /** The name of the column that holds the label. */
  LABEL,
  /** What the columns of a table hold. */
  TYPES,
  /** Another device. */
  DEVICE,
  /** Another checkpoint file. */
  CHECKPOINT,
  /** Going on from a checkpoint, or not. */
  RESUME,
  /** Another network. */
  NETWORK,
  /** A smaller batch. */
  BATCH,
  /** Another folder for data sets. */
  DATA_FOLDER,
  /** Fetching the data set. */
  FETCH,
  /** Calibrating by label when training. */
  BY_LABEL,
  /** Training a detector. */
  TRAIN,
  /** Making a new pair of keys. */
  NEW_KEY,
  /** Another folder for what is cached. */
  CACHE,
  /** Another folder for temporary files. */
  SCRATCH,
  /** Another port of the service. */
  PORT
}
