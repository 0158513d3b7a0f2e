package dev.stranger.data.catalogue;

/** Hears how a fetch is getting on. Called on the thread that fetches. */
public interface FetchListener {

  /**
   * @param done bytes of the file that are here, resumed ones included
   * @param total bytes of the whole file, or -1 when the server does not say
   */
  void progress(String file, long done, long total);

  /** A connection was lost and is tried again. */
  void retry(String file, String reason);

  /** The file is complete and verified. */
  void done(String file);
}
