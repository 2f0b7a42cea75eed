import type { Mapping } from '../../model/node.js';
import type { Variables } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { carry, carryUpTo } from './branch-decision.js';
import { evaluate } from './evaluate.js';
import { enclosing, isReserved, owns, ScopeView } from './scope-view.js';

/** Sets variables on the instance itself. Reserved names are dropped. */
export function setLocal(run: Run, inst: Instance, variables: Variables): void {
  const names = Object.keys(variables);
  if (names.length === 0) return;
  const stored = names.some(isReserved)
    ? Object.fromEntries(Object.entries(variables).filter(([name]) => !isReserved(name)))
    : variables;
  inst.vars = inst.vars === undefined ? stored : { ...inst.vars, ...stored };
  run.conditionsDue = true;
  run.emit({
    type: 'history',
    at: run.now,
    event: 'variables',
    elementId: inst.el,
    key: inst.key,
    scopeKey: inst.up,
    variables: stored,
  });
}

/**
 * Sets each variable in the innermost scope, from `inst` outwards, that already has one of that name, else on the process (as in
 * Camunda 8).
 */
export function propagate(run: Run, inst: Instance, variables: Variables): void {
  const names = Object.keys(variables);
  if (names.length === 0) return;
  const byScope = new Map<Instance, Record<string, unknown>>();
  for (const name of names) {
    if (isReserved(name)) continue;
    const target = scopeHolding(run, inst, name);
    const group = byScope.get(target);
    if (name === 'approved') carryUpTo(run, inst, target, variables[name]);
    if (group === undefined) byScope.set(target, { [name]: variables[name] });
    else group[name] = variables[name];
  }
  for (const [target, group] of byScope) setLocal(run, target, group);
}

function scopeHolding(run: Run, inst: Instance, name: string): Instance {
  let at = inst;
  while (!owns(at.vars, name)) {
    const up = enclosing(run, at);
    if (up === null) return at;
    at = up;
  }
  return at;
}

/** Evaluates mappings in order; each sees the results of those before. A nested target changes a copy of the visible context. */
function applyMappings(run: Run, inst: Instance, mappings: readonly Mapping[]): Variables {
  const result: Record<string, unknown> = {};
  const view = new ScopeView(run, inst, result);
  for (const { source, target } of mappings) {
    const value = source.type === 'literal' ? source.text : evaluate(run, source.expression, view);
    const [name = '', ...path] = target;
    result[name] = path.length === 0 ? value : withMember(view.get(name), path, value);
  }
  return result;
}

function withMember(context: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const members = typeof context === 'object' && context !== null && !Array.isArray(context) ? { ...context } : {};
  const known = new Map<string, unknown>(Object.entries(members));
  known.set(name, withMember(known.get(name), rest, value));
  return Object.fromEntries(known);
}

/**
 * Sets the results of input mappings as local variables.
 * @throws ExpressionError before anything is set
 */
export function applyInputs(run: Run, inst: Instance, mappings: readonly Mapping[]): void {
  if (mappings.length > 0) setLocal(run, inst, applyMappings(run, inst, mappings));
}

/**
 * Sets the results of output mappings, from the enclosing scope outwards. An instance of a multi-instance activity begins with its own
 * variables: the one that the output element names is local to it (LOOP-7, as in Camunda 8).
 * @throws ExpressionError before anything is set
 */
export function applyOutputs(run: Run, inst: Instance, mappings: readonly Mapping[]): void {
  if (mappings.length === 0) return;
  const results = applyMappings(run, inst, mappings);
  propagate(run, isMultiInstance(run, inst) ? inst : run.tree.parentOf(inst), results);
  if (owns(results, 'approved')) carry(inst, results.approved);
}

function isMultiInstance(run: Run, inst: Instance): boolean {
  if (inst.nth === undefined) return false;
  const node = run.nodeOf(inst);
  return 'loop' in node && node.loop?.type === 'multi';
}

/**
 * Stores the variables of a job, task, message or error: locally when the element has output mappings, which then decide what the
 * enclosing scopes get, else in the enclosing scopes.
 */
export function receive(run: Run, inst: Instance, outputs: readonly Mapping[], variables: Variables): void {
  if (outputs.length > 0) setLocal(run, inst, variables);
  else propagate(run, inst, variables);
}
