import type { Finding, Place } from '../findings/finding.js';
import { pointerOf } from '../findings/finding.js';
import { readDocument } from '../text/read-document.js';

/** One test of a decision, as its file has it. */
export interface DecisionTest {
  readonly name: string;
  /** Undefined: the only decision of the DMN file that no other one requires. */
  readonly decision: string | undefined;
  /** Values of the inputs by name. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What the evaluation has to give: a result, or an error with this text in its message. */
  readonly expected: { readonly value: unknown } | { readonly error: string };
  /** Ids of the rules that have to apply, in their order; undefined: any. */
  readonly rules: readonly string[] | undefined;
  /** Epoch milliseconds; undefined: the time of the deployment. */
  readonly now: number | undefined;
  /** Where the test begins, and where what it expects stands. */
  readonly place: Place;
  readonly expectedPlace: Place;
}

const MOST_TESTS = 10_000;
const START: Place = { line: 1, column: 1 };

/**
 * Reads a file of tests: a list of tests, or an object with such a list in `tests` and defaults for them in `decision` and
 * `now`.
 *
 * @param file its name, for the findings
 */
export function readTests(
  file: string,
  text: string,
): { readonly tests: readonly DecisionTest[]; readonly findings: readonly Finding[] } {
  const read = readDocument(text);
  if (read.findings.length > 0) {
    return { tests: [], findings: read.findings.map((finding) => ({ ...finding, path: file })) };
  }
  const reading = new Reading(file, (parts) => read.placeOf(pointerOf(parts)) ?? START);
  return { tests: reading.file(read.value), findings: reading.findings };
}

type At = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

class Reading {
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #placeOf: (at: At) => Place;

  constructor(file: string, placeOf: (at: At) => Place) {
    this.#file = file;
    this.#placeOf = placeOf;
  }

  file(value: unknown): readonly DecisionTest[] {
    if (Array.isArray(value)) return this.#tests(value, [], {});
    const members = this.#members(value, [], ['decision', 'now', 'tests']);
    if (members === undefined) return [];
    if (!Array.isArray(members.tests)) {
      this.#refuse([], 'has no list "tests"; write "tests:" and below it the tests, each beginning with "-"');
      return [];
    }
    const decision = this.#text(members, 'decision', []);
    const now = this.#time(members, []);
    return this.#tests(members.tests, ['tests'], { decision, now });
  }

  #tests(list: readonly unknown[], at: At, defaults: Pick<Partial<DecisionTest>, 'decision' | 'now'>): DecisionTest[] {
    if (list.length > MOST_TESTS) {
      this.#refuse(at, `has ${list.length} tests; at most ${MOST_TESTS} are run`);
      return [];
    }
    return list.flatMap((one, index) => this.#test(one, [...at, index], index, defaults));
  }

  #test(
    value: unknown,
    at: At,
    index: number,
    defaults: Pick<Partial<DecisionTest>, 'decision' | 'now'>,
  ): DecisionTest[] {
    const before = this.findings.length;
    const members = this.#members(value, at, ['name', 'decision', 'given', 'expect', 'error', 'rules', 'now']);
    if (members === undefined) return [];
    const error = this.#text(members, 'error', at);
    if (Object.hasOwn(members, 'expect') === (error !== undefined)) {
      this.#refuse(at, 'needs either "expect" (the result) or "error" (a part of the message of an error)');
    }
    const test: DecisionTest = {
      name: this.#text(members, 'name', at) ?? `test ${index + 1}`,
      decision: this.#text(members, 'decision', at) ?? defaults.decision,
      given: this.#members(members.given ?? {}, [...at, 'given']) ?? {},
      expected: error === undefined ? { value: members.expect } : { error },
      rules: this.#texts(members, 'rules', at),
      now: this.#time(members, at) ?? defaults.now,
      place: this.#placeOf(at),
      expectedPlace: this.#placeOf([...at, error === undefined ? 'expect' : 'error']),
    };
    return this.findings.length > before ? [] : [test];
  }

  #members(value: unknown, at: At, known?: readonly string[]): Members | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#refuse(at, 'must be an object');
      return undefined;
    }
    for (const name of Object.keys(value)) {
      if (known !== undefined && !known.includes(name)) {
        this.#refuse([...at, name], `"${name}" is not known here; the members are ${known.join(', ')}`);
      }
    }
    return value as Members;
  }

  #text(members: Members, name: string, at: At): string | undefined {
    const value = members[name];
    if (value === undefined || typeof value === 'string') return value;
    this.#refuse([...at, name], `${name} must be a text`);
    return undefined;
  }

  #texts(members: Members, name: string, at: At): readonly string[] | undefined {
    const value = members[name];
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    this.#refuse([...at, name], `${name} must be a list of ids of rules`);
    return undefined;
  }

  #time(members: Members, at: At): number | undefined {
    const text = this.#text(members, 'now', at);
    if (text === undefined) return undefined;
    const time = Date.parse(text);
    if (!Number.isNaN(time)) return time;
    this.#refuse([...at, 'now'], `"${text}" is not a date and time such as 2026-01-31T09:30:00Z`);
    return undefined;
  }

  #refuse(at: At, message: string): void {
    if (this.findings.length < 50) this.findings.push({ path: this.#file, ...this.#placeOf(at), message });
  }
}
