import type { ExecutableModel } from '@millrace/engine';
import { didYouMean } from '../../sub-projects/document/findings/did-you-mean.js';
import type { Finding } from '../../sub-projects/document/findings/finding.js';
import type { Expectation } from './expect-schema.js';
import type { Mocks } from './mock-schema.js';
import type { ScenarioFile, Step } from './scenario-schema.js';

/** The names that scenarios of a folder may use. */
export interface KnownNames {
  readonly workflows: ReadonlySet<string>;
  readonly models: readonly ExecutableModel[];
}

/** A check that a misspelt name would make pass for ever, or fail without a reason that helps, is an error of the file. */
export function checkNames(file: ScenarioFile, known: KnownNames): readonly Finding[] {
  const findings: Finding[] = [];
  const check = (path: string, name: string | undefined, names: ReadonlySet<string>, what: string): void => {
    if (name === undefined || names.has(name)) return;
    findings.push({ path, message: `there is no ${what} "${name}"${didYouMean(name, names)}` });
  };
  const { workflows, models } = known;
  const elements = new Set(models.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const parts = new Set([...elements, ...models.flatMap(({ flows }) => flows.map(({ id }) => id))]);
  const tasks = new Set(models.flatMap(({ userTasks }) => userTasks.map(({ elementId }) => elementId)));
  const starts = new Set(models.flatMap((model) => model.starts.map(({ elementId }) => elementId)));
  const jobs = jobNames(models);

  const checkMocks = (path: string, mocks: Mocks | undefined): void => {
    if (jobs === undefined) return;
    for (const name of Object.keys(mocks ?? {}))
      check(`${path}/${escaped(name)}`, name, jobs, 'job type or element with a job');
  };
  const checkExpected = (path: string, expected: Expectation | undefined): void => {
    for (const kind of ['tasks', 'jobs', 'timers', 'messages', 'signals', 'incidents', 'events'] as const) {
      for (const [index, item] of (expected?.[kind] ?? []).entries()) {
        check(`${path}/${kind}/${index}`, typeof item === 'string' ? item : item.element, elements, 'element');
      }
    }
    for (const kind of ['passed', 'notPassed', 'path'] as const) {
      for (const [index, id] of (expected?.[kind] ?? []).entries()) {
        check(`${path}/${kind}/${index}`, id, parts, 'element or flow');
      }
    }
    for (const [index, key] of (expected?.runs ?? []).entries())
      check(`${path}/runs/${index}`, key, workflows, 'workflow');
  };
  const checkStep = (path: string, step: Step): void => {
    check(`${path}/run`, step.run, workflows, 'workflow');
    for (const action of ['approve', 'reject', 'requestChanges', 'submit'] as const) {
      const given = step[action];
      check(`${path}/${action}`, typeof given === 'string' ? given : (given?.task ?? undefined), tasks, 'user task');
    }
    check(`${path}/job/element`, step.job?.element, elements, 'element');
    check(`${path}/retry`, typeof step.retry === 'string' ? step.retry : step.retry?.element, elements, 'element');
    checkExpected(`${path}/expect`, step.expect);
  };

  check('/workflow', file.workflow, workflows, 'workflow');
  checkMocks('/mocks', file.mocks);
  for (const [index, scenario] of file.scenarios.entries()) {
    const path = `/scenarios/${index}`;
    if ((scenario.workflow ?? file.workflow) === undefined) {
      findings.push({ path, message: 'name the "workflow" of the scenario, here or for the whole file' });
    }
    check(`${path}/workflow`, scenario.workflow, workflows, 'workflow');
    checkMocks(`${path}/mocks`, scenario.mocks);
    const { event, variables, otherDetails } = scenario.start ?? {};
    check(`${path}/start/event`, event, starts, 'timer, message or signal start event');
    if (event === undefined && variables !== undefined) {
      const message = 'only a message or signal start event has variables; name the "event", or use "otherDetails"';
      findings.push({ path: `${path}/start/variables`, message });
    }
    if (event !== undefined && otherDetails !== undefined) {
      const message = 'an event has "variables"; otherDetails come from executeWorkflow';
      findings.push({ path: `${path}/start/otherDetails`, message });
    }
    for (const [at, step] of scenario.steps.entries()) checkStep(`${path}/steps/${at}`, step);
  }
  return findings;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Ids of elements that may have a job, and the types of their jobs; undefined when a diagram computes a type. */
function jobNames(models: readonly ExecutableModel[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const node of models.flatMap(({ nodes }) => nodes)) {
    const job =
      node.kind === 'jobTask' ? node.job : 'action' in node && node.action.type === 'job' ? node.action.job : undefined;
    if (job === undefined) continue;
    if (job.jobType.type !== 'literal') return undefined;
    names.add(node.id).add(job.jobType.text);
  }
  return names;
}
