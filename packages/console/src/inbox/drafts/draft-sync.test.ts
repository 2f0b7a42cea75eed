import { describe, expect, it } from 'vitest';
import { createDraftSync, type ServerDraft } from './draft-sync.js';
import type { Draft, KeptDraft } from './local-draft.js';

/** A server with one draft, which may be out of reach. */
function server() {
  let kept: ServerDraft | null = null;
  const world = { isReachable: true, saves: 0 };
  return {
    world,
    current: () => kept,
    load: async () => (world.isReachable ? kept : undefined),
    async save(value: Draft, version: string | undefined) {
      if (!world.isReachable) return undefined;
      if (version !== kept?.version) return 'outdated';
      world.saves += 1;
      kept = { value, version: String(Number(version ?? 0) + 1) };
      return kept.version;
    },
  };
}

/** A device of the person: a browser with its own store. */
function device({ load, save }: Pick<ReturnType<typeof server>, 'load' | 'save'>, kept: KeptDraft = {}) {
  let stored = kept;
  let planned: (() => void) | undefined;
  const sync = createDraftSync({
    store: {
      read: () => stored,
      write(draft) {
        stored = draft;
      },
    },
    load,
    save,
    later(_ms, run) {
      planned = run;
      return () => {
        planned = undefined;
      };
    },
  });
  const rest = async () => {
    planned?.();
    planned = undefined;
    await new Promise((resolve) => setImmediate(resolve));
  };
  const forget = () => {
    stored = {};
  };
  return { sync, rest, stored: () => stored, forget };
}

describe('a draft', () => {
  it('is saved once the person rests, and is there on another device', async () => {
    const shared = server();
    const first = device(shared);
    first.sync.type({ comment: 'too' });
    first.sync.type({ comment: 'too dear' });
    await first.rest();
    expect(shared.world.saves).toBe(1);
    const second = device(shared);
    await second.sync.reconcile();
    expect(second.sync.current()).toMatchObject({ draft: { comment: 'too dear' }, revision: 1, other: undefined });
  });

  it('stays in the browser while there is no connection, and is saved afterwards', async () => {
    const shared = server();
    const only = device(shared);
    shared.world.isReachable = false;
    await only.sync.reconcile();
    only.sync.type({ comment: 'offline' });
    await only.rest();
    expect(only.stored()).toMatchObject({ comment: 'offline', isSaved: false });
    shared.world.isReachable = true;
    await only.sync.flush(false);
    expect(shared.current()?.value).toMatchObject({ comment: 'offline' });
    expect(only.stored()).toMatchObject({ version: '1', isSaved: true });
  });

  it('that was changed on two devices is not overwritten: the person chooses', async () => {
    for (const choice of ['keepOwn', 'takeOther'] as const) {
      const shared = server();
      const [first, second] = [device(shared), device(shared)];
      first.sync.type({ comment: 'first' });
      await first.rest();
      second.sync.type({ comment: 'second' });
      await second.rest();
      expect(second.sync.current().other).toMatchObject({ comment: 'first' });
      expect(shared.current()?.value).toMatchObject({ comment: 'first' });
      second.sync[choice]();
      await second.rest();
      const chosen = choice === 'keepOwn' ? 'second' : 'first';
      expect(shared.current()?.value).toMatchObject({ comment: chosen });
      expect(second.stored()).toMatchObject({ comment: chosen, isSaved: true });
      expect(second.sync.current().other).toBeUndefined();
    }
  });

  it('the same on two devices is no conflict', async () => {
    const shared = server();
    const [first, second] = [device(shared), device(shared, { comment: 'same', isSaved: false })];
    first.sync.type({ comment: 'same' });
    await first.rest();
    await second.sync.reconcile();
    expect(second.sync.current()).toMatchObject({ other: undefined, revision: 0 });
    expect(second.stored()).toMatchObject({ version: '1', isSaved: true });
  });

  it('that went with its decision does not come back', async () => {
    const shared = server();
    const only = device({
      load: shared.load,
      async save(value, version) {
        only.forget();
        return shared.save(value, version);
      },
    });
    only.sync.type({ comment: 'decided' });
    await only.rest();
    expect(only.stored()).toEqual({});
  });

  it('that the server does not take at all stays in the browser, without asking again and again', async () => {
    let saves = 0;
    const only = device({
      load: async () => null,
      async save() {
        saves += 1;
        return 'outdated';
      },
    });
    only.sync.type({ comment: 'one too many' });
    await only.rest();
    await only.rest();
    expect(saves).toBe(1);
    expect(only.stored()).toMatchObject({ comment: 'one too many', isSaved: false });
  });

  it('what is typed while it is being saved is saved next', async () => {
    const shared = server();
    const only = device({
      load: shared.load,
      async save(value, version) {
        if (value.comment === 'one') only.sync.type({ comment: 'one two' });
        return shared.save(value, version);
      },
    });
    only.sync.type({ comment: 'one' });
    await only.rest();
    await only.rest();
    expect(shared.current()).toMatchObject({ value: { comment: 'one two' }, version: '2' });
  });
});
