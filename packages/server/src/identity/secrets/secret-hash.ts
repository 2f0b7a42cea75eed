import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt's cost: N is 2^logN; memory is 128 * N * r bytes. */
export interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** The cost and salt a secret is hashed with. */
export interface HashRecipe extends Cost {
  readonly salt: Buffer;
}

/** A stored hash, parsed. */
interface ParsedHash extends HashRecipe {
  readonly key: Buffer;
}

/**
 * 32 MiB and 58 ms on a 2-core machine (2^14: 29 ms, 2^16: 114 ms, 2^17: 239 ms). Secrets are random by default, where
 * any hash would do; the cost is for those that operators choose.
 */
export const CURRENT_COST: Cost = Object.freeze({ logN: 15, r: 8, p: 1 });
const KEY_BYTES = 32;
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,128})\$([\w-]{43})$/;

/**
 * The recipe for a new secret. Secrets of one client that are valid at once share their salt, so that trying a wrong
 * secret costs one derivation however many there are, as it does for a client that does not exist.
 *
 * @param siblings stored hashes of the same client
 */
export function recipeBeside(siblings: readonly string[], cost: Cost = CURRENT_COST): HashRecipe {
  const shared = siblings.map(parse).find((hash) => hash !== undefined && isOf(cost, hash));
  return { ...cost, salt: shared?.salt ?? randomBytes(16) };
}

/** Whether a stored hash was made at another cost than new ones are. */
export const isOutdated = (stored: string, cost: Cost = CURRENT_COST): boolean => {
  const hash = parse(stored);
  return hash === undefined || !isOf(cost, hash);
};

/** Hashes a secret: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`, the last two base64url. Costs one derivation. */
export async function hashSecret(secret: string, recipe: HashRecipe): Promise<string> {
  return format({ ...recipe, key: await derive(secret, recipe) });
}

/**
 * The stored hash that belongs to the secret, or undefined. Costs one derivation per distinct recipe among the hashes,
 * and one when there are none, so that its time does not tell whether a client exists.
 */
export async function findMatch(
  secret: string,
  stored: readonly string[],
  cost: Cost = CURRENT_COST,
): Promise<string | undefined> {
  const hashes = stored.flatMap((text) => {
    const hash = parse(text);
    return hash === undefined ? [] : [{ text, hash, recipe: recipeKey(hash) }];
  });
  if (hashes.length === 0) {
    await derive(secret, { ...cost, salt: randomBytes(16) });
    return undefined;
  }
  const derived = new Map<string, Buffer>();
  for (const { hash, recipe } of hashes) {
    if (!derived.has(recipe)) derived.set(recipe, await derive(secret, hash));
  }
  const matches = hashes.filter(({ hash, recipe }) => {
    const key = derived.get(recipe);
    return key !== undefined && timingSafeEqual(key, hash.key);
  });
  return matches[0]?.text;
}

const recipeKey = (hash: ParsedHash): string => `${hash.logN} ${hash.r} ${hash.p} ${hash.salt.toString('hex')}`;

const isOf = (cost: Cost, hash: Cost): boolean => hash.logN === cost.logN && hash.r === cost.r && hash.p === cost.p;

function derive(secret: string, { logN, r, p, salt }: HashRecipe): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function format(hash: ParsedHash): string {
  return `scrypt$${hash.logN}$${hash.r}$${hash.p}$${hash.salt.toString('base64url')}$${hash.key.toString('base64url')}`;
}

function parse(stored: string): ParsedHash | undefined {
  const [, logN, r, p, salt, key] = STORED.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  // A hash that would take seconds to check is no hash of ours.
  if (cost.logN < 1 || cost.logN > 18 || cost.r < 1 || cost.r > 16 || cost.p < 1 || cost.p > 16) return undefined;
  return { ...cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}
