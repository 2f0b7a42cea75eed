import type { Transaction } from '../postgres/pool.js';
import type { SubProject } from '../sub-projects/sub-project.js';
import type { RunDeps } from './run-deps.js';
import { registerStarts } from './starts/register-starts.js';
import { wakeConditions } from './wake-conditions.js';

/** What other features tell workflows; the composition root hands these over. */
export interface WorkflowPorts {
  /** For processes: a process has changed, so runs with conditions on it look again. */
  processChanged(tx: Transaction, change: { readonly subProjectId: string; readonly processId: string }): Promise<void>;
  /** For sub-projects: a version was deployed, so its start events are the ones that count. */
  deployed(
    tx: Transaction,
    deployment: { readonly subProjectId: string; readonly subProject: SubProject },
  ): Promise<void>;
}

export const workflowPorts = (deps: Pick<RunDeps, 'definitions' | 'now'>): WorkflowPorts => ({
  processChanged: (tx, change) => wakeConditions(tx, { ...change, now: deps.now() }),
  deployed: (tx, { subProject }) => registerStarts(tx, deps, subProject),
});
