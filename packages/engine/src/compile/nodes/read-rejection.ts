import type { Expression } from '../../expression/values/expression-types.js';
import { type Flow, type Loop, type Mapping, REJECTED_CODE, type UserTaskNode } from '../../model/node.js';
import type { Raw } from '../graph/layout.js';
import { child, eventDefinitions, text, type Xml } from '../xml/moddle.js';
import type { BuildContext } from './build-context.js';

/**
 * How the diagram handles `approved: false` at the task (D24): by a REJECTED boundary event, or by a condition directly after the task
 * that reads `approved` or a variable that the task's outputs derive from it. Handlers of enclosing scopes are found at run time.
 */
export function readRejection(
  context: BuildContext,
  raw: Raw,
  task: { readonly outputs: readonly Mapping[]; readonly loop: Loop | null },
): UserTaskNode['rejection'] {
  if (catchesAt(context, raw, REJECTED_CODE)) return 'boundary';
  const derived = derivedFromApproved(task.outputs);
  const { flows, joins } = conditionsAfter(context, raw);
  const reads = (names: ReadonlySet<string>): boolean => flows.some((flow) => readsAny(flow.condition, names));
  const { loop } = task;
  if (loop?.type === 'multi' && loop.outputCollection !== null && readsAny(loop.outputElement, derived)) {
    if (reads(new Set([loop.outputCollection]))) return 'collection';
  }
  // After an inclusive join, another task may have written `approved`. Only derived variables are safe there.
  if (joins) return reads(new Set([...derived].filter((name) => name !== 'approved'))) ? 'condition' : null;
  return reads(derived) ? 'condition' : null;
}

/** Whether a boundary event of the element is for exactly this error. */
export function catchesAt({ layout }: BuildContext, raw: Raw, code: string): boolean {
  return (layout.attached.get(raw.index) ?? []).some((event) => catchesError(event.xml, code));
}

export const catchesRejection = (event: Xml): boolean => catchesError(event, REJECTED_CODE);

function catchesError(event: Xml, code: string): boolean {
  return eventDefinitions(event).some((definition) => {
    const error = definition.$type === 'bpmn:ErrorEventDefinition' ? child(definition, 'errorRef') : null;
    return error !== null && text(error, 'errorCode') === code;
  });
}

/** `approved` and the output targets computed from it, in the order the outputs are applied. */
function derivedFromApproved(outputs: readonly Mapping[]): ReadonlySet<string> {
  const derived = new Set(['approved']);
  for (const { source, target } of outputs) {
    const [name] = target;
    if (name === undefined) continue;
    if (source.type === 'feel' && readsAny(source.expression, derived)) derived.add(name);
    else if (target.length === 1) derived.delete(name);
  }
  return derived;
}

function readsAny(expression: Expression | null, names: ReadonlySet<string>): boolean {
  if (expression === null) return false;
  for (const name of expression.variables) if (names.has(name)) return true;
  return false;
}

const decidingGateways: ReadonlySet<Raw['type']> = new Set(['ExclusiveGateway', 'InclusiveGateway', 'ComplexGateway']);

/** The flows whose conditions decide directly after the task: its own, or those of the gateway to which its only flow leads. */
function conditionsAfter(
  { layout }: BuildContext,
  raw: Raw,
): { readonly flows: readonly Flow[]; readonly joins: boolean } {
  const own = layout.outgoing[raw.index] ?? [];
  const [only] = own;
  if (own.length !== 1 || only === undefined) return { flows: own, joins: false };
  const next = layout.raws[only.target];
  if (next === undefined || !decidingGateways.has(next.type)) return { flows: own, joins: false };
  const joins = next.type !== 'ExclusiveGateway' && (layout.incoming[next.index] ?? []).length > 1;
  return { flows: layout.outgoing[next.index] ?? [], joins };
}
