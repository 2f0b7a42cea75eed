package io.millrace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Posts a signed form to the object storage. */
final class FormUpload {
  private FormUpload() {}

  /** The fields come first and the file last: the storage ignores fields after it. */
  static void post(Transport transport, URI url, Map<String, String> fields, Path file) throws IOException, InterruptedException {
    String boundary = UUID.randomUUID().toString();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (Map.Entry<String, String> field : fields.entrySet()) {
      head.writeBytes(part(boundary, field.getKey(), ""));
      head.writeBytes((field.getValue() + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
    head.writeBytes(part(boundary, "file", "; filename=\"file\""));
    byte[] tail = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
    // Object stores refuse a form that does not tell its length, so the parts are joined by publishers that know theirs.
    HttpRequest request = HttpRequest.newBuilder(url)
        .header("Content-Type", "multipart/form-data; boundary=" + boundary)
        .POST(BodyPublishers.concat(BodyPublishers.ofByteArray(head.toByteArray()), BodyPublishers.ofFile(file), BodyPublishers.ofByteArray(tail)))
        .build();
    for (int failures = 0; ; failures++) {
      HttpResponse<String> response = null;
      IOException failure;
      try {
        response = attempt(transport, request);
        if (response.statusCode() / 100 == 2) return;
        failure = new IOException("the object storage answered " + response.statusCode() + ": " + response.body());
      } catch (IOException error) {
        failure = error;
      }
      boolean isTemporary = response == null || response.statusCode() >= 500 || response.statusCode() == 429;
      if (!isTemporary || failures >= transport.retries()) throw failure;
      Thread.sleep(Transport.pause(failures).toMillis());
    }
  }

  /** Sends the form once, and gives up when nothing was sent or answered for the time of an attempt, however large the file is. */
  private static HttpResponse<String> attempt(Transport transport, HttpRequest request) throws IOException, InterruptedException {
    AtomicLong sent = new AtomicLong();
    HttpRequest counted = HttpRequest.newBuilder(request, (name, value) -> true)
        .method(request.method(), new CountingPublisher(request.bodyPublisher().orElseThrow(), sent)).build();
    CompletableFuture<HttpResponse<String>> answer = transport.sendOnce(counted, HttpResponse.BodyHandlers.ofString());
    try {
      for (long before = -1; sent.get() != before; ) {
        before = sent.get();
        try {
          return answer.get(transport.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException error) {
          // It goes on if anything was sent meanwhile.
        }
      }
      throw new HttpTimeoutException("the object storage took and answered nothing for " + transport.timeout());
    } catch (ExecutionException error) {
      if (error.getCause() instanceof IOException cause) throw cause;
      throw new IOException(error.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  /** Counts the bytes that the client takes from a publisher. */
  private record CountingPublisher(BodyPublisher of, AtomicLong count) implements BodyPublisher {
    @Override
    public long contentLength() {
      return of.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      of.subscribe(new Flow.Subscriber<>() {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
          subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer part) {
          count.addAndGet(part.remaining());
          subscriber.onNext(part);
        }

        @Override
        public void onError(Throwable error) {
          subscriber.onError(error);
        }

        @Override
        public void onComplete() {
          subscriber.onComplete();
        }
      });
    }
  }

  private static byte[] part(String boundary, String name, String attributes) {
    String text = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"" + attributes + "\r\n\r\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String sha256(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int count; (count = content.read(buffer)) > 0; ) digest.update(buffer, 0, count);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }
}
