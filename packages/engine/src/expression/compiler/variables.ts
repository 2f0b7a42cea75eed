import { admit } from '../conversion/admit.js';
import type { Code, Env } from '../evaluation/evaluation.js';
import { entryOf, type MemberName, memberName } from '../operators/member.js';
import { isContext } from '../values/feel-object.js';
import type { Compiler } from './compiler.js';
import { ITEM, type Names } from './names.js';

const BYTES_PER_ELEMENT = 8;
const ELEMENTS_PER_STEP = 16;

/** Reads a variable: one that the expression binds, a member of the element of a filter around it, or one of the scope. */
export function compileVariable(c: Compiler, name: string, names: Names | null): Code {
  const elements: number[] = [];
  let depth = 0;
  for (let at = names; at !== null; at = at.up, depth++) {
    if (at.kind === 'element') {
      elements.push(depth);
      if (name === ITEM) return inElements(elements, memberName(name), local(depth));
    } else if (at.name === name) {
      const code = at.kind === 'partial' ? snapshot(local(depth)) : local(depth);
      return inElements(elements, memberName(name), code);
    }
  }
  return inElements(elements, memberName(name), root(c, name));
}

/** Whether the name is bound by the expression itself; not in question inside of filters, where it may be a member. */
export function isBound(names: Names | null, name: string): boolean {
  for (let at = names; at !== null; at = at.up) if (at.kind !== 'element' && at.name === name) return true;
  return false;
}

/** The results of a loop so far, not copied: for uses that only read them. Undefined for any other variable. */
export function compileLivePartial(name: string, names: Names | null): Code | undefined {
  let depth = 0;
  for (let at = names; at !== null; at = at.up, depth++) {
    if (at.kind === 'element') return undefined;
    if (at.name === name) return at.kind === 'partial' ? local(depth) : undefined;
  }
  return undefined;
}

function valueAt(env: Env | null, depth: number): unknown {
  let at = env;
  for (let left = depth; left > 0 && at !== null; left--) at = at.up;
  return at === null ? null : at.value;
}

function local(depth: number): Code {
  switch (depth) {
    case 0:
      return (_, env) => (env as Env).value;
    case 1:
      return (_, env) => ((env as Env).up as Env).value;
    default:
      return (_, env) => valueAt(env, depth);
  }
}

/** The list grows while the loop runs, so a value made of it must be a copy. */
function snapshot(code: Code): Code {
  return (e, env) => {
    const list = code(e, env);
    if (!Array.isArray(list)) return list;
    e.budget.spend(list.length / ELEMENTS_PER_STEP);
    e.budget.allocate(list.length * BYTES_PER_ELEMENT);
    return [...list];
  };
}

function root(c: Compiler, name: string): Code {
  const known = c.known.writtenAs(name) ?? name;
  c.variables.add(known);
  const builtin = c.strict ? undefined : c.builtins.get(name);
  const where = `variable "${known}"`;
  return (e) => {
    if (e.scope.has(known)) return admit(e.scope.get(known), where);
    if (builtin !== undefined) return builtin.asFunction();
    return e.warn(() => `there is no variable "${known}"`);
  };
}

function inElements(depths: readonly number[], key: MemberName, outside: Code): Code {
  return depths.reduceRight<Code>(
    (next, depth) => (e, env) => {
      const element = valueAt(env, depth);
      const entry = isContext(element) ? entryOf(e, element, key) : undefined;
      return entry === undefined ? next(e, env) : entry;
    },
    outside,
  );
}
