import type { Event } from '../operations/models.js';

/** What a webhook says about an event, in the format `standard`. */
export interface WebhookMessage {
  /** The id of the event: the same for every attempt, so remember it to notice repetitions. */
  readonly id: string;
  /** Type of the event, such as `process.updated`. */
  readonly type: string;
  /** When the event happened. */
  readonly timestamp: string;
  /** The event, with the names of what changed; its own `data` is there with `payload: full` only. */
  readonly data: WebhookEvent;
}

/** An event as a webhook sends it. */
export interface WebhookEvent extends Omit<Event, 'data'> {
  readonly data?: Event['data'];
  /** Names of the members that were changed; those of dynamic fields begin with `fields.`. */
  readonly changed: readonly string[];
  /** Whether it is sent again because somebody asked for a replay. */
  readonly replay: boolean;
  readonly payload: 'thin' | 'full';
}

/** A request that a webhook has made. */
export interface WebhookRequest {
  /** The body as it came: text or bytes, not parsed. */
  readonly body: string | Uint8Array;
  /** Its headers: those of `fetch`, of Node, or an object. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** Seconds that the time of the request may differ from the clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** The time. Default: the clock. */
  readonly now?: Date;
}

/** The request was not made by the webhook that has the secret, or is too old. Answer with 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const ED25519 = { name: 'Ed25519' };

/** A key, and the signatures that it can check. */
interface Verifier {
  readonly version: 'v1' | 'v1a';
  verify(signature: BufferSource, content: BufferSource): Promise<boolean>;
}

/**
 * Checks the signature of a request of a webhook (Standard Webhooks) and gives what it says. It needs Web Cryptography, which
 * Node.js and browsers in secure contexts have.
 *
 * @param secret `whsec_…`, or `whpk_…` for a subscription with `signing: ed25519`; several while a secret is exchanged
 * @throws WebhookVerificationError; TypeError for a text that is no secret
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookMessage> {
  const verifiers = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(verifierOf));
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no Unix time.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The request is too old, or the clock of this machine is wrong.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(verifiers, signatures, content)))
    throw new WebhookVerificationError('No signature of the request was made with this secret.');
  return messageOf(id, bytes);
}

async function isSigned(
  verifiers: readonly Verifier[],
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const signature of signatures) {
    const comma = signature.indexOf(',');
    const version = signature.slice(0, comma);
    const bytes = fromBase64(signature.slice(comma + 1));
    if (bytes === undefined) continue;
    for (const verifier of verifiers) {
      if (verifier.version === version && (await verifier.verify(bytes, content))) return true;
    }
  }
  return false;
}

async function verifierOf(secret: string): Promise<Verifier> {
  const [prefix, text] = secret.split('_', 2);
  const bytes = fromBase64(text ?? '');
  if (bytes === undefined || bytes.length === 0 || (prefix !== 'whsec' && prefix !== 'whpk'))
    throw new TypeError('verifyWebhook() needs the secret of the webhook, whsec_…, or its public key, whpk_…');
  const algorithm = prefix === 'whsec' ? HMAC : ED25519;
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return {
    version: prefix === 'whsec' ? 'v1' : 'v1a',
    verify: (signature, content) => crypto.subtle.verify(algorithm.name, key, signature, content),
  };
}

function messageOf(id: string, body: Uint8Array): WebhookMessage {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
  if (typeof said !== 'object' || said === null || !('data' in said))
    throw new WebhookVerificationError('The body is no message of a webhook.');
  // In the format cloudevents the time of the event is `time`.
  const { type, timestamp, time, data } = said as { [name in 'type' | 'timestamp' | 'time']: string } & {
    readonly data: WebhookEvent;
  };
  return { id, type, timestamp: timestamp ?? time, data };
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The request has no ${name}.`);
  return value;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
