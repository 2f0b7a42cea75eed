import type { RunState, RunStatus, Variables } from './run-state.js';

/**
 * The run's state as clients see it (D21), from the state alone. An open task makes it PAUSED whatever else goes on: only
 * PAUSED runs resume (D23), and an approver must not wait for another branch's job or timer.
 */
export function statusOf(state: RunState): RunStatus {
  if (state.ended !== undefined) return state.ended;
  if (state.items.some((item) => item.task === true)) return 'PAUSED';
  if (state.pending !== undefined) return 'RACING';
  let waits = false;
  for (const item of state.items) {
    if (item.job !== undefined || item.call === true) return 'RACING';
    for (const wait of item.waits ?? []) {
      if (wait.on === 'timer') return 'RACING';
      waits = true;
    }
  }
  return waits ? 'PAUSED' : 'FAILED';
}

/** Ids of the models the run is made of, the root's first: the server hands them to the next step. */
export function modelsOf(state: RunState): readonly string[] {
  const called = state.items.flatMap((item) => (item.model === undefined ? [] : [item.model]));
  return [...new Set([state.modelId, ...called])];
}

/** The process's variables, also after the end of the run. */
export function variablesOf(state: RunState): Variables {
  return state.items[0]?.vars ?? {};
}
