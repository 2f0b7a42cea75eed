import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { fingerprintOf } from './evidence-key.js';
import { leafHash, rootFrom } from './merkle-tree.js';

/** Rows that commit late are sealed later than others by this at most. */
const LATE_MS = 15 * 60_000;

/** What is wrong in a file of evidence. */
export interface EvidenceProblem {
  /** For example `row 01980c4e-…` or `seal 7`. */
  readonly where: string;
  readonly what: string;
}

export interface EvidenceReport {
  readonly rows: number;
  readonly seals: number;
  /** Rows that are too new to be sealed, or older than sealing. */
  readonly unsealed: number;
  /** Fingerprints of the keys that signed: they must be those that the operator gave. */
  readonly keys: readonly string[];
  readonly problems: readonly EvidenceProblem[];
}

interface File {
  readonly rows: readonly {
    readonly log: Readonly<Record<string, unknown>>;
    readonly seal: number | null;
    readonly position: number | null;
    readonly path: readonly string[];
  }[];
  readonly seals: readonly {
    readonly number: number;
    readonly signed: string;
    readonly signature: string;
    readonly keyId: string;
  }[];
  readonly keys: readonly { readonly id: string; readonly publicKey: string }[];
}

interface Signed {
  readonly subProjectId: string;
  readonly number: number;
  readonly leaves: number;
  readonly root: string;
  readonly previous: string | null;
}

/**
 * Verifies an answer of getEvidence from itself alone: that each row leads to the root of its seal, that each seal is signed, and that
 * neighbouring seals name each other.
 *
 * @param text the file
 * @param trusted fingerprint of the key that has to have signed; undefined: any key of the file
 * @throws Error that says what is wrong when the file is no answer of getEvidence
 */
export function verifyEvidence(text: string, trusted?: string): EvidenceReport {
  const file = read(text);
  const problems: EvidenceProblem[] = [];
  const seals = new Map<number, Signed>();
  const keys = new Set<string>();
  const signedBefore = new Map<number, string>();
  for (const seal of file.seals) {
    const where = `seal ${seal.number}`;
    const wrong = wrongSeal(seal, file, trusted, keys);
    if (wrong !== undefined) {
      problems.push({ where, what: wrong });
      continue;
    }
    const signed = JSON.parse(seal.signed) as Signed;
    const before = signedBefore.get(seal.number - 1);
    if (before !== undefined && createHash('sha256').update(before).digest('hex') !== signed.previous) {
      problems.push({ where, what: 'does not name the seal before it: one of the two was replaced' });
    }
    seals.set(seal.number, signed);
    signedBefore.set(seal.number, seal.signed);
  }
  const sealedTimes = file.rows.flatMap(({ log, seal }) => (seal === null ? [] : [timeOf(log)]));
  let unsealed = 0;
  for (const { log, seal, position, path } of file.rows) {
    const where = `row ${String(log.id)}`;
    if (seal === null || position === null) {
      unsealed += 1;
      const time = timeOf(log);
      if (sealedTimes.some((at) => at < time) && sealedTimes.some((at) => at > time + LATE_MS)) {
        problems.push({
          where,
          what: 'is in no seal, although older and later rows are: it was added or given another id',
        });
      }
      continue;
    }
    const signed = seals.get(seal);
    if (signed === undefined) {
      problems.push({ where, what: `its seal ${seal} is missing or not valid` });
      continue;
    }
    const steps = path.map((step) => Buffer.from(step, 'hex'));
    const root = rootFrom(leafHash(canonicalJson(log)), { position, count: signed.leaves, path: steps });
    if (root?.toString('hex') !== signed.root || log.subProjectId !== signed.subProjectId) {
      problems.push({ where, what: `was changed after it was sealed (seal ${seal})` });
    }
  }
  return { rows: file.rows.length, seals: file.seals.length, unsealed, keys: [...keys], problems };
}

const timeOf = ({ createdTs }: Readonly<Record<string, unknown>>): number => Date.parse(String(createdTs));

function wrongSeal(
  { number, signed, signature, keyId }: File['seals'][number],
  { keys }: File,
  trusted: string | undefined,
  used: Set<string>,
): string | undefined {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return 'the file has no public key of its signature';
  const publicKey = createPublicKey(key.publicKey);
  const fingerprint = fingerprintOf(key.publicKey);
  used.add(fingerprint);
  if (trusted !== undefined && fingerprint !== trusted) return `is signed with another key: ${fingerprint}`;
  if (!verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))) {
    return 'its signature is not valid';
  }
  return (JSON.parse(signed) as Signed).number === number ? undefined : 'is another seal than it says';
}

function read(text: string): File {
  const value = JSON.parse(text) as Partial<File> | null;
  const { rows, seals, keys } = value ?? {};
  if (Array.isArray(rows) && Array.isArray(seals) && Array.isArray(keys)) return { rows, seals, keys };
  throw new Error('The file is no answer of getEvidence: it has no rows, seals and keys.');
}
