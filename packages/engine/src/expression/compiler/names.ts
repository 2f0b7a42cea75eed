/**
 * The names that an expression itself binds, innermost first, as they lie in `Env` at evaluation. An element of a filter has no fixed
 * names: its members are looked up when it is evaluated.
 */
export interface Names {
  readonly kind: 'value' | 'element' | 'partial';
  readonly name: string;
  readonly up: Names | null;
}

export function bind(names: Names | null, name: string, kind: Names['kind'] = 'value'): Names {
  return { kind, name, up: names };
}

/** The name of the input of a unary test. */
export const INPUT = '?';
/** The name of the element inside of a filter. */
export const ITEM = 'item';
