import { newId } from '../../kernel/identifiers.js';

/** A process as the tests of totals know it. */
export interface ModelProcess {
  readonly id: string;
  readonly createdTs: Date;
  readonly state: string;
  readonly priority: string;
  readonly stageKey: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const states = ['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED'] as const;
export const priorities = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const stages = ['stage_init', 'stage_review', 'stage_done'] as const;
const suppliers = ['Acme', 'Bolt', 'x'.repeat(100), 'ü'.repeat(65)] as const;

/** The same numbers every time. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
export const pick = <T>(next: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(next() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

/** Newest first (D4). */
export const order = (a: ModelProcess, b: ModelProcess): number =>
  b.createdTs.getTime() - a.createdTs.getTime() || (a.id < b.id ? 1 : -1);

const start = Date.parse('2026-01-01T00:00:00Z');

/** A process made of the numbers of `next`; most are INIT, some values of fields are rare. */
export const randomProcess = (next: () => number, userId: (who: string) => string): ModelProcess => ({
  id: newId(),
  // Many share a millisecond, and some come late.
  createdTs: new Date(start + Math.floor(next() * 300) * 1000),
  state: next() < 0.9 ? 'INIT' : pick(next, states),
  priority: pick(next, priorities),
  stageKey: pick(next, stages),
  fields: {
    supplier: next() < 0.02 ? `Rare ${Math.floor(next() * 3)}` : pick(next, suppliers),
    ...(next() < 0.6 ? { assignee: userId(next() < 0.7 ? 'ASSIGNEE' : 'BOTH') } : {}),
    ...(next() < 0.7 ? { amount: Math.floor(next() * 5) } : {}),
  },
});
