import { CommandRejected, type ExecutableModel, modelsOf, type RunState, step } from '@millrace/engine';
import type { Queryable } from '../../postgres/database.js';
import { type MigratableRun, type MigrationSearch, pageOfMigratableRuns } from '../records/bulk/migration-runs.js';
import type { RunDeps } from '../run/run-deps.js';
import type { Migration } from './migration.js';

/** Runs that are looked at; their states are some kilobytes each. */
export const MOST_PLANNED = 5000;
const PAGE = 100;
/** Groups of the answer. */
const MOST_STATES = 200;

/** Runs at the same elements of one version, with the same obstacles. */
export interface PlannedState {
  readonly definitionId: string;
  /** Element ids, each once. */
  readonly elements: readonly string[];
  readonly obstacles: readonly string[];
  readonly exampleRunId: string;
  readonly runs: number;
}

/** What a migration would do. */
export interface MigrationPlan {
  /** The largest groups first. */
  readonly states: readonly PlannedState[];
  /** Runs that were looked at. */
  readonly runs: number;
  /** How many of them could be migrated. */
  readonly possible: number;
  /** Whether all runs and groups are in it. */
  readonly complete: boolean;
}

/** Tries the migration on the saved state of each run, in memory, and groups what the engine says. */
export async function planMigration(
  db: Queryable,
  deps: Pick<RunDeps, 'definitions' | 'now'>,
  search: MigrationSearch,
  migration: Migration,
): Promise<MigrationPlan> {
  const groups = new Map<string, { -readonly [K in keyof PlannedState]: PlannedState[K] }>();
  let runs = 0;
  let possible = 0;
  let isAll = false;
  let before: string | undefined;
  while (!isAll && runs < MOST_PLANNED) {
    const page = await pageOfMigratableRuns(db, search, { before, limit: PAGE });
    for (const run of page) {
      const obstacles = await obstaclesOf(db, deps, search.subProjectId, run, migration);
      if (obstacles.length === 0) possible += 1;
      const elements = elementsOf(run.state);
      const key = JSON.stringify([run.definitionId, elements, obstacles]);
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, { definitionId: run.definitionId, elements, obstacles, exampleRunId: run.id, runs: 1 });
      } else group.runs += 1;
    }
    runs += page.length;
    before = page.at(-1)?.id;
    isAll = page.length < PAGE;
  }
  const states = [...groups.values()].sort((a, b) => b.runs - a.runs).slice(0, MOST_STATES);
  return { states, runs, possible, complete: isAll && groups.size <= MOST_STATES };
}

/** Why a run cannot be migrated; nothing is written. */
async function obstaclesOf(
  db: Queryable,
  { definitions, now }: Pick<RunDeps, 'definitions' | 'now'>,
  subProjectId: string,
  { state }: MigratableRun,
  { definitionId, mapping }: Migration,
): Promise<readonly string[]> {
  const models = await definitions.load(db, subProjectId, [...modelsOf(state), definitionId]);
  try {
    const command = { type: 'migrate', toModelId: definitionId, mapping } as const;
    // The process decides conditions, which are evaluated after the migration and keep none from being done.
    step({ models, state, command, now: now(), process: {} });
    return [];
  } catch (error) {
    if (!(error instanceof CommandRejected)) throw error;
    return error.details.length > 0 ? error.details : [error.message];
  }
}

/** Where the tokens of a run are, in its own process and not in called ones. */
function elementsOf({ items }: RunState): readonly string[] {
  const called = new Set<number>();
  const ids = new Set<string>();
  for (const { key, up, el, model } of items) {
    if (up === 0) continue;
    if (model !== undefined || called.has(up)) called.add(key);
    else ids.add(el.replace(/#.*$/, ''));
  }
  return [...ids].sort();
}

/** The elements of a version that runs can be at. */
export const elementsOfModel = ({ nodes }: ExecutableModel) =>
  nodes
    .filter(({ index, container }) => index > 0 && container >= 0)
    .map(({ id, name, kind }) => ({ elementId: id, name: name ?? '', kind }));
