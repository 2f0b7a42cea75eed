/** A request without a connection for so long waits for something else: a job, a store, a slow reader. */
const IDLE_MS = 100;

/** The right of a request to use one connection. */
export interface Share {
  /** Called when the connection is given back. */
  leave(): void;
}

/** The place of a request among those that use the database. */
export interface Place {
  readonly heavy: boolean;
  readonly since: number;
}

/** How one request uses the database. */
export class RequestUse {
  /** From its first statement to its end; undefined while the request waits for something else. */
  place: Place | undefined;
  readonly #now: () => number;
  readonly #onIdle: () => void;
  #connections = 0;
  #since = 0;
  #connectedMs = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param onIdle called when the request has had no connection for a while */
  constructor(now: () => number, onIdle: () => void) {
    this.#now = now;
    this.#onIdle = onIdle;
  }

  /** Time with a connection, so far. */
  get connectedMs(): number {
    return this.#connectedMs;
  }

  /** One connection more. */
  connect(): Share {
    clearTimeout(this.#idle);
    if (this.#connections === 0) this.#since = this.#now();
    this.#connections += 1;
    let isOpen = true;
    return {
      leave: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#connections -= 1;
        if (this.#connections > 0) return;
        this.#connectedMs += this.#now() - this.#since;
        this.#idle = setTimeout(this.#onIdle, IDLE_MS).unref();
      },
    };
  }

  end(): void {
    clearTimeout(this.#idle);
  }
}
