import type { OpenIncident } from '../../state/run-state.js';
import type { Failure } from './failure.js';
import type { Instance } from './instance-tree.js';
import type { Run } from './run.js';

/** Records on the instance the failure that stops it. `redo` says what a retry repeats. */
export function raiseIncident(
  run: Run,
  inst: Instance,
  failure: Failure,
  redo: OpenIncident['redo'],
  jobKey?: number,
): void {
  const key = run.key();
  inst.incident = { key, kind: failure.kind, redo };
  run.emit({
    type: 'raiseIncident',
    key,
    elementId: inst.el,
    instanceKey: inst.key,
    kind: failure.kind,
    message: failure.message,
    ...(jobKey === undefined ? {} : { jobKey }),
  });
  run.history('incident', inst);
}

/** Closes the instance's incident, if it has one. */
export function resolveIncident(run: Run, inst: Instance): void {
  if (inst.incident === undefined) return;
  run.emit({ type: 'resolveIncident', key: inst.incident.key });
  run.history('incidentResolved', inst);
  delete inst.incident;
}
