import { type Finding, pointerOf } from '../findings/finding.js';

/** Data of JSON's types, or why it is not. */
export interface PlainData {
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** What PostgreSQL cannot keep in text: U+0000 and halves of surrogate pairs. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character U+0000';
  return /\p{Surrogate}/u.test(text) ? 'must not hold half of a surrogate pair' : undefined;
}

/** Checks data that was parsed already (JSON of a request body): depth, prototype names, text and numbers. */
export function readPlainData(data: object, deepest: number): PlainData {
  const findings: Finding[] = [];
  const refuse = (path: readonly string[], message: string): void => {
    if (findings.length < 50) findings.push({ path: pointerOf(path), message });
  };
  const walk = (value: unknown, path: readonly string[]): void => {
    if (path.length > deepest) {
      refuse(path, `is nested deeper than ${deepest} levels`);
    } else if (typeof value === 'string') {
      const problem = textProblem(value);
      if (problem !== undefined) refuse(path, problem);
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) refuse(path, 'must be a finite number');
    } else if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        if (name === '__proto__') refuse([...path, name], 'this name is reserved');
        else walk(Reflect.get(value, name), [...path, name]);
      }
    }
  };
  walk(data, []);
  return { value: findings.length === 0 ? data : undefined, findings };
}
