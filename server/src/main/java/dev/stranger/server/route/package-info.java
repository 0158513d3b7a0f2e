/** What is answered under each path: requests are read, judged, and written as JSON or bytes. */
@NullMarked
package dev.stranger.server.route;

import org.jspecify.annotations.NullMarked;
