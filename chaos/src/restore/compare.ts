import { everyPage } from '../checks/read.js';
import type { Api } from '../support/api.js';
import type { Findings } from '../support/findings.js';
import { type Json, recordAt } from '../support/json.js';
import { type Asked, isCertain, isPossible, type Ledger, type LedgerFile, type LedgerProcess } from './ledger.js';

export interface Restored {
  readonly api: Api;
  readonly findings: Findings;
  readonly subProjectId: string;
  /** The time that was restored, in milliseconds since the epoch. */
  readonly at: number;
}

/** What was compared. */
export interface Compared {
  readonly processes: number;
  readonly updates: number;
  readonly files: number;
}

/**
 * Compares a restored installation with everything that servers were asked for: what was answered before the time is there,
 * what was sent after it is not, and each row of the audit log stands for one of the changes.
 */
export async function compare(restored: Restored, ledger: Ledger): Promise<Compared> {
  const { api, subProjectId } = restored;
  const filters = { subProjectId_id: subProjectId };
  const processes = await everyPage(api, '/v1/process/getProcess', { filters, include: 'version' }, 'processes');
  const audit = await everyPage(api, '/v1/process/getAuditLogs', { subProjectId }, 'logs');
  const updates = compareProcesses(restored, ledger.processes, processes);
  compareAudit(restored, processes, audit);
  return { processes: processes.length, updates, files: await compareFiles(restored, ledger.files) };
}

function compareProcesses(
  { findings, at }: Restored,
  ledger: readonly LedgerProcess[],
  found: readonly Json[],
): number {
  const byMark = new Map(found.map((process) => [markOf(process), process]));
  const known = new Map(ledger.map((entry) => [entry.mark, entry]));
  let updates = 0;
  for (const entry of ledger) {
    const process = byMark.get(entry.mark);
    if (process === undefined) {
      if (isCertain(entry, at)) findings.add('a process that was answered before the time is there', entry.mark);
      continue;
    }
    const least = entry.updates.filter((update) => isCertain(update, at)).length;
    const most = entry.updates.filter((update) => isPossible(update, at)).length;
    const seq = Number(recordAt(process, 'fields').seq);
    if (seq < least)
      findings.add('an update that was answered before the time is there', `${entry.mark}: ${seq} < ${least}`);
    if (seq > most)
      findings.add('an update that was sent after the time is not there', `${entry.mark}: ${seq} > ${most}`);
    if (Number(process.version) !== seq + 1) {
      findings.add('the version counts the changes', `${entry.mark}: version ${String(process.version)} after ${seq}`);
    }
    updates += seq;
  }
  for (const mark of byMark.keys()) {
    const entry = known.get(mark);
    if (entry === undefined || !isPossible(entry, at)) {
      findings.add('a process that was sent after the time is not there', mark);
    }
  }
  return updates;
}

function markOf(process: Json): string {
  const { marks } = recordAt(process, 'fields');
  return Array.isArray(marks) ? String(marks[0]) : '';
}

function compareAudit({ findings, at }: Restored, processes: readonly Json[], audit: readonly Json[]): void {
  const counts = new Map<string, number>();
  for (const { action, subjectId, createdTs } of audit) {
    const key = `${String(action)} ${String(subjectId)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    // The restored server wrote nothing to this sub-project before the comparison.
    if (Date.parse(String(createdTs)) > at) findings.add('no audit row is younger than the time', key);
  }
  for (const { id, version } of processes) {
    const [created, updated] = [counts.get(`process.create ${String(id)}`), counts.get(`process.update ${String(id)}`)];
    if (created !== 1 || (updated ?? 0) !== Number(version) - 1) {
      findings.add(
        'every change has its audit row',
        `${String(id)}: ${created} and ${updated} at version ${String(version)}`,
      );
    }
  }
}

/** @returns how many files were downloaded */
async function compareFiles(restored: Restored, ledger: readonly LedgerFile[]): Promise<number> {
  const { api, findings, subProjectId, at } = restored;
  const list = async (deleted: boolean): Promise<ReadonlyMap<string, Json>> => {
    const members = { subProjectId, filters: { deleted } };
    const files = await everyPage(api, '/v1/process/knowledges/listStorage', members, 'files');
    return new Map(files.map((file) => [String(file.id), file]));
  };
  const [present, deleted] = [await list(false), await list(true)];
  const never: Asked = { askedAt: Number.POSITIVE_INFINITY, ackedAt: undefined };
  let downloads = 0;
  for (const file of ledger) {
    const { id = '', name, deletion = never } = file;
    const found = present.get(id) ?? deleted.get(id);
    const isOpen = found?.locked === true;
    if (isCertain(file, at) && (found === undefined || isOpen)) {
      findings.add('a file that was closed before the time is there', name);
    }
    if (!isPossible(file, at) && found !== undefined)
      findings.add('a file that was sent after the time is not there', name);
    if (isCertain(deletion, at) && present.has(id))
      findings.add('a file that was deleted before the time is deleted', name);
    if (!isPossible(deletion, at) && deleted.has(id))
      findings.add('a file that was deleted after the time is there', name);
    if (!present.has(id) || isOpen) continue;
    downloads += 1;
    await download(restored, file, id);
  }
  return downloads;
}

async function download(
  { api, findings, subProjectId }: Restored,
  { name, content, processId }: LedgerFile,
  id: string,
): Promise<void> {
  const answer = await api.untilAnswered('POST', '/v1/process/knowledges/urlStorage', {
    subProjectId,
    processId,
    fileId: id,
  });
  const [first]: unknown[] = Array.isArray(answer.urls) ? answer.urls : [];
  const url = typeof first === 'object' && first !== null && 'url' in first ? String(first.url) : '';
  const response = await fetch(url);
  if (response.status !== 200 || (await response.text()) !== content) {
    findings.add('the store has the bytes of every file', `${name}: ${response.status}`);
  }
}
