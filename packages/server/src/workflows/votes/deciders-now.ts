import type { Effect, RunState } from '@millrace/engine';
import type { SeparatedPerson } from './separation.js';

/** Who decided or voted in the steps of this transaction, which no table has yet. */
export class DecidersNow {
  readonly #elements = new Map<number, string>();
  readonly #decided: { readonly elementId: string; readonly person: string }[] = [];
  readonly #entered = new Set<string>();
  readonly #starter: string | undefined;

  /** @param starter who starts the run with this transaction; undefined: it was started before */
  constructor(starter: string | undefined) {
    this.#starter = starter;
  }

  /**
   * Notes what an effect tells.
   *
   * @param before the state before the step
   * @param by who gives the command of the transaction
   */
  note(effect: Effect, before: RunState | null, by: string): void {
    if (effect.type === 'openTask') this.#elements.set(effect.key, effect.elementId);
    if (effect.type === 'voteRecorded') {
      for (const person of bothOf(effect, by)) this.#decided.push({ elementId: effect.elementId, person });
      // Who closes a task sets what the run writes with it, and so does the person for whom a substitute closes it.
      if (effect.result !== 'open' && effect.onBehalfOf !== undefined) this.#entered.add(effect.onBehalfOf);
    }
    if (effect.type !== 'closeTask' || effect.outcome !== 'completed') return;
    // What each voter entered becomes variables now, so all of them have set what the run writes with these.
    const votes = before?.items.find((item) => item.key === effect.key)?.ballot?.votes ?? [];
    for (const vote of votes.filter(({ vars }) => vars !== undefined)) {
      for (const person of bothOf(vote, by)) this.#entered.add(person);
    }
    if (effect.onBehalfOf !== undefined) this.#entered.add(effect.onBehalfOf);
    const elementId =
      this.#elements.get(effect.key) ?? before?.items.find((item) => item.key === effect.key)?.el ?? undefined;
    if (elementId === undefined) return;
    for (const person of bothOf(effect, by)) this.#decided.push({ elementId, person });
  }

  /** Who entered values with earlier votes on tasks that this transaction closed. @param by who gives the command */
  enteredBeside(by: string): readonly string[] {
    return [...this.#entered].filter((person) => person !== by);
  }

  get excluded(): readonly SeparatedPerson[] {
    const starter = this.#starter === undefined ? [] : [{ rule: 'starter', person: this.#starter }];
    return [...starter, ...this.#decided.map(({ elementId, person }) => ({ rule: `task:${elementId}`, person }))];
  }
}

/** Who decided, and for whom: a substitute counts as both persons. */
const bothOf = (
  { by, onBehalfOf }: { readonly by?: string; readonly onBehalfOf?: string },
  otherwise: string,
): readonly string[] => [by ?? otherwise, ...(onBehalfOf === undefined ? [] : [onBehalfOf])];
