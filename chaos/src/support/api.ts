import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, type Json } from './json.js';
import type { Random } from './random.js';

/** `unknown`: no answer, or an answer that leaves open whether the request had its effect. */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: Json }
  | { readonly kind: 'refused'; readonly status: number; readonly id: number; readonly detail: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface ApiOptions {
  /** Base URLs of the servers; each request goes to one of them. */
  readonly urls: readonly string[];
  readonly random: Random;
  /** Called with answers that no fault explains: status 500. */
  readonly unexpected: (what: string) => void;
}

const TIMEOUT_MS = 3000;

/** Requests to servers that may be dead, stopped or without a database. */
export class Api {
  readonly #options: ApiOptions;
  #token = '';

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  get token(): string {
    return this.#token;
  }

  useToken(token: string): void {
    this.#token = token;
  }

  async signIn(clientId: string, clientSecret: string): Promise<void> {
    const body = await this.untilAnswered('POST', '/v1/users/userLogin', {
      client_id: clientId,
      client_secret: clientSecret,
    });
    this.#token = String(body.access_token);
  }

  /** One request to one server, by its number or any. */
  async once(method: 'GET' | 'POST', path: string, members: Json, options: SendOptions = {}): Promise<Outcome> {
    const { urls, random } = this.#options;
    const url = urls[options.server ?? random.between(0, urls.length - 1)] ?? '';
    const request: RequestInit = {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    try {
      const response =
        method === 'GET'
          ? await fetch(`${url}${path}?${query(members)}`, request)
          : await fetch(`${url}${path}`, { ...request, body: JSON.stringify(members) });
      const body: unknown = await response.json();
      if (!isRecord(body)) return { kind: 'unknown', reason: 'an answer that is not an object' };
      if (response.status === 200) return { kind: 'ok', body };
      const detail = `${path} ${response.status} ${JSON.stringify(body).slice(0, 300)}`;
      if (response.status === 500) this.#options.unexpected(detail);
      if (response.status >= 500 || response.status === 429) return { kind: 'unknown', reason: detail };
      return { kind: 'refused', status: response.status, id: Number(body.id), detail };
    } catch (error) {
      return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /**
   * Repeats a request until it is answered; give an idempotency key to everything that changes something.
   * @throws Error when it is refused, or not answered within two minutes
   */
  async untilAnswered(method: 'GET' | 'POST', path: string, members: Json, options: SendOptions = {}): Promise<Json> {
    const until = Date.now() + 120_000;
    for (;;) {
      const outcome = await this.once(method, path, members, options);
      if (outcome.kind === 'ok') return outcome.body;
      if (outcome.kind === 'refused') throw new Error(outcome.detail);
      if (Date.now() > until) throw new Error(`${path} was not answered: ${outcome.reason}`);
      await sleep(this.#options.random.between(50, 250));
    }
  }
}

interface SendOptions {
  readonly server?: number;
  readonly idempotencyKey?: string;
}

function query(members: Json): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return parameters.toString();
}
