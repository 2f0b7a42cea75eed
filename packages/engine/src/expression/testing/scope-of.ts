import type { Scope } from '../values/expression-types.js';

/** A scope over a plain object, for tests. */
export function scopeOf(variables: Readonly<Record<string, unknown>>): Scope {
  return {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    has: (name) => Object.hasOwn(variables, name),
    names: () => Object.keys(variables),
  };
}
