package io.millrace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Sends the requests of all operations: adds the token, an Idempotency-Key and a trace id, and repeats what is safe to repeat. A GET
 * changes nothing; a POST has one Idempotency-Key for all its attempts.
 */
final class Transport extends HttpClient {
  private static final String SIGN_IN = "/v1/users/userLogin";
  private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);
  private static final List<String> LONG_OPERATIONS =
      List.of("/closeSignedStorage", "/completeMultipartStorage", "/exportProcesses", "/exportAuditLogs");
  private static final Duration LONG_ATTEMPT = Duration.ofSeconds(280);
  private static final Duration LONG_TOTAL = Duration.ofMinutes(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Limits of the calls of a thread, which workers set. */
  record Limits(Duration timeout, Duration total, int retries) {}

  static final ThreadLocal<Limits> LIMITS = new ThreadLocal<>();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final Millrace.Builder settings;
  private String token;
  private Instant renewAt = Instant.MIN;

  Transport(Millrace.Builder settings) {
    this.settings = settings;
  }

  /** Sends a request without token and retries, to the object storage. */
  <T> CompletableFuture<HttpResponse<T>> sendOnce(HttpRequest request, BodyHandler<T> handler) {
    return http.sendAsync(request, handler);
  }

  Duration timeout() {
    return settings.timeout;
  }

  int retries() {
    return settings.retries;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) throws IOException, InterruptedException {
    boolean isSignIn = request.uri().getPath().endsWith(SIGN_IN);
    Limits limits = limitsOf(request.uri());
    long deadline = System.nanoTime() + limits.total.toNanos();
    HttpRequest.Builder repeated = HttpRequest.newBuilder(request, (name, value) -> true);
    if (request.headers().firstValue("x-service-traceid").isEmpty()) repeated.setHeader("x-service-traceid", UUID.randomUUID().toString());
    if (request.method().equals("POST") && !isSignIn && request.headers().firstValue("Idempotency-Key").isEmpty()) {
      repeated.setHeader("Idempotency-Key", UUID.randomUUID().toString());
    }
    String rejected = null;
    for (int failures = 0; ; ) {
      String current = isSignIn ? null : currentToken(rejected);
      if (current != null) repeated.setHeader("Authorization", "Bearer " + current);
      Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
      repeated.timeout(left.compareTo(limits.timeout) < 0 ? left : limits.timeout);
      HttpResponse<T> response = null;
      IOException failure = null;
      try {
        response = http.send(repeated.build(), handler);
      } catch (IOException error) {
        failure = error;
      }
      if (response != null && response.statusCode() == 401 && current != null && settings.token == null && rejected == null) {
        close(response);
        rejected = current;
        continue;
      }
      if (response != null && !TEMPORARY.contains(response.statusCode())) return response;
      Duration pause = pause(failures).plus(response == null ? Duration.ZERO : retryAfter(response.headers()));
      boolean isOver = failures >= limits.retries || System.nanoTime() + pause.toNanos() >= deadline;
      if (isOver && response != null) return response;
      if (isOver) throw failure;
      if (response != null) close(response);
      failures++;
      Thread.sleep(pause.toMillis());
    }
  }

  private Limits limitsOf(URI uri) {
    Limits given = LIMITS.get();
    if (given != null) return given;
    boolean isLong = LONG_OPERATIONS.stream().anyMatch(uri.getPath()::endsWith);
    return new Limits(
        isLong ? longer(settings.timeout, LONG_ATTEMPT) : settings.timeout,
        isLong ? longer(settings.totalTimeout, LONG_TOTAL) : settings.totalTimeout,
        settings.retries);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** Backoff with full jitter. */
  static Duration pause(int failures) {
    return Duration.ofMillis((long) (ThreadLocalRandom.current().nextDouble() * Math.min(10_000, 200L << Math.min(failures, 10))));
  }

  /** Seconds or a date, which is compared with the Date field and not with the local clock. */
  static Duration retryAfter(HttpHeaders headers) {
    String value = headers.firstValue("Retry-After").orElse("").trim();
    if (value.matches("\\d{1,9}")) return Duration.ofSeconds(Long.parseLong(value));
    return date(value)
        .map(until -> Duration.between(date(headers.firstValue("Date").orElse("")).orElseGet(Instant::now), until))
        .filter(wait -> !wait.isNegative())
        .orElse(Duration.ZERO);
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException error) {
      return Optional.empty();
    }
  }

  private static void close(HttpResponse<?> response) throws IOException {
    if (response.body() instanceof InputStream body) body.close();
  }

  /** The token, renewed a minute before its end, or a tenth of its lifetime. One call at a time signs in. */
  private synchronized String currentToken(String rejected) throws IOException, InterruptedException {
    if (settings.token != null || settings.clientId == null) return settings.token;
    if (token != null && !token.equals(rejected) && Instant.now().isBefore(renewAt)) return token;
    Map<String, String> body = new LinkedHashMap<>();
    body.put("client_id", settings.clientId);
    body.put("client_secret", settings.clientSecret);
    if (settings.scope != null) body.put("scope", settings.scope);
    HttpRequest request = HttpRequest.newBuilder(URI.create(settings.url + SIGN_IN))
        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))).build();
    Instant asked = Instant.now();
    Limits before = LIMITS.get();
    LIMITS.set(new Limits(settings.timeout, settings.totalTimeout, settings.retries));
    try {
      HttpResponse<String> response = send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) throw new SignInException(response.statusCode(), response.body());
      JsonNode answer = JSON.readTree(response.body());
      token = answer.path("access_token").asText();
      long lifetime = answer.path("expires_in").asLong();
      renewAt = asked.plusSeconds(lifetime).minusMillis(Math.min(60_000, lifetime * 100));
      return token;
    } finally {
      LIMITS.set(before);
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return send(request, handler);
      } catch (IOException error) {
        throw new java.io.UncheckedIOException(error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(error);
      }
    });
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushes) {
    return sendAsync(request, handler);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return http.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return http.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return http.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return http.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return http.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return http.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return http.authenticator();
  }

  @Override
  public Version version() {
    return http.version();
  }

  @Override
  public Optional<Executor> executor() {
    return http.executor();
  }
}
