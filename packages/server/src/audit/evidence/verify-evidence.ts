import { canonicalJson } from './canonical-json.js';
import { wrongPasskeySignature } from './passkey-signature.js';
import { fingerprintOf, hasSigned, holds, leafHash, rootFrom, sha256 } from './proofs.js';

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
  /** Rows that are not in the file because whoever asked for it does not see them. */
  readonly hidden: number;
  /** Rows that the retention of the audit log may have removed: they are older than {@link EvidenceFile.forgottenUntil}. */
  readonly forgotten: number;
  /** Seals with a time stamp. Who signed it, and when, `openssl ts -verify` says. */
  readonly stamped: number;
  /** Fingerprints of the keys that signed: they must be those that the operator gave. */
  readonly keys: readonly string[];
  /** Decisions that a passkey signed. */
  readonly signatures: number;
  readonly problems: readonly EvidenceProblem[];
}

interface Leaf {
  readonly position: number | null;
  readonly path: readonly string[];
}

interface Entry extends Leaf {
  readonly entry: {
    readonly processId: string;
    readonly seal: number;
    readonly rows: readonly { readonly id: string; readonly position: number }[];
    readonly rowsBefore: number;
    readonly previous: number | null;
  };
}

interface SignedText {
  readonly signed: string;
  readonly signature: string;
  readonly keyId: string;
}

interface TimeStamp {
  /** Base64 of DER. */
  readonly token: string;
  readonly time: string;
}

/** All pages of getEvidence as one object. */
export interface EvidenceFile {
  readonly rows: readonly (Leaf & { readonly log: Readonly<Record<string, unknown>>; readonly seal: number | null })[];
  readonly hidden: readonly string[];
  readonly entries: readonly Entry[];
  readonly seals: readonly (SignedText & { readonly number: number; readonly timeStamp?: TimeStamp | null })[];
  readonly keys: readonly { readonly id: string; readonly publicKey: string }[];
  readonly head: SignedText | null;
  readonly missingSeals: readonly { readonly from: number; readonly until: number }[];
  /** How many entries of any process the seals after the last entry of this one have; null: too many to count. */
  readonly laterEntries: number | null;
  readonly forgottenUntil: string | null;
  readonly next: string | null;
}

interface Seal {
  readonly version: number;
  readonly subProjectId: string;
  readonly number: number;
  readonly leaves: number;
  /** How many of the leaves are rows; the others are entries. Absent in version 1, which has no entries. */
  readonly rows?: number;
  /** How many entries earlier seals have. */
  readonly entriesBefore?: number;
  readonly root: string;
  readonly previous: string | null;
}

interface Head {
  readonly subProjectId: string;
  readonly number: number;
  readonly sha256: string;
  /** How many entries all seals have. */
  readonly entries: number;
  readonly losses: number;
}

/**
 * Verifies what getEvidence has given from itself alone: that each row leads to the root of its seal, that each seal is signed, that
 * neighbouring seals name each other, and that no row and no seal is missing.
 *
 * @param text the file
 * @param trusted fingerprint of the key that has to have signed; undefined: any key of the file
 * @throws Error that says what is wrong when the file is no answer of getEvidence
 */
export async function verifyEvidence(text: string, trusted?: string): Promise<EvidenceReport> {
  return new Verification(read(text), trusted).run();
}

/** Of one file: what is known of it, and what was found to be wrong. */
class Verification {
  readonly #file: EvidenceFile;
  readonly #trusted: string | undefined;
  readonly #seals = new Map<number, Seal & { readonly sha256: string }>();
  readonly #keys = new Set<string>();
  readonly #problems: EvidenceProblem[] = [];
  #stamped = 0;

  constructor(file: EvidenceFile, trusted: string | undefined) {
    this.#file = file;
    this.#trusted = trusted;
  }

