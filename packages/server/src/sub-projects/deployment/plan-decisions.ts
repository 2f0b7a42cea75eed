import { newId } from '../../kernel/identifiers.js';
import type { CompiledDmn } from '../document/decisions/compile-dmn.js';
import type { KnownDecisions, NewDecisionDefinition } from '../records/decision-queries.js';
import type { DecisionEntry } from '../records/stored-configuration.js';
import { fingerprintOf } from './fingerprint.js';

export interface DecisionPlan {
  /** In the order of the document. */
  readonly decisions: readonly DecisionEntry[];
  /** Only those whose DMN file, or a file that it imports, differs from the current configuration. */
  readonly definitions: readonly NewDecisionDefinition[];
}

/**
 * Gives every DMN file its definition, which stays while the file and those that it imports stay. A file that comes back
 * gets a new one: the binding `deployment` takes the newest definition of a decision, which another file may have had
 * meanwhile.
 *
 * @param current what the current configuration has
 * @param known the newest definitions, from which numbers are counted on
 */
export function planDecisions(
  compiled: readonly CompiledDmn[],
  current: readonly DecisionEntry[],
  known: readonly KnownDecisions[],
): DecisionPlan {
  const planning = new Planning(compiled, current, known);
  const decisions = compiled.map((one) => planning.entryOf(one));
  return { decisions, definitions: planning.definitions };
}

class Planning {
  readonly definitions: NewDecisionDefinition[] = [];
  readonly #compiled: ReadonlyMap<string, CompiledDmn>;
  /** Ids of the definitions of the current configuration. */
  readonly #current: ReadonlySet<string>;
  readonly #known: ReadonlyMap<string, KnownDecisions>;
  readonly #planned = new Map<string, DecisionEntry & { readonly fingerprint: string }>();

  constructor(compiled: readonly CompiledDmn[], current: readonly DecisionEntry[], known: readonly KnownDecisions[]) {
    this.#compiled = new Map(compiled.map((one) => [one.key, one]));
    this.#current = new Set(current.map(({ definitionId }) => definitionId));
    this.#known = new Map(known.map((one) => [one.key, one]));
  }

  entryOf(one: CompiledDmn): DecisionEntry {
    const { fingerprint: _, ...entry } = this.#plan(one);
    return entry;
  }

  /** The compiler refuses files that import each other in a circle, so this ends. */
  #plan(one: CompiledDmn): DecisionEntry & { readonly fingerprint: string } {
    const planned = this.#planned.get(one.key);
    if (planned !== undefined) return planned;
    const imports = one.imports.flatMap((key) => {
      const imported = this.#compiled.get(key);
      return imported === undefined ? [] : [this.#plan(imported)];
    });
    const fingerprint = fingerprintOf([one.dmn, ...imports.map((imported) => imported.fingerprint)]);
    const before = this.#known.get(one.key);
    const isSame = before?.fingerprint === fingerprint && this.#current.has(before.definitionId);
    const definitionId = isSame ? before.definitionId : newId();
    const number = isSame ? before.number : (before?.number ?? 0) + 1;
    const { key, name, dmn, decisions, tests } = one;
    if (!isSame) {
      const importIds = imports.map((imported) => imported.definitionId);
      this.definitions.push({ id: definitionId, key, number, dmn, imports: importIds, fingerprint, decisions });
    }
    const entry = {
      key,
      name,
      definitionId,
      number,
      decisions,
      ...(tests === undefined ? {} : { testsFingerprint: fingerprintOf(tests.text) }),
      fingerprint,
    };
    this.#planned.set(key, entry);
    return entry;
  }
}
