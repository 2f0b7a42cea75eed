import { type Json, recordAt } from '../support/json.js';
import type { CheckContext, FinalRun } from './check-context.js';

export interface EffectsToCheck extends CheckContext {
  readonly runs: readonly FinalRun[];
  readonly processes: readonly Json[];
  /** How many audit rows there are, by `action subjectId`. */
  readonly audit: ReadonlyMap<string, number>;
}

/** Checks that every change of a process by a run or client happened once, with its audit row. */
export function checkEffects(context: EffectsToCheck): void {
  const { processes, findings, acknowledged } = context;
  const byId = new Map(processes.map((process) => [String(process.id), process]));
  for (const id of acknowledged.processes) {
    if (!byId.has(id)) findings.add('a process that was answered is there', id);
  }
  for (const { id, confirmed, asked } of acknowledged.counted) {
    const seq = Number(recordAt(byId.get(id) ?? {}, 'fields').seq);
    if (!(seq >= confirmed && seq <= asked)) {
      findings.add('an update that was answered is there', `${id}: ${seq}, confirmed ${confirmed}, asked ${asked}`);
    }
  }
  for (const process of processes) checkMarks(context, process);
  checkAudit(context);
}

/** Every completed run left one mark in its process and increased its count by one. */
function checkMarks({ runs, findings }: EffectsToCheck, process: Json): void {
  const id = String(process.id);
  const fields = recordAt(process, 'fields');
  const here = runs.filter((run) => run.processId === id && run.state === 'COMPLETED');
  const expected = here.map(({ mark }) => mark).sort();
  const found = Array.isArray(fields.marks) ? fields.marks.map(String).sort() : [];
  if (JSON.stringify(expected) !== JSON.stringify(found)) {
    const lost = expected.filter((mark) => !found.includes(mark));
    const twice = found.filter((mark, index) => found[index + 1] === mark || !expected.includes(mark));
    findings.add('every run marks its process once', `${id}: lost ${lost.join(' ')}, too many ${twice.join(' ')}`);
  }
  if (fields.count !== expected.length) {
    findings.add('every run counts once', `${id}: ${String(fields.count)} for ${expected.length} runs`);
  }
  const calls = here.filter(({ kind }) => kind === 'timed').length;
  if (fields.calls !== calls) findings.add('every call counts once', `${id}: ${String(fields.calls)} for ${calls}`);
}

function checkAudit({ runs, processes, audit, findings }: EffectsToCheck): void {
  const expect = (action: string, id: string, count: number) => {
    const found = audit.get(`${action} ${id}`) ?? 0;
    if (found !== count) findings.add('audit rows match effects', `${action} of ${id}: ${found} rows for ${count}`);
  };
  for (const run of runs) {
    expect('run.start', run.id, 1);
    if (run.kind === 'approval' && run.state === 'COMPLETED') expect('run.resume', run.id, 1);
  }
  for (const process of processes) {
    expect('process.create', String(process.id), 1);
    // Every change adds one to the version, which begins at 1.
    expect('process.update', String(process.id), Number(process.version) - 1);
  }
}
