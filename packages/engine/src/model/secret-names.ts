import type { Mapping, Value } from './node.js';

/** `{{secrets.NAME}}` anywhere in a text. Bounds keep the search linear. */
const PLACEHOLDER = /\{\{\s{0,20}secrets\.([^{}]{0,200})\}\}/g;

/** The older form: a text that is nothing but `secrets.NAME`. */
const WHOLE = /^\s{0,20}secrets\.([\w./-]{1,100})\s{0,20}$/;

/** The older form as a string of FEEL. */
const QUOTED = /"secrets\.([\w./-]{1,100})"/g;

/** Names of secrets in a text as a job has it, once for each time that it is named. */
export function secretNamesIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? namesBy(PLACEHOLDER, text) : [whole];
}

/** The text with a value in the place of each name of a secret. */
export function replaceSecretNames(text: string, secretOf: (name: string) => string): string {
  if (!text.includes('secrets.')) return text;
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? text.replace(PLACEHOLDER, (_, name: string) => secretOf(name.trim())) : secretOf(whole);
}

/** As {@link secretNamesIn} in what a diagram says, where a source that begins with `=` is FEEL. */
export function secretNamesInSource(source: string): readonly string[] {
  if (!source.includes('secrets.')) return [];
  if (!source.trimStart().startsWith('=')) return secretNamesIn(source);
  return [...namesBy(PLACEHOLDER, source), ...namesBy(QUOTED, source)];
}

/** How often the input mappings of an element name each secret: by target, with dots, and name. */
export type NamedSecrets = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Undefined when no mapping names one. */
export function secretsNamedBy(inputs: readonly Mapping[]): NamedSecrets | undefined {
  const named: Record<string, Record<string, number>> = {};
  for (const { target, source } of inputs) {
    const path = target.join('.');
    for (const name of secretNamesInSource(sourceOf(source))) {
      const counts = Object.hasOwn(named, path) ? (named[path] ?? {}) : {};
      named[path] = { ...counts, [name]: (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + 1 };
    }
  }
  return Object.keys(named).length === 0 ? undefined : named;
}

/** What the diagram says; FEEL begins with `=`. */
export function sourceOf(value: Value): string {
  if (value.type === 'literal') return value.text;
  return value.expression.source.trimStart().startsWith('=') ? value.expression.source : `=${value.expression.source}`;
}

const namesBy = (expression: RegExp, text: string): readonly string[] =>
  [...text.matchAll(expression)].map(([, name = '']) => name.trim());
