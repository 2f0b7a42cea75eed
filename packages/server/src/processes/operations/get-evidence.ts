import { operations, type ResponseOf } from '@millrace/contract';
import { presentEntry, presentRow } from '../../audit/evidence/leaf.js';
import { treeOf } from '../../audit/evidence/merkle-tree.js';
import {
  countLaterEntries,
  type EvidencePosition,
  findForgottenUntil,
  findHead,
  findLastSeal,
  findMissingSeals,
  findPlaces,
  findSeals,
  type HeadRow,
  listEntries,
  listEvidence,
  listEvidenceKeys,
  type ProvedSeal,
} from '../../audit/records/evidence.js';
import type { AuditScope } from '../../audit/records/list-audit-logs.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { inTurn } from '../../kernel/time-slices.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { type AuditDeps, readAudit } from '../history/read-audit.js';
import { enterProcess } from '../records/visibility/enter-process.js';

type Evidence = ResponseOf<typeof operations.getEvidence>;

const MOST_ROWS = 200;
const HASH_BYTES = 32;
/** Seals whose trees are in memory at the same time. */
const SEALS_AT_ONCE = 25;

/**
 * Gives the audit rows of a process with their proofs. A row is proved as a whole, so nobody gets it who does not read every field.
 *
 * @throws CatalogueError 1202, 1205, 1221
 */
export const getEvidence =
  (deps: AuditDeps): UseCase<'getEvidence'> =>
  async (caller, request) => {
    const operation = operations.getEvidence;
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operation);
    const { processId } = request;
    const { selection } = await readAudit(deps, caller, operation, { processId, subProjectId: subProject.id });
    const { roles } = await enterProcess(deps.db, subProject, access, processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.mayNotRead,
    });
    if (!access.unrestricted && !roles.some((role) => role.read?.all === true)) {
      throw new CatalogueError(errorIds.mayNotRead, 'Evidence is for roles that read every field of the process.');
    }
    const { within } = selection;
    if (within === undefined) throw new Error('the selection of a process has no scope');
    return transaction(deps.db, (tx) => readEvidence(tx, { ...within, processId }, placeOf(request.after)), {
      isolation: 'repeatable read',
      readOnly: true,
    });
  };

/** Where a page begins. */
interface Place {
  readonly row: EvidencePosition;
  /** Entries of later seals are not given yet. */
  readonly seal: number;
  /** The last seal that counts: one that is made while somebody reads page after page would contradict the pages before. */
  readonly lastSeal: number | undefined;
}

function placeOf(after = ''): Place {
  const [ms, id, seal, lastSeal] = after.split('.');
  if (ms === undefined || id === undefined) {
    return { row: { createdTs: new Date(0), id: FIRST_ID }, seal: 0, lastSeal: undefined };
  }
  return { row: { createdTs: new Date(Number(ms)), id }, seal: Number(seal), lastSeal: Number(lastSeal) };
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

async function readEvidence(
  tx: Transaction,
  scope: AuditScope & { readonly processId: string },
  place: Place,
): Promise<Evidence> {
  const { subProjectId } = scope;
  const head = await findHead(tx, subProjectId);
  const lastSeal = place.lastSeal ?? Math.max(numberOf(head), (await findLastSeal(tx, subProjectId))?.number ?? 0);
  const found = await listEvidence(tx, scope, place.row, MOST_ROWS + 1);
  const listed = await listEntries(tx, scope, { after: place.seal, until: lastSeal }, MOST_ROWS + 1);
  const page = found.slice(0, MOST_ROWS);
  const entries = listed.slice(0, MOST_ROWS);
  const ids = page.flatMap(({ id, seen }) => (seen ? [id] : []));
  const places = await findPlaces(tx, subProjectId, ids, lastSeal);
  const proofs = new Proofs();
  for (const { number, position } of [...places, ...entries]) proofs.ask(number, position);
  const seals = await proofs.find(tx, subProjectId);
  const sealOf = new Map(places.map((one) => [one.id, one] as const));
  const used = new Set([...seals, ...(head === undefined ? [] : [head])].map(({ keyId }) => keyId));
  const isLast = found.length <= MOST_ROWS && listed.length <= MOST_ROWS;
  const row = page.at(-1) ?? place.row;
  const seal = entries.at(-1)?.number ?? place.seal;
  return {
    rows: page.flatMap(({ seen, ...row }) => {
      if (!seen) return [];
      const at = sealOf.get(row.id);
      const { number = null, position = null } = at ?? {};
      return [{ log: presentRow(row), seal: number, position, path: at === undefined ? [] : proofs.pathOf(at) }];
    }),
    hidden: page.flatMap(({ id, seen }) => (seen ? [] : [id])),
    entries: entries.map(({ rowIds, ...entry }) => ({
      entry: presentEntry(entry, rowIds),
      position: entry.position,
      path: proofs.pathOf(entry),
    })),
    seals: seals.map(presentSeal),
    keys: (await listEvidenceKeys(tx)).flatMap(({ id, publicKey }) => (used.has(id) ? [{ id, publicKey }] : [])),
    head: head ?? null,
    missingSeals: isLast ? [...(await findMissingSeals(tx, subProjectId, lastSeal))] : [],
    laterEntries: isLast ? ((await countLaterEntries(tx, subProjectId, seal)) ?? null) : null,
    forgottenUntil: isLast ? ((await findForgottenUntil(tx)) ?? null) : null,
    next: isLast ? null : `${row.createdTs.getTime()}.${row.id}.${seal}.${lastSeal}`,
  };
}

/** The seal that a head names; 0 where somebody made another text of it. */
function numberOf(head: HeadRow | undefined): number {
  const [, digits = '0'] = /"number":(\d{1,12})\D/.exec(head?.signed ?? '') ?? [];
  return Number(digits);
}

type SealOfPage = Omit<ProvedSeal, 'leaves'>;

const presentSeal = ({ number, signed, signature, keyId, token, stampedTs }: SealOfPage) => ({
  number,
  signed,
  signature,
  keyId,
  timeStamp:
    token === null || stampedTs === null ? null : { token: token.toString('base64'), time: stampedTs.toISOString() },
});

/** Paths of leaves, of which each tree is hashed once and then forgotten. */
class Proofs {
  readonly #asked = new Map<number, Map<number, string[]>>();

  ask(number: number, position: number): void {
    const known = this.#asked.get(number);
    if (known === undefined) this.#asked.set(number, new Map([[position, []]]));
    else known.set(position, []);
  }

  async find(tx: Transaction, subProjectId: string): Promise<readonly SealOfPage[]> {
    const numbers = [...this.#asked.keys()].sort((a, b) => a - b);
    const seals: SealOfPage[] = [];
    for (let first = 0; first < numbers.length; first += SEALS_AT_ONCE) {
      for (const seal of await findSeals(tx, subProjectId, numbers.slice(first, first + SEALS_AT_ONCE))) {
        const { leaves, ...rest } = seal;
        seals.push(rest);
        const hashes = hashesIn(leaves);
        if (hashes.length === 0) continue;
        const tree = await inTurn(() => treeOf(hashes));
        const paths = this.#asked.get(seal.number);
        for (const position of paths?.keys() ?? []) {
          paths?.set(
            position,
            tree.path(position).map((hash) => hash.toString('hex')),
          );
        }
      }
    }
    return seals;
  }

  pathOf({ number, position }: { readonly number: number; readonly position: number }): string[] {
    return this.#asked.get(number)?.get(position) ?? [];
  }
}

const hashesIn = (leaves: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.floor(leaves.length / HASH_BYTES) }, (_, at) =>
    leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
