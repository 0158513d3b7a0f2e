package dev.stranger.server;

import dev.stranger.VisibleText;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers what does not reach the routes, such as a request that is not HTTP. */
final class ConnectionErrors extends ErrorHandler {

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String reason,
      @Nullable Throwable cause,
      Callback callback) {
    @Nullable String path = Request.getPathInContext(request);
    String detail = reason == null ? "the request cannot be read" : VisibleText.of(reason);
    Problems.Answer answer = Problems.answer(path == null ? "/" : path, status, detail);
    response.setStatus(status);
    Guard.protect(response.getHeaders());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    response.write(true, BufferUtil.toBuffer(answer.body()), callback);
  }
}
