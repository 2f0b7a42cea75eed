import { operations } from '@millrace/contract';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { beforeNewest } from '../../filters/paging.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import type { Queryable } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { csvRow } from '../export/csv.js';
import { listTarget, readListRequest } from '../list/list-request.js';
import { type Includable, onlyVisible, presentProcess } from '../list/present-process.js';
import { type ListPlan, planList } from '../records/list/list-plan.js';
import type { ListedProcess } from '../records/list/list-processes.js';
import { processesBefore } from '../records/list/processes-before.js';
import { type ProcessVisibility, processVisibility } from '../records/visibility/process-visibility.js';

/** Rows of one statement. */
const BATCH = 500;

const everyMember: ReadonlySet<Includable> = new Set(['version', 'stageKey', 'updatedTs']);

/**
 * exportProcesses: every process that getProcess lists, newest first. Each batch is a statement of its own that goes on
 * where the one before ended, so a slow reader holds neither a connection nor a snapshot. A process is written as it is
 * when its batch is read. No process is written twice; processes created during the export are left out.
 */
export const exportProcesses =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'exportProcesses'> =>
  async (caller, request) => {
    const target = listTarget(parsing(processListErrorIds, () => parseFilterText(request.filters)));
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      target.subProjectId,
      operations.exportProcesses,
    );
    const visibility = processVisibility(subProject, access);
    const question = parsing(processListErrorIds, () =>
      readListRequest(subProject, visibility, { filters: target.rest }),
    );
    const plan = planList(subProject, visibility, question);
    const first = await processesBefore(deps.db, plan, beforeNewest, BATCH);
    const lines = request.format === 'csv' ? csvLines(subProject, visibility) : jsonLines(visibility);
    return {
      mediaType: request.format === 'csv' ? 'text/csv' : 'application/x-ndjson',
      fileName: `processes.${request.format}`,
      chunks: chunksFrom(deps.db, plan, lines, first),
    };
  };

/** How an export is written. */
interface Lines {
  readonly head: string;
  line(process: ListedProcess): string;
}

const jsonLines = (visibility: ProcessVisibility): Lines => ({
  head: '',
  line: (process) =>
    `${JSON.stringify(presentProcess(process, visibility.fieldsOf(process.covered), everyMember, undefined))}\n`,
});

function csvLines(subProject: SubProject, visibility: ProcessVisibility): Lines {
  const names = [...subProject.fields.keys()].filter((name) => visibility.fields.has(name));
  const fixed = ['id', 'createdTs', 'updatedTs', 'version', 'state', 'priority', 'stageKey'] as const;
  return {
    head: csvRow([...fixed, ...names.map((name) => `fields.${name}`)]),
    line: (process) => {
      const seen = visibility.fieldsOf(process.covered);
      const shown = presentProcess(process, seen, everyMember, undefined);
      const fields = onlyVisible(process.fields, seen);
      const own = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : null);
      return csvRow([...fixed.map((member) => shown[member]), ...names.map(own)]);
    },
  };
}

async function* chunksFrom(
  db: Queryable,
  plan: ListPlan,
  lines: Lines,
  first: readonly ListedProcess[],
): AsyncGenerator<string> {
  if (lines.head !== '') yield lines.head;
  for (let batch = first; ; ) {
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch.map((process) => lines.line(process)).join('');
    if (batch.length < BATCH) return;
    batch = await processesBefore(db, plan, last, BATCH);
  }
}
