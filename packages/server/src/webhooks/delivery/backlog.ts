import type { OpenDelivery } from '../records/outcomes.js';
import type { Projected } from './projection.js';

/** An event that is to be sent. */
export interface Entry {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly replay: boolean;
  readonly attempts: number;
  readonly tries: number;
  readonly projected: Projected & { readonly at: number };
  /** Whether it has a row in deliveries: then the position of the subscription need not wait for it. */
  isStored: boolean;
  /** Since when it is under way. */
  sentAt: number | undefined;
}

/** More than can end while rows are read. */
const KEPT_ENDS = 5000;

/**
 * What one subscription has in memory. With an order, the events of a process are in a lane of which only the first is sent; a
 * process that has open rows in the database is blocked, and its new events get rows too.
 */
export class Backlog {
  readonly #isOrdered: boolean;
  readonly #lanes = new Map<string, Entry[]>();
  readonly #ready: Entry[] = [];
  /** Events of the log without a row, in the order of their positions. */
  readonly #open = new Map<number, Entry>();
  readonly #replayed = new Map<number, Entry>();
  /** Rows that are being read, or are in a lane or ready. */
  readonly #held = new Set<number>();
  /** Of those, the ones that are to be sent. */
  readonly #stored = new Set<number>();
  #blocked = new Set<string>();
  /** Events that were queued behind a blocked process, counted. */
  readonly #queued = new Map<string, number>();
  /** When the latest entries came to their ends: rows that were read before say less than this. */
  readonly #endedAt = new Map<number, number>();
  #blockedSince = new Set<string>();
  #unblockedSince = new Set<string>();

  /** @param isOrdered whether the events of a process wait for each other */
  constructor(isOrdered: boolean) {
    this.#isOrdered = isOrdered;
  }

  /** Entries in memory that were not sent to their end. */
  get size(): number {
    return this.#open.size + this.#replayed.size + this.#held.size;
  }

  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  isBlocked(processId: string | null): boolean {
    return this.#isOrdered && processId !== null && this.#blocked.has(processId);
  }

  isUnderWay(processId: string): boolean {
    return this.#lanes.has(processId);
  }

