export const correctionKinds = ['text', 'number', 'truth', 'json'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** A variable as it is typed. */
export interface Correction {
  readonly name: string;
  readonly kind: CorrectionKind;
  readonly value: string;
}

/** The variables that were typed, and what is wrong with which line. A line without a name and a value is none. */
export function variablesOf(corrections: readonly Correction[]): {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly faults: ReadonlyMap<number, 'name' | 'value'>;
} {
  const variables = new Map<string, unknown>();
  const faults = new Map<number, 'name' | 'value'>();
  for (const [at, { name: typed, kind, value }] of corrections.entries()) {
    const name = typed.trim();
    if (name === '' && value === '') continue;
    const read = readValue(kind, value);
    if (name === '' || variables.has(name)) faults.set(at, 'name');
    else if (read === undefined) faults.set(at, 'value');
    else variables.set(name, read);
  }
  return { variables: Object.fromEntries(variables), faults };
}

/** Undefined: what was typed is no value of its kind. */
function readValue(kind: CorrectionKind, typed: string): unknown {
  const value = typed.trim();
  if (kind === 'text') return typed;
  if (kind === 'truth' && value !== 'true' && value !== 'false') return undefined;
  if (kind === 'number' && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return undefined;
  try {
    // A number such as 007 is none in JSON.
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
