import type { ExecutableModel } from '@millrace/engine';
import type { Diagram, FolderModels } from '../simulator/folder-models.js';
import type { SimulatedRun } from '../simulator/simulated-run.js';

/** An element or flow that no scenario passed. */
export interface Uncovered {
  readonly id: string;
  readonly name: string | null;
  /** `flow`, or the kind of element. */
  readonly kind: string;
}

/** How much of a diagram the scenarios of a folder passed. */
export interface DiagramCoverage {
  readonly file: string;
  /** Id of the BPMN process. */
  readonly process: string;
  /** Elements and flows. */
  readonly total: number;
  readonly covered: number;
  /** Rounded down, so that 100 means all. */
  readonly percent: number;
  readonly uncovered: readonly Uncovered[];
}

/** Collects which elements were entered and which flows were taken, for each diagram of a folder. */
export class Coverage {
  readonly #reached = new Map<ExecutableModel, Set<string>>();

  add(run: SimulatedRun, models: FolderModels): void {
    // A called process is a scope of the run: what happens in it belongs to the diagram of the called model.
    const modelOf = new Map<number, string>();
    for (const { event, elementId, key, scopeKey } of run.timeline) {
      const around = run.calls.get(scopeKey) ?? modelOf.get(scopeKey) ?? run.modelId;
      if (event === 'entered') modelOf.set(key, around);
      if (event !== 'entered' && event !== 'completed' && event !== 'flowTaken') continue;
      const { model } = models.diagramOf(around);
      const reached = this.#reached.get(model) ?? new Set();
      this.#reached.set(model, reached.add(elementId));
    }
  }

  /** Of every diagram, in the order of the document. */
  of(diagrams: readonly Diagram[]): readonly DiagramCoverage[] {
    return diagrams.map(({ file, model }) => {
      const reached = this.#reached.get(model) ?? new Set();
      const parts = partsOf(model);
      const uncovered = parts.filter(({ id }) => !reached.has(id));
      const covered = parts.length - uncovered.length;
      const percent = parts.length === 0 ? 100 : Math.floor((covered / parts.length) * 100);
      return { file, process: model.processId, total: parts.length, covered, percent, uncovered };
    });
  }
}

/**
 * Everything that a run passes: elements and flows, without the process itself and without compensation boundary events, which
 * only say which handler undoes an activity.
 */
export const partsOf = (model: ExecutableModel): readonly Uncovered[] => [
  ...model.nodes.flatMap((node) => {
    const { id, name, kind } = node;
    const isPassed = kind !== 'process' && !(kind === 'boundaryEvent' && node.trigger.type === 'compensation');
    return isPassed ? [{ id, name, kind }] : [];
  }),
  ...model.flows.map(({ id }) => ({ id, name: null, kind: 'flow' })),
];
