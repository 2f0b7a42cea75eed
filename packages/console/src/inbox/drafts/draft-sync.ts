import type { Draft, DraftStore, KeptDraft } from './local-draft.js';

/** The server's draft, which every device of the person reads. */
export interface ServerDraft {
  readonly value: Draft;
  readonly version: string;
}

export interface DraftSyncDeps {
  readonly store: DraftStore;
  /** Null: there is none. Undefined: no answer came. */
  load(): Promise<ServerDraft | null | undefined>;
  /** @returns the new version; `outdated`: another device saved meanwhile; undefined: it is not saved */
  save(value: Draft, version: string | undefined, isLeaving: boolean): Promise<string | 'outdated' | undefined>;
  /** @returns how to call it off */
  later(ms: number, run: () => void): () => void;
}

export interface DraftState {
  readonly draft: Draft;
  /** What another device saved, while this one has something else that is not saved: the person chooses. */
  readonly other: Draft | undefined;
  /** One more with each draft that takes the place of what the form shows. */
  readonly revision: number;
}

/** Saves a moment after the last key. */
const REST_MS = 1000;

export type DraftSync = ReturnType<typeof createDraftSync>;

/** Keeps a draft in this browser at once, and on the server a moment later. */
export function createDraftSync({ store, load, save, later }: DraftSyncDeps) {
  const listeners = new Set<() => void>();
  let kept = store.read();
  let other: ServerDraft | undefined;
  let state: DraftState = { draft: kept, other: undefined, revision: 0 };
  let callOff: (() => void) | undefined;
  let isSaving = false;

  const tell = (changes: Partial<DraftState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const keep = (next: KeptDraft): void => {
    kept = next;
    store.write(next);
  };
  const plan = (): void => {
    callOff?.();
    callOff = later(REST_MS, () => void send(false));
  };
  const take = ({ value, version }: ServerDraft): void => {
    other = undefined;
    keep({ ...value, version, isSaved: true });
    tell({ draft: value, other: undefined, revision: state.revision + 1 });
  };

  async function send(isLeaving: boolean): Promise<void> {
    callOff?.();
    if (other !== undefined || kept.isSaved !== false || isSaving) return;
    const { version, isSaved: _, ...value } = kept;
    isSaving = true;
    const answer = await save(value, version, isLeaving);
    isSaving = false;
    if (answer === undefined) return;
    if (answer === 'outdated') return reconcile(version === undefined);
    // It went with the decision meanwhile.
    if (isEmpty(store.read())) return;
    const isSaved = isSame(kept, value);
    keep({ ...kept, version: answer, isSaved });
    if (!isSaved) plan();
  }

  /** Compares with what the server has. `wasRefused`: it did not take a new draft. */
  async function reconcile(wasRefused = false): Promise<void> {
    const found = await load();
    if (found === undefined) return;
    if (found === null) {
      // The person has too many drafts: this one stays in the browser.
      if (isEmpty(kept) || wasRefused) return;
      const { version: _, ...rest } = kept;
      keep({ ...rest, isSaved: false });
      return plan();
    }
    if (found.version === kept.version) return kept.isSaved === false ? plan() : undefined;
    if (isSame(kept, found.value)) return keep({ ...kept, version: found.version, isSaved: true });
    if (isEmpty(kept) || kept.isSaved === true) return take(found);
    other = found;
    tell({ other: found.value });
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reconcile: () => reconcile(),
    type(change: Draft): void {
      keep({ ...kept, ...change, isSaved: false });
      plan();
    },
    /** Saves what is not saved, at once; with `isLeaving` so that it outlives the page. */
    flush: (isLeaving: boolean) => send(isLeaving),
    keepOwn(): void {
      if (other === undefined) return;
      keep({ ...kept, version: other.version, isSaved: false });
      other = undefined;
      tell({ other: undefined });
      void send(false);
    },
    takeOther(): void {
      if (other !== undefined) take(other);
    },
  };
}

const isEmpty = ({ comment = '', entered = {} }: Draft): boolean =>
  comment === '' && Object.values(entered).every((value) => value === '' || value === false);

const isSame = (a: Draft, b: Draft): boolean => contentOf(a) === contentOf(b);
const contentOf = ({ comment = '', entered = {} }: Draft): string =>
  JSON.stringify([comment, Object.entries(entered).toSorted(([one], [two]) => (one < two ? -1 : 1))]);
