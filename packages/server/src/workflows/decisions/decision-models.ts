import { compileDecisionsInSteps, type DecisionModel } from '@millrace/engine';
import { LRUCache } from 'lru-cache';
import { type LoadedValues, loadOnce } from '../../kernel/load-once.js';
import { takeSteps } from '../../kernel/time-slices.js';
import type { Queryable } from '../../postgres/database.js';
import { type DecisionDefinitionRow, findDecisionDefinition } from '../../sub-projects/records/decision-queries.js';

/** Compiled DMN files kept in memory, by the number of their characters. A model takes a few bytes for each. */
const CACHED_CHARACTERS = 32 * 1024 * 1024;

/** A version of a DMN file, ready to be evaluated. */
export interface LoadedDecisions extends Omit<DecisionDefinitionRow, 'imports'> {
  readonly model: DecisionModel;
  /** The files that it imports. */
  readonly imports: readonly LoadedDecisions[];
}

/** Compiled DMN files by the ids of their definitions. */
export interface DecisionModels {
  /**
   * The file of a definition; at most one statement per definition and server process.
   *
   * @throws Error when the definition does not exist or no longer compiles
   */
  load(db: Queryable, subProjectId: string, definitionId: string): Promise<LoadedDecisions>;
}

/** Keeps compiled files in memory. Definitions are immutable, so server processes need not tell each other of changes. */
export function createDecisionModels(): DecisionModels {
  const kept = new LRUCache<string, LoadedDecisions>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ dmn }) => Math.max(1, dmn.length),
  });
  const loading: LoadedValues<LoadedDecisions> = new LRUCache({ max: 100 });
  const load: DecisionModels['load'] = async (db, subProjectId, definitionId) => {
    const known = kept.get(definitionId);
    if (known !== undefined) return known;
    const loaded = await loadOnce(loading, definitionId, async () => {
      const row = await findDecisionDefinition(db, subProjectId, definitionId);
      if (row === undefined) throw new Error(`there is no decision definition ${definitionId}`);
      const imports = [];
      for (const id of row.imports) imports.push(await load(db, subProjectId, id));
      return compiled(row, imports);
    });
    kept.set(definitionId, loaded);
    loading.delete(definitionId);
    return loaded;
  };
  return { load };
}

/** A large file takes seconds: other requests are served meanwhile. */
async function compiled(row: DecisionDefinitionRow, imports: readonly LoadedDecisions[]): Promise<LoadedDecisions> {
  const steps = compileDecisionsInSteps(row.dmn, { imports: imports.map((one) => one.model) });
  const { model, problems } = await takeSteps(steps);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (model === undefined || errors.length > 0) {
    // It compiled when it was deployed. An engine that cannot compile it any more must say so instead of losing the run.
    const reason = errors.map(({ elementId, message }) => `${elementId ?? ''} ${message}`).join('; ');
    throw new Error(`the decision definition ${row.id} does not compile: ${reason}`);
  }
  return { ...row, imports, model };
}
