package io.millrace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

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
      IOException failure;
      try {
        HttpResponse<String> response = transport.sendOnce(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 == 2) return;
        failure = new IOException("the object storage answered " + response.statusCode() + ": " + response.body());
        if (response.statusCode() < 500 && response.statusCode() != 429) throw failure;
      } catch (java.net.ConnectException | java.net.http.HttpTimeoutException error) {
        failure = error;
      }
      if (failures >= transport.retries()) throw failure;
      Thread.sleep(Transport.pause(failures).toMillis());
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
