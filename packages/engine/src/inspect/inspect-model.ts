import { constantText } from '../compile/attributes/values.js';
import type { ExecutableModel } from '../model/executable-model.js';
import type { JobDefinition, Node, SingleAction, SingleTrigger, Value } from '../model/node.js';
import { secretNamesIn, secretNamesInSource, sourceOf } from '../model/secret-names.js';
import { actionsIn, triggersIn } from '../model/triggers.js';
import { readsOfProcess } from './process-reads.js';
import { findStuckJoins, type StuckJoin } from './stuck-joins.js';
import { updatedNames } from './updated-names.js';

/** A name that an element uses. `name` is null when an expression gives it at run time. */
export type NameUse = { readonly elementId: string; readonly name: string | null };

/** A job that a task or event opens, with what the diagram says about it. */
export type JobUse = {
  readonly elementId: string;
  /** Null when an expression gives it at run time. */
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Input mappings. `target` is a path with dots; `source` is FEEL when it begins with `=`, else a literal. */
  readonly inputs: readonly { readonly target: string; readonly source: string }[];
};

/** What a diagram uses of the world around it, for checks of a whole deployment. */
export type ModelInspection = {
  readonly jobTypes: readonly NameUse[];
  /** Those of tasks and events; listeners are not among them. */
  readonly jobs: readonly JobUse[];
  readonly thrownMessages: readonly NameUse[];
  /** Also those of start events. */
  readonly caughtMessages: readonly NameUse[];
  readonly thrownSignals: readonly NameUse[];
  readonly caughtSignals: readonly NameUse[];
  /** Members of the variable `process` that expressions read, such as `['fields', 'amount']`. */
  readonly processReads: readonly { readonly elementId: string; readonly path: readonly string[] }[];
  /** Names that service tasks of the type `process.update` set, where the diagram writes them out. */
  readonly processUpdates: readonly { readonly elementId: string; readonly name: string }[];
  /** Every secret that an input mapping or the header of any job names, also where no job type would resolve it. */
  readonly secrets: readonly { readonly elementId: string; readonly name: string }[];
  readonly stuckJoins: readonly StuckJoin[];
};

/** Reads a compiled diagram; costs about as much as compiling it. */
export function inspectModel(model: ExecutableModel): ModelInspection {
  const { nodes } = model;
  const actions = nodes.flatMap((node) => actionsOf(node).map((action) => ({ elementId: node.id, action })));
  const triggers = nodes.flatMap((node) => triggersOf(node).map((trigger) => ({ elementId: node.id, trigger })));
  const thrown = (type: 'message' | 'signal') =>
    actions.flatMap(({ elementId, action }) => (action.type === type ? [use(elementId, action.name)] : []));
  const caught = (type: 'message' | 'signal') =>
    triggers.flatMap(({ elementId, trigger }) => (trigger.type === type ? [use(elementId, trigger.name)] : []));
  return {
    jobTypes: nodes.flatMap((node) => jobsOf(node).map(({ jobType }) => use(node.id, jobType))),
    jobs: nodes.flatMap((node) => workOf(node).map((job) => jobUse(node, job))),
    thrownMessages: thrown('message'),
    caughtMessages: caught('message'),
    thrownSignals: thrown('signal'),
    caughtSignals: caught('signal'),
    processReads: readsOfProcess(model),
    processUpdates: nodes.flatMap(updatedNames),
    secrets: nodes.flatMap((node) => secretsOf(node).map((name) => ({ elementId: node.id, name }))),
    stuckJoins: findStuckJoins(model),
  };
}

const use = (elementId: string, name: Value): NameUse => ({ elementId, name: constantText(name) });

const jobUse = (node: Node, { jobType, headers }: JobDefinition): JobUse => ({
  elementId: node.id,
  type: constantText(jobType),
  headers,
  inputs: node.inputs.map(({ target, source }) => ({ target: target.join('.'), source: sourceOf(source) })),
});

const secretsOf = (node: Node): readonly string[] => [
  ...new Set([
    ...node.inputs.flatMap(({ source }) => secretNamesInSource(sourceOf(source))),
    ...jobsOf(node).flatMap(({ headers }) => Object.values(headers).flatMap(secretNamesIn)),
  ]),
];

function actionsOf(node: Node): readonly SingleAction[] {
  return 'action' in node ? actionsIn(node.action) : [];
}

function triggersOf(node: Node): readonly SingleTrigger[] {
  return 'trigger' in node && node.trigger !== null ? triggersIn(node.trigger) : [];
}

function jobsOf(node: Node): readonly JobDefinition[] {
  const ofTask = node.kind === 'userTask' ? Object.values(node.listenersOfTask ?? {}).flat() : [];
  return [
    ...workOf(node),
    ...(node.listeners?.beforeAll ?? []),
    ...(node.listeners?.start ?? []),
    ...(node.listeners?.end ?? []),
    ...ofTask,
  ];
}

function workOf(node: Node): readonly JobDefinition[] {
  if (node.kind === 'jobTask') return [node.job];
  if (node.kind === 'adHocSubProcess') return node.job === null ? [] : [node.job];
  return actionsOf(node).flatMap((action) => (action.type === 'job' ? [action.job] : []));
}
