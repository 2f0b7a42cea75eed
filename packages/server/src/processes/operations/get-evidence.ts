import { operations } from '@millrace/contract';
import { presentRow } from '../../audit/evidence/leaf.js';
import { type MerkleTree, treeOf } from '../../audit/evidence/merkle-tree.js';
import { findPlaces, findSeals, listEvidence, listEvidenceKeys } from '../../audit/records/evidence.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { inTurn } from '../../kernel/time-slices.js';
import { transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { type AuditDeps, readAudit } from '../history/read-audit.js';
import { enterProcess } from '../records/visibility/enter-process.js';

const MOST_ROWS = 500;
const HASH_BYTES = 32;

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
    const { selection } = await readAudit(deps, caller, operation, { ...request, subProjectId: subProject.id });
    const { roles } = await enterProcess(deps.db, subProject, access, request.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.mayNotRead,
    });
    if (!access.unrestricted && !roles.some((role) => role.read?.all === true)) {
      throw new CatalogueError(errorIds.mayNotRead, 'Evidence is for roles that read every field of the process.');
    }
    const { found, places, seals, keys } = await transaction(
      deps.db,
      async (tx) => {
        const found = await listEvidence(tx, selection, MOST_ROWS + 1);
        const places = await findPlaces(
          tx,
          subProject.id,
          found.map(({ id }) => id),
        );
        const seals = await findSeals(tx, subProject.id, [...new Set(places.map(({ number }) => number))]);
        return { found, places, seals, keys: await listEvidenceKeys(tx) };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
    const placeOf = new Map(places.map((place) => [place.id, place] as const));
    const trees = new Map<number, MerkleTree>();
    for (const { number, leaves } of seals) trees.set(number, await inTurn(() => treeOf(hashesIn(leaves))));
    const rows = found.slice(0, MOST_ROWS).map((row) => {
      const place = placeOf.get(row.id);
      const path = place === undefined ? [] : (trees.get(place.number)?.path(place.position) ?? []);
      return {
        log: presentRow(row),
        seal: place?.number ?? null,
        position: place?.position ?? null,
        path: path.map((hash) => hash.toString('hex')),
      };
    });
    const used = new Set(seals.map(({ keyId }) => keyId));
    return {
      rows,
      hasMore: found.length > MOST_ROWS,
      seals: seals.map(({ number, signed, signature, keyId }) => ({ number, signed, signature, keyId })),
      keys: keys.filter(({ id }) => used.has(id)).map(({ id, publicKey }) => ({ id, publicKey })),
    };
  };

const hashesIn = (leaves: Buffer): readonly Buffer[] =>
  Array.from({ length: leaves.length / HASH_BYTES }, (_, at) =>
    leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