  block(processId: string | null): void {
    if (!this.#isOrdered || processId === null) return;
    this.#blocked.add(processId);
    this.#blockedSince.add(processId);
    this.#unblockedSince.delete(processId);
  }

  unblock(processId: string): void {
    this.#blocked.delete(processId);
    this.#blockedSince.delete(processId);
    this.#unblockedSince.add(processId);
    this.#queued.delete(processId);
  }

  noteQueued(processId: string | null): void {
    if (processId !== null) this.#queued.set(processId, this.queuedOf(processId) + 1);
  }

  queuedOf(processId: string): number {
    return this.#queued.get(processId) ?? 0;
  }

  /** From now on, what is blocked and unblocked is noted, see {@link setBlocked}. */
  noteBlocked(): void {
    this.#blockedSince = new Set();
    this.#unblockedSince = new Set();
  }

  /** @param processIds with open rows, as read since {@link noteBlocked} */
  setBlocked(processIds: readonly string[]): void {
    const found = processIds.filter((processId) => !this.#unblockedSince.has(processId));
    this.#blocked = new Set([...found, ...this.#blockedSince]);
  }

  /** Position of the first event without a row that is not finished. */
  firstOpen(): number | undefined {
    return this.#open.keys().next().value;
  }

  firstReplayed(): number | undefined {
    return this.#replayed.keys().next().value;
  }

  /** Adds an event of the log, in the order of the log. */
  add(entry: Entry): void {
    (entry.replay ? this.#replayed : this.#open).set(entry.position, entry);
    this.#enqueue(entry);
  }

  /** Adds a delivery that has a row. Those of one process are added in their order. */
  addStored(entry: Entry): void {
    this.#held.add(entry.position);
    this.#stored.add(entry.position);
    this.block(entry.processId);
    this.#enqueue(entry);
  }

  #enqueue(entry: Entry): void {
    const { processId } = entry;
    if (!this.#isOrdered || processId === null) {
      this.#ready.push(entry);
      return;
    }
    const lane = this.#lanes.get(processId);
    if (lane !== undefined) lane.push(entry);
    else {
      this.#lanes.set(processId, [entry]);
      this.#ready.push(entry);
    }
  }

  /** The next entry to be sent. */
  next(): Entry | undefined {
    return this.#ready.shift();
  }

  /** It was not sent after all. */
  putBack(entry: Entry): void {
    this.#ready.unshift(entry);
  }

  /** It has an outcome, or a row. */
  close({ position, replay }: Entry): void {
    (replay ? this.#replayed : this.#open).delete(position);
  }

  /**
   * An entry has come to its end; the next one of its process is ready.
   *
   * @returns `stored` when the database may have more of the process
   */
  finish(entry: Entry): 'stored' | undefined {
    this.#forget(entry);
    const { processId } = entry;
    if (!this.#isOrdered || processId === null) return undefined;
    const lane = this.#lanes.get(processId) ?? [];
    const at = lane.indexOf(entry);
    if (at >= 0) lane.splice(at, 1);
    const [next] = lane;
    if (next !== undefined) {
      if (at === 0) this.#ready.push(next);
      return undefined;
    }
    this.#lanes.delete(processId);
    return this.#blocked.has(processId) ? 'stored' : undefined;
  }

  /** An entry failed: it and what waits behind it leave the memory. @param record called with each of those behind it that has no row */
  drop(entry: Entry, record: (other: Entry) => void): void {
    this.#forget(entry);
    const { processId } = entry;
    if (!this.#isOrdered || processId === null) return;
    const lane = this.#lanes.get(processId) ?? [];
    this.#lanes.delete(processId);
    for (const other of lane) {
      if (other === entry) continue;
      if (!other.isStored) {
        record(other);
        this.noteQueued(processId);
      }
      this.#forget(other);
    }
  }

  /** An entry and what waits behind it get rows and stay. @param record called with each that has none */
  setAside(entry: Entry, record: (one: Entry) => void): void {
    const { processId } = entry;
    const lane = this.#isOrdered && processId !== null ? (this.#lanes.get(processId) ?? [entry]) : [entry];
    for (const one of lane) {
      if (one.isStored) continue;
      record(one);
      this.close(one);
      one.isStored = true;
      this.#held.add(one.position);
      this.#stored.add(one.position);
    }
    this.block(processId);
  }

  #forget(entry: Entry): void {
    this.close(entry);
    this.#held.delete(entry.position);
    this.#stored.delete(entry.position);
    this.#endedAt.set(entry.position, performance.now());
    if (this.#endedAt.size <= KEPT_ENDS) return;
    const [oldest] = this.#endedAt.keys();
    if (oldest !== undefined) this.#endedAt.delete(oldest);
  }

  /** Rows are being read. */
  hold(positions: readonly number[]): void {
    for (const position of positions) this.#held.add(position);
  }

  /** They were read: those that were not added are let go. */
  letGo(positions: readonly number[]): void {
    for (const position of positions) if (!this.#stored.has(position)) this.#held.delete(position);
  }

  /**
   * Of due rows those that are not under way: with an order, the first of each process.
   *
   * @param readAt when they began to be read
   */
  takeable(due: readonly OpenDelivery[], readAt: number): readonly OpenDelivery[] {
    const processes = new Set<string>();
    return due
      .filter(({ position }) => this.isFree(position, readAt))
      .toSorted((a, b) => a.position - b.position)
      .filter(({ processId }) => {
        if (!this.#isOrdered || processId === null) return true;
        if (this.#lanes.has(processId) || processes.has(processId)) return false;
        processes.add(processId);
        return true;
      });
  }

  /** Whether a row that was read is still what it was: nobody has taken or finished it meanwhile. */
  isFree(position: number, readAt: number): boolean {
    return !this.#held.has(position) && (this.#endedAt.get(position) ?? 0) < readAt;
  }
}
