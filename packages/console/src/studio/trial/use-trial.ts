import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import type { JsonObject } from '../../form/schema/entered.js';
import type { DiagramEditor } from '../drawing/diagram-editor.js';
import type { Workflow } from '../model/configuration.js';
import { type Outcome, type Sources, type Step, type Trial, trialFile } from './scenario.js';

export interface TrialState {
  /** Undefined: nothing has been started. */
  readonly trial: Trial | undefined;
  readonly outcome: Outcome | undefined;
  /** Why the last step could not be taken, or the test run not begun. */
  readonly problem: string | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** The drawing has changed since. */
  readonly isOld: boolean;
  start(fields: JsonObject): void;
  take(step: Step): void;
  takeBack(): void;
  runAgain(): void;
  end(): void;
}

interface TrialOptions {
  readonly subProjectId: string;
  readonly sources: Sources;
  readonly workflow: Workflow;
  readonly editor: DiagramEditor;
  /** One more with every change of the drawing. */
  readonly changes: number;
}

/** A test run of the drawing: each step is run on the server with all steps before it. */
export function useTrial({ subProjectId, sources, workflow, editor, changes }: TrialOptions): TrialState {
  const test = useChange('testSubProject');
  const [trial, setTrial] = useState<Trial>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<string>();
  const [ranAt, setRanAt] = useState(changes);
  const run = async (next: Trial, isNewStep: boolean) => {
    setProblem(undefined);
    const bpmn = await editor.save();
    const { configurationErrors, errors, scenarios } = await test.mutateAsync({
      subProjectId,
      document: sources.document,
      files: { ...sources.files, [workflow.file]: bpmn },
      scenarios: { 'trial.test.json': trialFile(workflow.key, next) },
      trace: true,
    });
    const [first] = scenarios;
    const { problem: notTaken, mismatches: [refused] = [] } = first?.failure ?? {};
    const wrong = [...configurationErrors, ...errors][0]?.message ?? notTaken ?? refused?.got;
    setRanAt(changes);
    setProblem(wrong);
    // A step that was refused is none of the test run.
    if (wrong !== undefined && isNewStep) return;
    setTrial(next);
    setOutcome(first);
  };
  // What goes wrong stands in `test.error`.
  const begin = (next: Trial, isNewStep = false) => void run(next, isNewStep).catch(() => undefined);
  return {
    trial,
    outcome,
    problem,
    error: test.error,
    isBusy: test.isPending,
    isOld: trial !== undefined && ranAt !== changes,
    start: (fields) => begin({ fields, steps: [] }, true),
    take: (step) => trial !== undefined && begin({ ...trial, steps: [...trial.steps, step] }, true),
    takeBack: () => trial !== undefined && begin({ ...trial, steps: trial.steps.slice(0, -1) }),
    runAgain: () => trial !== undefined && begin(trial),
    end() {
      setTrial(undefined);
      setOutcome(undefined);
      setProblem(undefined);
      test.reset();
    },
  };
}