  async run(): Promise<EvidenceReport> {
    for (const seal of this.#file.seals) await this.#checkSeal(seal);
    await this.#checkHead();
    const unsealed = await this.#checkRows();
    const signatures = await this.#checkSignatures();
    const { rows, seals, hidden, next } = this.#file;
    if (next !== null) this.#found('file', 'is only a part: get the pages that follow it too');
    return {
      rows: rows.length,
      seals: seals.length,
      unsealed,
      hidden: hidden.length,
      forgotten: await this.#checkEntries(),
      stamped: this.#stamped,
      keys: [...this.#keys],
      signatures,
      problems: this.#problems,
    };
  }

  #found(where: string, what: string): void {
    this.#problems.push({ where, what });
  }

  /** What is wrong with a signature; undefined: nothing. */
  async #wrongSignature({ signed, signature, keyId }: SignedText): Promise<string | undefined> {
    const key = this.#file.keys.find(({ id }) => id === keyId);
    if (key === undefined) return 'the file has no public key of its signature';
    const fingerprint = await fingerprintOf(key.publicKey);
    this.#keys.add(fingerprint);
    if (this.#trusted !== undefined && fingerprint !== this.#trusted)
      return `is signed with another key: ${fingerprint}`;
    return (await hasSigned(key.publicKey, signed, signature)) ? undefined : 'its signature is not valid';
  }

  async #checkSeal(seal: EvidenceFile['seals'][number]): Promise<void> {
    const where = `seal ${seal.number}`;
    const wrong = await this.#wrongSignature(seal);
    if (wrong !== undefined) return this.#found(where, wrong);
    const signed = JSON.parse(seal.signed) as Seal;
    if (signed.number !== seal.number) return this.#found(where, 'is another seal than it says');
    const before = this.#seals.get(seal.number - 1);
    if (before !== undefined && before.sha256 !== signed.previous) {
      this.#found(where, 'does not name the seal before it: one of the two was replaced');
    }
    const hash = await sha256(seal.signed);
    this.#seals.set(seal.number, { ...signed, sha256: hash });
    if (seal.timeStamp === undefined || seal.timeStamp === null) return;
    this.#stamped += 1;
    if (!holds(seal.timeStamp.token, hash)) this.#found(where, 'its time stamp is of something else');
  }

