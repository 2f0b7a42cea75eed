import type { Effect } from '../protocol/effect.js';

export type OpenKind = 'task' | 'job' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';

/** What effects have opened and not closed. Opening twice or closing what is not open is a defect of the engine. */
export class Ledger {
  readonly #open = new Map<number, { readonly kind: OpenKind; readonly elementId: string }>();

  apply(effects: readonly Effect[]): void {
    for (const effect of effects) this.#note(effect);
  }

  #note(effect: Effect): void {
    switch (effect.type) {
      case 'openTask':
        this.#opened(effect.key, 'task', effect.elementId);
        return;
      case 'createJob':
        this.#opened(effect.key, 'job', effect.elementId);
        return;
      case 'createTimer':
        this.#opened(effect.key, 'timer', effect.elementId);
        return;
      case 'subscribe':
        this.#opened(effect.key, effect.kind, effect.elementId);
        return;
      case 'raiseIncident':
        this.#opened(effect.key, 'incident', effect.elementId);
        return;
      case 'closeTask':
      case 'closeJob':
      case 'closeTimer':
      case 'unsubscribe':
      case 'resolveIncident':
        if (!this.#open.delete(effect.key)) throw new Error(`${effect.type} ${effect.key}, which is not open`);
        return;
      default:
        return;
    }
  }

  #opened(key: number, kind: OpenKind, elementId: string): void {
    if (this.#open.has(key)) throw new Error(`${kind} ${key} opened twice`);
    this.#open.set(key, { kind, elementId });
  }

  open(): readonly string[] {
    return [...this.#open.values()].map(({ kind, elementId }) => `${kind} ${elementId}`).sort();
  }

  entries(): readonly { readonly key: number; readonly kind: OpenKind; readonly elementId: string }[] {
    return [...this.#open].map(([key, entry]) => ({ key, ...entry }));
  }

  keyOf(kind: OpenKind, elementId: string): number {
    const found = this.entries().find((entry) => entry.kind === kind && entry.elementId === elementId);
    if (found === undefined) throw new Error(`no open ${kind} ${elementId}; open are: ${this.open().join(', ')}`);
    return found.key;
  }
}
