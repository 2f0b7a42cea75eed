import { RequestAbandonedError, type RequestScope } from '../../kernel/request-scope.js';

/**
 * Ends what a connection does for a request when the client of the request goes away. A signal of PostgreSQL names a session
 * and not a statement, so the connection is given back only when the signal was sent: it would otherwise end the statement of
 * the next request.
 */
export class Cancellation {
  readonly #scope: RequestScope;
  readonly #cancel: () => Promise<void>;
  /** Under way or done; resolves to whether it was sent. */
  #sent: Promise<boolean> | undefined;

  /** @param cancel cancels what the session runs now, over another connection */
  constructor(scope: RequestScope, cancel: () => Promise<void>) {
    this.#scope = scope;
    this.#cancel = cancel;
  }

  /** @throws RequestAbandonedError when the client is gone */
  check(): void {
    if (this.#scope.gone.aborted) throw new RequestAbandonedError();
  }

  /**
   * Runs a statement, and cancels it when the client goes away meanwhile.
   *
   * @param after what was sent before it and must not be cancelled in its place; where that fails, no signal is sent
   * @throws RequestAbandonedError when the client was gone before it ended
   */
  async watch<T>(send: () => Promise<T>, after: Promise<unknown> = Promise.resolve()): Promise<T> {
    this.check();
    const { gone } = this.#scope;
    const onGone = () => {
      this.#sent ??= after
        .then(() => this.#cancel())
        .then(
          () => true,
          () => false,
        );
    };
    gone.addEventListener('abort', onGone, { once: true });
    try {
      return await send();
    } catch (error) {
      throw gone.aborted ? new RequestAbandonedError() : error;
    } finally {
      gone.removeEventListener('abort', onGone);
    }
  }

  /** Calls `release` when no signal is on its way; with true when one may be, so that the connection must be closed. */
  settle(release: (discard: boolean) => void): void {
    if (this.#sent === undefined) release(false);
    else void this.#sent.then((sent) => release(!sent));
  }
}
