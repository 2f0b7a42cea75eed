import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HookDefinition } from '../hook/hook.js';
import type { SignedDelivery } from '../hook/signed-delivery.js';

/** How far the clock of the sender may be away, in seconds. */
const TOLERANCE_S = 300;

/** A sender that rotates its secret sends two; more are an attempt to make the server work. */
const MOST_SIGNATURES = 10;

/** What the headers say: signatures to compare, and how the right ones are made. */
interface Claim {
  readonly signatures: readonly Buffer[];
  sign(secret: string): Buffer;
}

type Read = (delivery: SignedDelivery, now: number) => Claim | string;

/**
 * Checks that a delivery was signed with one of the secrets, in constant time.
 *
 * @param now seconds since 1970
 * @returns undefined when it was, else why not, for the person who sets the hook up
 */
export function verifySignature(
  definition: Pick<HookDefinition, 'scheme' | 'signature'>,
  secrets: readonly string[],
  delivery: SignedDelivery,
  now: number,
): string | undefined {
  const claim = readers[definition.scheme](definition)(delivery, now);
  if (typeof claim === 'string') return claim;
  const signatures = claim.signatures.slice(0, MOST_SIGNATURES);
  const matches = secrets.map((secret) => {
    const expected = claim.sign(secret);
    return signatures
      .map((given) => given.length === expected.length && timingSafeEqual(given, expected))
      .some(Boolean);
  });
  return matches.some(Boolean) ? undefined : 'The signature is not made with a secret of this hook.';
}

const hmac = (algorithm: string, key: string | Buffer, ...parts: readonly (string | Buffer)[]): Buffer => {
  const made = createHmac(algorithm, key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const standard: Read = ({ headers, body }, now) => {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const header = headers['webhook-signature'];
  if (!id || !timestamp || !header) {
    return 'It lacks one of the headers webhook-id, webhook-timestamp and webhook-signature.';
  }
  const late = checkTime(timestamp, now);
  if (late !== undefined) return late;
  return {
    signatures: header
      .split(' ')
      .flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : [])),
    sign: (secret) => hmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), `${id}.${timestamp}.`, body),
  };
};

/** https://docs.stripe.com/webhooks/signature */
const stripe: Read = ({ headers, body }, now) => {
  const header = headers['stripe-signature'];
  if (!header) return 'It lacks the header Stripe-Signature.';
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1];
  if (timestamp === undefined) return 'Stripe-Signature has no time (t=…).';
  const late = checkTime(timestamp, now);
  if (late !== undefined) return late;
  return {
    signatures: parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : [])),
    sign: (secret) => hmac('sha256', secret, `${timestamp}.`, body),
  };
};

function checkTime(timestamp: string, now: number): string | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return 'Its time is not a number of seconds.';
  const away = Math.abs(now - Number(timestamp));
  return away > TOLERANCE_S
    ? `Its time is ${Math.round(away)} seconds away; at most ${TOLERANCE_S} are accepted.`
    : undefined;
}

type Plain = NonNullable<HookDefinition['signature']>;

const plain =
  ({ header: name, algorithm = 'sha256', encoding = 'hex', prefix = '' }: Plain): Read =>
  ({ headers, body }) => {
    const header = headers[name.toLowerCase()];
    if (!header) return `It lacks the header ${name}.`;
    if (!header.startsWith(prefix)) return `The header ${name} does not begin with "${prefix}".`;
    return {
      signatures: [Buffer.from(header.slice(prefix.length).trim(), encoding)],
      sign: (secret) => hmac(algorithm, secret, body),
    };
  };

const readers: Readonly<Record<HookDefinition['scheme'], (definition: Pick<HookDefinition, 'signature'>) => Read>> = {
  standard: () => standard,
  stripe: () => stripe,
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  github: () => plain({ header: 'X-Hub-Signature-256', prefix: 'sha256=' }),
  hmac: ({ signature }) => (signature === undefined ? () => 'The hook has no signature to check.' : plain(signature)),
};