  async #checkHead(): Promise<void> {
    const { head, missingSeals } = this.#file;
    for (const { from, until } of missingSeals) {
      this.#found(
        from === until ? `seal ${from}` : `seals ${from} to ${until}`,
        'was removed, with all that it proved',
      );
    }
    const newest = [...this.#seals.values()].at(-1);
    if (head === null) {
      if (newest !== undefined && newest.version > 1)
        this.#found('head', 'was removed: the newest seals may be missing');
      return;
    }
    const wrong = await this.#wrongSignature(head);
    if (wrong !== undefined) return this.#found('head', wrong);
    const { number, sha256: hash, entries, losses, subProjectId } = JSON.parse(head.signed) as Head;
    this.#checkLaterEntries(entries);
    if (losses > 0) {
      this.#found('head', `was removed or changed ${losses} times: seals of before may be missing`);
    }
    if (newest === undefined) return;
    if (newest.subProjectId !== subProjectId) this.#found('head', 'is of another sub-project');
    if (newest.number > number) this.#found('head', `is older than seal ${newest.number}`);
    const named = this.#seals.get(number);
    if (named !== undefined && named.sha256 !== hash)
      this.#found(`seal ${number}`, 'is another one than the head names');
  }

  /** Whoever removes the last rows of a process must also remove what a seal says of it. */
  #checkLaterEntries(all: number): void {
    const { entries, laterEntries, next } = this.#file;
    if (laterEntries === null || next !== null) return;
    const last = entries.at(-1)?.entry.seal;
    const signed = last === undefined ? undefined : this.#seals.get(last);
    if (last !== undefined && signed === undefined) return;
    const { entriesBefore = 0, leaves = 0, rows = leaves } = signed ?? {};
    const missing = all - (entriesBefore + leaves - rows) - laterEntries;
    if (missing !== 0) {
      this.#found(
        `seals after ${last ?? 0}`,
        `${missing} of what they say of processes was removed: rows of this one may be missing`,
      );
    }
  }

  /** @returns how many rows have a signature of a passkey that is valid */
  async #checkSignatures(): Promise<number> {
    let valid = 0;
    for (const { log } of this.#file.rows) {
      const wrong = await wrongPasskeySignature(log);
      if (wrong === undefined) valid += 1;
      else if (wrong !== null) this.#found(`row ${String(log.id)}`, wrong);
    }
    return valid;
  }

  /** @returns how many rows no seal has */
  async #checkRows(): Promise<number> {
    const { rows } = this.#file;
    const sealedTimes = rows.flatMap(({ log, seal }) => (seal === null ? [] : [timeOf(log)]));
    const first = sealedTimes.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const last = sealedTimes.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
    const proved = await Promise.all(rows.map((row) => this.#isAsSealed(row)));
    let unsealed = 0;
    for (const [at, { log, seal, position }] of rows.entries()) {
      const where = `row ${String(log.id)}`;
      if (seal === null || position === null) {
        unsealed += 1;
        const time = timeOf(log);
        if (first < time && last > time + LATE_MS) {
          this.#found(where, 'is in no seal, although older and later rows are: it was added or given another id');
        }
      } else if (!this.#seals.has(seal)) {
        this.#found(where, `its seal ${seal} is missing or not valid`);
      } else if (proved[at] !== true) {
        this.#found(where, `was changed after it was sealed (seal ${seal})`);
      }
    }
    return unsealed;
  }

  async #isAsSealed({ log, seal, position, path }: EvidenceFile['rows'][number]): Promise<boolean> {
    const signed = seal === null ? undefined : this.#seals.get(seal);
    if (signed === undefined || position === null || log.subProjectId !== signed.subProjectId) return false;
    const isRow = signed.rows === undefined || position < signed.rows;
    return isRow && leadsTo(signed, log, { position, path });
  }

  /**
   * What the seals say of the process: each row that they have must be there, and each of them names the one before.
   *
   * @returns how many rows the retention may have removed
   */
  async #checkEntries(): Promise<number> {
    const { entries, rows, hidden, forgottenUntil, next } = this.#file;
    const sealOf = new Map(rows.map(({ log, seal }) => [String(log.id), seal]));
    const unseen = new Set(hidden);
    const forgottenMs = forgottenUntil === null ? Number.NEGATIVE_INFINITY : Date.parse(forgottenUntil);
    let forgotten = 0;
    let rowsBefore = 0;
    let previous: number | null = null;
    for (const { entry, position, path } of entries) {
      const { seal } = entry;
      const signed = this.#seals.get(seal);
      if (signed === undefined) {
        this.#found(`seal ${seal}`, 'is missing or not valid: nothing shows which rows of the process it had');
      } else if (
        position === null ||
        position < (signed.rows ?? Number.POSITIVE_INFINITY) ||
        !(await leadsTo(signed, entry, { position, path }))
      ) {
        this.#found(`seal ${seal}`, 'what it says of the process was changed');
        rowsBefore = entry.rowsBefore + entry.rows.length;
        previous = seal;
        continue;
      }
      if (entry.previous !== previous || entry.rowsBefore !== rowsBefore) {
        const missing = entry.rowsBefore - rowsBefore;
        this.#found(`seal ${entry.previous ?? seal}`, `what it says of the process was removed: ${missing} rows`);
      }
      rowsBefore = entry.rowsBefore + entry.rows.length;
      previous = seal;
      if (signed === undefined || next !== null) continue;
      for (const { id } of entry.rows) {
        if (unseen.has(id) || sealOf.get(id) === seal) continue;
        if (sealOf.has(id)) this.#found(`row ${id}`, `is said to be in another seal than ${seal}, which has it`);
        else if (timeOfId(id) < forgottenMs) forgotten += 1;
        else this.#found(`row ${id}`, `was removed after it was sealed (seal ${seal})`);
      }
    }
    return forgotten;
  }
}

const timeOf = ({ createdTs }: Readonly<Record<string, unknown>>): number => Date.parse(String(createdTs));

/** Milliseconds since 1970, of a UUID of version 7 (RFC 9562, 5.7). */
const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

async function leadsTo(
  { leaves, root }: Seal,
  value: unknown,
  { position, path }: { readonly position: number; readonly path: readonly string[] },
): Promise<boolean> {
  const leaf = await leafHash(canonicalJson(value));
  return (await rootFrom(leaf, { position, count: leaves, path })) === root;
}

const LISTS = ['rows', 'hidden', 'entries', 'seals', 'keys', 'missingSeals'] as const;

function read(text: string): EvidenceFile {
  const value = JSON.parse(text) as Partial<EvidenceFile> | null;
  if (value === null || LISTS.some((name) => !Array.isArray(value[name]))) {
    throw new Error(`The file is no answer of getEvidence: it has no ${LISTS.join(', ')}.`);
  }
  const { head = null, laterEntries = null, forgottenUntil = null, next = null } = value;
  return { ...(value as EvidenceFile), head, laterEntries, forgottenUntil, next };
}
