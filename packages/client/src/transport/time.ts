/** A signal that aborts with its parent or after some time, whichever is first; `dispose` removes both. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  timedOut(): boolean;
  /** Restarts the time, for limits on the time without data. */
  restart(): void;
  /** Stops the time until `restart`. */
  pause(): void;
  /** Aborts the signal, e.g. to discard an answer that is not read to its end. */
  abort(): void;
  dispose(): void;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** AbortSignal.any and AbortSignal.timeout are not used: they cannot be removed, and a client's signals may live for months. */
export function timeLimit(parent: AbortSignal | undefined, ms: number): TimeLimit {
  const controller = new AbortController();
  let timedOut = false;
  const onTime = () => {
    timedOut = true;
    controller.abort(new DOMException('The time is up', 'TimeoutError'));
  };
  const onAbort = () => controller.abort(parent?.reason);
  let timer = setTimeout(onTime, Math.min(ms, MAX_TIMER_MS));
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort);
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(onTime, Math.min(ms, MAX_TIMER_MS));
    },
    pause: () => clearTimeout(timer),
    abort: () => controller.abort(),
    dispose() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', onAbort);
    },
  };
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', onAbort);
  });
}

/** Stops waiting for shared work when the signal aborts; the work itself continues for the other callers. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
