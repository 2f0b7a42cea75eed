import type { RunState, RunStatus, Variables } from './run-state.js';

/**
 * The status of a run as clients see it (D21). An open task makes the run PAUSED, whatever else is active: only PAUSED runs can be
 * resumed (D23), and an approver must not wait for the job or timer of another branch.
 */
export function statusOf(state: RunState): RunStatus {
  if (state.ended !== undefined) return state.ended;
  if (state.items.some((item) => item.task === true && item.listens === undefined)) return 'PAUSED';
  const held = state.held ?? [];
  if (held.some(({ ready }) => ready)) return 'RACING';
  if (state.pending !== undefined && !held.some((work) => work.do === 'rest')) return 'RACING';
  let waits = false;
  for (const item of state.items) {
    if (item.job !== undefined || item.call === true) return 'RACING';
    // An ad-hoc sub-process in which nothing is active waits for an activation.
    if (item.adHoc !== undefined && item.live === 0) waits = true;
    for (const wait of item.waits ?? []) {
      if (wait.held || wait.came !== undefined) continue;
      if (wait.on === 'timer') return 'RACING';
      waits = true;
    }
  }
  return waits ? 'PAUSED' : 'FAILED';
}

/** Ids of the models that the run uses, the root's first. The server passes these models to the next step. */
export function modelsOf(state: RunState): readonly string[] {
  const called = state.items.flatMap((item) => (item.model === undefined ? [] : [item.model]));
  return [...new Set([state.modelId, ...called])];
}

/** The process's variables, also after the end of the run. */
export function variablesOf(state: RunState): Variables {
  return state.items[0]?.vars ?? {};
}
