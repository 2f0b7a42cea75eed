import type { LeasedJob } from '../../jobs/records/job.js';
import { type BackgroundWork, inBatch } from '../../jobs/worker/background-work.js';
import { newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import type { FileKey } from '../records/file-row.js';
import { findPending, type ScanResult, setScanState } from '../records/quarantine/scan-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import { askScanner } from './ask-scanner.js';
import { requestScan } from './request-scan.js';

const MINUTE_MS = 60_000;
/** After the attempts of a round, the next one waits so long: a scanner that is updated is away for minutes. */
const ROUND_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

export interface ScanWorkOptions {
  readonly log: Log;
  /** Milliseconds between rounds of attempts. Default: 1, 5, 30 and 120 minutes. */
  readonly roundDelaysMs?: readonly number[];
}

/**
 * What a worker does of scans (D71). The scanner is asked outside a transaction; its verdict counts only if the file still
 * waits for it. An attempt without a verdict is repeated by the lane; after its attempts the next round waits, and after
 * the last round the file stays in quarantine as `failed`.
 */
export const scanWork = (
  deps: FileDeps,
  { log, roundDelaysMs = ROUND_DELAYS_MS }: ScanWorkOptions,
): BackgroundWork => ({
  kind: 'file-scan',
  async runBatch(job, { signal }) {
    const { key, round } = subjectOf(job);
    const file = await findPending(deps.db, key, round);
    if (file === undefined) return inBatch(deps.db, job, async () => 'finished');
    const subProject = await deps.subProjects.load(key.subProjectId);
    const result = await resultOf();
    if (result.state === 'infected') log.warn({ file: key.id, reason: result.detail }, 'the scanner refused a file');
    return inBatch(deps.db, job, async (tx) => {
      await decide(tx, key, round, result);
      return 'finished';
    });

    async function resultOf(): Promise<Omit<ScanResult, 'rounds'>> {
      // The document has no scanner any more.
      if (subProject.storage.scan === undefined || file === undefined) return { state: null, detail: null };
      const url = await deps.storage.signRead(file.plugin, file.objectKey);
      const { verdict, reason } = await askScanner(subProject, file, url, { idempotencyKey: job.id, signal, log });
      return { state: verdict, detail: reason };
    }
  },
  async giveUp(tx, job, reason) {
    const { key, round } = subjectOf(job);
    if ((await findPending(tx, key, round, { lock: true })) === undefined) return 'finished';
    const delay = roundDelaysMs[round];
    if (delay !== undefined) await requestScan(tx, key, round + 1, delay);
    else {
      log.error({ file: key.id, reason }, 'a file stays in quarantine without a verdict');
      await decide(tx, key, round, { state: 'failed', detail: reason });
    }
    return 'finished';
  },
});

async function decide(tx: Transaction, key: FileKey, round: number, result: Omit<ScanResult, 'rounds'>): Promise<void> {
  if ((await findPending(tx, key, round, { lock: true })) === undefined) return;
  await setScanState(tx, key, { ...result, rounds: round });
  const after = { scan: result.state, reason: result.detail ?? undefined };
  const actor = { principal: systemPrincipal, traceId: newId() };
  await appendFileAudit(tx, actor, 'file.scan', [{ file: key, before: { scan: 'pending' }, after }]);
}

function subjectOf({ subProjectId, payload }: LeasedJob): { readonly key: FileKey; readonly round: number } {
  return { key: { subProjectId, id: String(payload.fileId) }, round: Number(payload.round) };
}
