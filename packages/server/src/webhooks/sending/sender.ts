import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type AddressGuard, createAddressGuard, type Resolve } from '../../jobs/handlers/outbound/address-guard.js';
import { send } from '../../jobs/handlers/outbound/send.js';
import { takeCredentials } from '../../jobs/handlers/outbound/take-credentials.js';
import { retryAfterMs } from '../../jobs/handlers/retry-after.js';
import { PermanentFailure, TemporaryFailure } from '../../jobs/worker/job-failure.js';
import type { Log } from '../../kernel/log.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Signer, type SigningSecret, signatureHeaders, signerOf } from '../signing/sign.js';
import type { Message } from './payload.js';

const CONNECT_MS = 10_000;
/** Of a whole attempt (Standard Webhooks: 15 to 30 s). */
const ATTEMPT_MS = 30_000;
const LARGEST_ANSWER = 64 * 1024;
const EXCERPT_BYTES = 1024;
/** How long the body is waited for when the head has come. */
const BODY_MS = 2000;
/** How long the vetted addresses of a receiver are used for new connections. */
const ADDRESSES_MS = 10_000;

/** What came of one attempt. */
export interface Attempt {
  readonly startedTs: Date;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly status: number | null;
  /** Null: delivered. */
  readonly error: string | null;
  readonly excerpt: string | null;
  /** What the receiver asked to wait; milliseconds. */
  readonly retryAfterMs?: number;
}

export interface SenderOptions {
  readonly url: string;
  readonly secrets: readonly SigningSecret[];
  readonly maxInFlight: number;
  readonly log: Log;
  readonly resolve?: Resolve;
}

/** What may be connected to, and the connections that are kept open. */
interface Receiver {
  readonly allowed: readonly string[];
  readonly guard: AddressGuard;
  readonly agent: HttpAgent;
}

/** Sends to one receiver, on connections that are kept open while the configuration allows the same addresses. */
export class Sender {
  readonly #url: URL;
  readonly #authorization: string | undefined;
  readonly #signers: readonly { readonly sign: Signer; readonly expiresTs: Date | null }[];
  readonly #guardOf: (allowed: readonly string[]) => AddressGuard;
  readonly #newAgent: () => HttpAgent;
  #receiver: Receiver | undefined;
  #vetted: { readonly addresses: Promise<readonly LookupAddress[]>; readonly at: number } | undefined;

  /** @throws Error for a stored secret that is none */
  constructor({ url, secrets, maxInFlight, log, resolve }: SenderOptions) {
    this.#url = new URL(url);
    this.#authorization = takeCredentials(this.#url);
    this.#signers = secrets.map((secret) => ({ sign: signerOf(secret), expiresTs: secret.expiresTs }));
    this.#guardOf = (allowed) => createAddressGuard({ allowed, log, ...(resolve === undefined ? {} : { resolve }) });
    const options = { keepAlive: true, maxSockets: maxInFlight, maxFreeSockets: maxInFlight, timeout: ATTEMPT_MS };
    const { protocol } = this.#url;
    this.#newAgent = () => (protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options));
  }

  /**
   * Never rejects.
   *
   * @param http of the current configuration
   */
  async attempt(message: Message, http: SubProject['http'], stop?: AbortSignal): Promise<Attempt> {
    const startedTs = new Date();
    const begun = performance.now();
    const ended = (rest: Omit<Attempt, 'startedTs' | 'durationMs'>): Attempt => ({
      startedTs,
      durationMs: Math.round(performance.now() - begun),
      ...rest,
    });
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), ATTEMPT_MS);
    const abort = () => over.abort();
    if (stop?.aborted === true) over.abort();
    stop?.addEventListener('abort', abort, { once: true });
    try {
      const answer = await this.#send(message, http, startedTs.getTime(), over.signal);
      const excerpt = answer.body.length === 0 ? null : excerptOf(answer.body);
      const { status } = answer;
      if (status >= 200 && status < 300) return ended({ status, error: null, excerpt });
      const wait = retryAfterMs(answer.headers['retry-after'], Date.now());
      const error = `The receiver answered ${status}${status >= 300 && status < 400 ? ': redirects are not followed' : ''}.`;
      return ended({ status, error, excerpt, ...(wait === undefined ? {} : { retryAfterMs: wait }) });
    } catch (error) {
      this.#vetted = undefined;
      if (over.signal.aborted && stop?.aborted !== true) {
        return ended({
          status: null,
          error: `There was no answer within ${ATTEMPT_MS / 1000} seconds.`,
          excerpt: null,
        });
      }
      const isExpected = error instanceof PermanentFailure || error instanceof TemporaryFailure;
      return ended({
        status: null,
        error: isExpected ? error.message : 'The request could not be sent.',
        excerpt: null,
      });
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', abort);
    }
  }

  /** Closes the connections that are kept open; those of requests under way are closed at their end. */
  close(): void {
    this.#receiver?.agent.destroy();
  }

  async #send({ id, contentType, body }: Message, http: SubProject['http'], now: number, signal: AbortSignal) {
    const bytes = Buffer.from(body);
    const { guard, agent } = this.#receiverFor(http.allowPrivateAddresses);
    const addresses = await withSignal(this.#addresses(guard), signal);
    const signers = this.#signers.filter(({ expiresTs }) => expiresTs === null || expiresTs.getTime() > now);
    return send(
      {
        method: 'POST',
        url: this.#url,
        headers: {
          'content-type': contentType,
          'content-length': String(bytes.length),
          'user-agent': 'Millrace',
          ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
          ...signatureHeaders(
            signers.map(({ sign }) => sign),
            { id, body, now },
          ),
        },
        body: bytes,
      },
      {
        addresses,
        connectTimeoutMs: CONNECT_MS,
        readTimeoutMs: ATTEMPT_MS,
        maximumBytes: LARGEST_ANSWER,
        beginning: { bytes: EXCERPT_BYTES, withinMs: BODY_MS },
        signal,
        agent,
      },
    );
  }

  /** Another list of allowed addresses ends the connections that were made with the list before. */
  #receiverFor(allowed: readonly string[]): Receiver {
    const current = this.#receiver;
    if (current !== undefined && isSameList(current.allowed, allowed)) return current;
    current?.agent.destroy();
    this.#vetted = undefined;
    this.#receiver = { allowed, guard: this.#guardOf(allowed), agent: this.#newAgent() };
    return this.#receiver;
  }

  /** Only addresses that the guard let pass are connected to: a later answer of the name server changes nothing of a request. */
  #addresses(guard: AddressGuard): Promise<readonly LookupAddress[]> {
    const now = performance.now();
    if (this.#vetted === undefined || now - this.#vetted.at > ADDRESSES_MS) {
      this.#vetted = { addresses: guard.vet(this.#url), at: now };
      this.#vetted.addresses.catch(() => undefined);
    }
    return this.#vetted.addresses;
  }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((entry, index) => entry === other[index]));

/** The beginning of an answer as text that the database can hold. */
const excerptOf = (body: Buffer): string => body.subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');

/** Resolving a name cannot be cancelled, only no longer be waited for. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(new Error('aborted'));
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
