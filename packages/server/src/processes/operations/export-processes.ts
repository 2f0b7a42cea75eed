import { operations } from '@millrace/contract';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { AHEAD_OF_ALL, type Place } from '../../filters/newest-first.js';
import { parseFilterText } from '../../filters/parse-filter.js';
import { type Queryable, sql } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { csvRow } from '../export/csv.js';
import { processListTarget } from '../list/list-request.js';
import { type Includable, presentProcess } from '../list/present-process.js';
import type { ListedProcess } from '../records/list/list-processes.js';
import { processListQuery } from '../records/list/plan-list.js';
import { processColumns } from '../records/processes/process-row.js';
import { type FieldVisibility, onlySeen } from '../records/visibility/field-visibility.js';

/** Rows of one statement. */
const BATCH = 500;

type ListQuery = ReturnType<typeof processListQuery>;

const everyMember: ReadonlySet<Includable> = new Set(['version', 'stageKey', 'updatedTs']);

/**
 * exportProcesses: what getProcess lists, all of it, newest first. Each batch is a statement of its own that goes on where the
 * one before ended, so a slow reader holds neither a connection nor a snapshot: a process is as it is when its batch is read,
 * none is there twice, and none that is created meanwhile. Cost of a batch: that of a near page, whatever the place.
 */
export const exportProcesses =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'exportProcesses'> =>
  async (caller, request) => {
    const target = processListTarget(parsing(processListErrorIds, () => parseFilterText(request.filters)));
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      target.subProjectId,
      operations.exportProcesses,
    );
    const query = parsing(processListErrorIds, () => processListQuery(subProject, access, { filters: target.rest }));
    const first = await batchBefore(deps.db, query, AHEAD_OF_ALL);
    const lines = request.format === 'csv' ? csvLines(subProject, query.visibility) : jsonLines(query.visibility);
    return {
      mediaType: request.format === 'csv' ? 'text/csv' : 'application/x-ndjson',
      fileName: `processes.${request.format}`,
      chunks: chunksFrom(deps.db, query, lines, first),
    };
  };

/** How an export is written. */
interface Lines {
  readonly head: string;
  line(process: ListedProcess): string;
}

const jsonLines = (visibility: FieldVisibility): Lines => ({
  head: '',
  line: (process) =>
    `${JSON.stringify(presentProcess(process, visibility.of(process.covered), everyMember, undefined))}\n`,
});

function csvLines(subProject: SubProject, visibility: FieldVisibility): Lines {
  const names = [...subProject.fields.keys()].filter((name) => visibility.somewhere.has(name));
  const fixed = ['id', 'createdTs', 'updatedTs', 'version', 'state', 'priority', 'stageKey'] as const;
  return {
    head: csvRow([...fixed, ...names.map((name) => `fields.${name}`)]),
    line: (process) => {
      const seen = visibility.of(process.covered);
      const shown = presentProcess(process, seen, everyMember, undefined);
      const fields = onlySeen(process.fields, seen);
      const own = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : null);
      return csvRow([...fixed.map((member) => shown[member]), ...names.map(own)]);
    },
  };
}

async function* chunksFrom(
  db: Queryable,
  query: ListQuery,
  lines: Lines,
  first: readonly ListedProcess[],
): AsyncGenerator<string> {
  if (lines.head !== '') yield lines.head;
  for (let batch = first; ; ) {
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch.map((process) => lines.line(process)).join('');
    if (batch.length < BATCH) return;
    batch = await batchBefore(db, query, last);
  }
}

/** The newest matches before a place. */
const batchBefore = (db: Queryable, { where, covered }: ListQuery, before: Place): Promise<readonly ListedProcess[]> =>
  db.run<ListedProcess>(sql`
    select ${processColumns}, ${covered} as covered from processes p
    where ${where} and (p.created_ts, p.id) < (${before.createdTs}::timestamptz, ${before.id}::uuid)
    order by p.created_ts desc, p.id desc limit ${BATCH}`);
