import type { Scenario, ScenarioFile, ScenarioProcess } from '../model/scenario-schema.js';
import { describePath, describeWaits } from '../view/describe-run.js';
import type { RunView } from '../view/run-view.js';
import type { Subject } from '../view/subject.js';
import type { Mismatch } from './mismatch.js';
import { actionOf, runStep } from './run-step.js';

/** A scenario with what its file sets for all of them. */
export interface WholeScenario {
  readonly workflow: string;
  readonly process: ScenarioProcess;
  readonly now: string;
  readonly mocks: NonNullable<Scenario['mocks']>;
  readonly start: NonNullable<Scenario['start']>;
  readonly steps: Scenario['steps'];
}

const DEFAULT_NOW = '2026-01-05T09:00:00Z';

/** A scenario with the settings of its file; fields and mocks are combined name by name. */
export function wholeScenario(file: ScenarioFile, scenario: Scenario): WholeScenario {
  const fields = { ...file.process?.fields, ...scenario.process?.fields };
  return {
    workflow: scenario.workflow ?? file.workflow ?? '',
    process: { ...file.process, ...scenario.process, fields },
    now: scenario.now ?? file.now ?? DEFAULT_NOW,
    mocks: { ...file.mocks, ...scenario.mocks },
    start: scenario.start ?? {},
    steps: scenario.steps,
  };
}

/** Where and why a scenario failed. */
export interface Failure {
  /** Where it stands in the scenario, as parts of a JSON pointer. */
  readonly at: readonly (string | number)[];
  /** The step, from 1; 0: the start. */
  readonly step: number;
  /** The action of the step, or `start`. */
  readonly action: string;
  /** Why the step could not be taken; undefined when it was and something differs. */
  readonly problem: string | undefined;
  readonly mismatches: readonly Mismatch[];
  /** Elements completed so far, in their order. */
  readonly path: readonly string[];
  /** What the run waits for now. */
  readonly waits: readonly string[];
}

/** Runs a scenario until its end or its first failure. */
export async function runScenario(subject: Subject, scenario: WholeScenario): Promise<Failure | undefined> {
  const { workflow, start, steps } = scenario;
  const { otherDetails = {}, event, variables = {}, as } = start;
  const at = { ...(event === undefined ? {} : { startElementId: event }), ...(as === undefined ? {} : { as }) };
  try {
    await subject.start(workflow, event === undefined ? { otherDetails } : variables, at);
  } catch (error) {
    return {
      ...(await whereIs(subject, undefined)),
      at: ['start'],
      step: 0,
      action: 'start',
      problem: messageOf(error),
      mismatches: [],
    };
  }
  for (const [index, step] of steps.entries()) {
    const at = ['steps', index];
    try {
      const mismatches = await runStep(subject, step);
      const [first] = mismatches;
      if (first === undefined) continue;
      const place = actionOf(step) === 'expect' ? [...at, 'expect', ...first.at] : [...at, ...first.at];
      return {
        ...(await whereIs(subject, step.run)),
        at: place,
        step: index + 1,
        action: actionOf(step),
        problem: undefined,
        mismatches,
      };
    } catch (error) {
      const action = actionOf(step);
      return {
        ...(await whereIs(subject, step.run)),
        at: [...at, action],
        step: index + 1,
        action,
        problem: messageOf(error),
        mismatches: [],
      };
    }
  }
  return undefined;
}

async function whereIs(subject: Subject, run: string | undefined): Promise<Pick<Failure, 'path' | 'waits'>> {
  let view: RunView;
  try {
    view = await subject.view(run);
  } catch {
    return { path: [], waits: [] };
  }
  return { path: describePath(view), waits: [`the run is ${view.status}`, ...describeWaits(view)] };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
