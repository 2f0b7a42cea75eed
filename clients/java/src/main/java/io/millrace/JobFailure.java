package io.millrace;

import java.time.Duration;

/** Says how a failed job is retried. */
public final class JobFailure extends Exception {
  private static final long serialVersionUID = 1L;
  final Integer retries;
  final Duration retryAfter;

  /**
   * A failed attempt.
   *
   * @param retries attempts left, 0 raises an incident at once; null: one less than before
   * @param retryAfter time until the next attempt; null: backoff of the service
   */
  public JobFailure(String message, Integer retries, Duration retryAfter) {
    super(message);
    this.retries = retries;
    this.retryAfter = retryAfter;
  }
}
