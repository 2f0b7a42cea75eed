import { newId } from '../../kernel/identifiers.js';
import type { CompiledDmn } from '../document/decisions/compile-dmn.js';
import type { KnownDecisions, NewDecisionDefinition } from '../records/decision-queries.js';
import type { DecisionEntry } from '../records/stored-configuration.js';
import { fingerprintOf } from './fingerprint.js';

export interface DecisionPlan {
  /** In the order of the document. */
  readonly decisions: readonly DecisionEntry[];
  /** Only those whose DMN file, or a file that it imports, differs from the newest definition. */
  readonly definitions: readonly NewDecisionDefinition[];
}

/** Gives every DMN file its definition, which stays while the file and those that it imports stay. */
export function planDecisions(compiled: readonly CompiledDmn[], known: readonly KnownDecisions[]): DecisionPlan {
  const planning = new Planning(compiled, known);
  const decisions = compiled.map((one) => planning.entryOf(one));
  return { decisions, definitions: planning.definitions };
}

class Planning {
  readonly definitions: NewDecisionDefinition[] = [];
  readonly #compiled: ReadonlyMap<string, CompiledDmn>;
  readonly #known: ReadonlyMap<string, KnownDecisions>;
  readonly #planned = new Map<string, DecisionEntry & { readonly fingerprint: string }>();

  constructor(compiled: readonly CompiledDmn[], known: readonly KnownDecisions[]) {
    this.#compiled = new Map(compiled.map((one) => [one.key, one]));
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
    const isSame = before?.fingerprint === fingerprint;
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
