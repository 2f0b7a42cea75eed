import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { objectKey } from '../store/object-key.js';
import { createFileFixture, type FileFixture, sendForm } from '../testing/file-fixture.js';
import { createReconciler, type Reconciler } from './reconciler.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const ask = async (request: object = {}, who: Who = 'ADMIN') =>
  (await fixture.useCases.reconcileStorage(fixture.caller(who), request)).reconciliation;
const get = async (id: string, who: Who = 'ADMIN') =>
  (await fixture.useCases.getStorageReconciliation(fixture.caller(who), { id })).reconciliation;
const nextWeek = () => new Date(Date.now() + 7 * 24 * 3600 * 1000);
const reconciler = (options: { leaseMs?: number; deps?: Partial<FileFixture['deps']> } = {}): Reconciler =>
  createReconciler(
    { ...fixture.deps, ...options.deps },
    { log: quietLog, now: nextWeek, ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }) },
  );
const done = async (one: Reconciler) => {
  await one.nudge();
  await one.idle();
};

/** An object that no file names. */
async function orphan(subProjectId = fixture.subProjectId): Promise<string> {
  const id = newId();
  const key = objectKey('', subProjectId, id, 'lost.txt');
  const { aws } = await fixture.create({ subProjectId });
  const from = Object.entries(aws.fields).find(([name]) => name === 'key')?.[1] ?? '';
  await sendForm(aws, 'lost');
  expect(await fixture.deps.storage.copy('knowledgeRepo', { from: String(from), to: key, size: 4 })).toBe(true);
  return key;
}
const isThere = async (key: string) => (await fixture.deps.storage.head('knowledgeRepo', key)) !== undefined;

describe('[D32] reconcileStorage', () => {
  it('waits for a worker, looks only by default, and keeps its report', async () => {
    const key = await orphan();
    const asked = await ask();
    expect(asked).toMatchObject({ state: 'WAITING', repair: false, plugins: [] });
    await done(reconciler());
    const report = await get(asked.id);
    expect(report).toMatchObject({ state: 'COMPLETED', id: asked.id });
    expect(report.plugins[0]).toMatchObject({ pluginName: 'knowledgeRepo', orphanCount: '1', removedCount: '0' });
    expect(report.plugins[0]?.orphans.map((one) => one.key)).toEqual([key]);
    expect(await isThere(key)).toBe(true);
    expect(
      (await fixture.db`select from audit_log where action = 'storage.reconcile' and subject_id = ${asked.id}`).count,
    ).toBe(1);
  });

  it('repairs when told to, in one sub-project only when one is named', async () => {
    const other = await fixture.addSubProject();
    const [here, there] = [await orphan(), await orphan(other)];
    await ask({ repair: true, subProjectId: other, pluginName: 'knowledgeRepo' });
    await done(reconciler());
    expect([await isThere(here), await isThere(there)]).toEqual([true, false]);
    const { id } = await ask({ repair: true });
    await done(reconciler());
    expect(await isThere(here)).toBe(false);
    expect((await get(id)).plugins[0]?.removedCount).not.toBe('0');
  });

  it('fails with the reason when the store is down', async () => {
    const { id } = await ask();
    await fixture.proxy.stop();
    try {
      await done(reconciler());
    } finally {
      await fixture.proxy.start();
    }
    expect(await get(id)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('could not be reached') });
  });

  it('starts over when its worker stops in the middle', async () => {
    const key = await orphan();
    const { id } = await ask();
    let listing = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      listing = resolve;
    });
    const storage: FileFixture['deps']['storage'] = {
      ...fixture.deps.storage,
      async *list() {
        listing();
        await new Promise((resolve) => setTimeout(resolve, 50));
        yield [];
      },
    };
    const stopped = reconciler({ deps: { storage } });
    await stopped.nudge();
    await begun;
    expect((await get(id)).state).toBe('RUNNING');
    await stopped.stop();
    expect((await get(id)).state).toBe('WAITING');
    await stopped.nudge();
    expect((await get(id)).state).toBe('WAITING');
    await done(reconciler());
    expect((await get(id)).plugins[0]?.orphans.map((one) => one.key)).toEqual([key]);
  });

  it('starts over when its worker is killed, and the dead worker cannot report any more', async () => {
    const { id } = await ask();
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const storage: FileFixture['deps']['storage'] = {
      ...fixture.deps.storage,
      async *list() {
        await held;
        yield [];
      },
    };
    const frozen = reconciler({ deps: { storage } });
    await frozen.nudge();
    await done(reconciler());
    expect((await get(id)).state).toBe('RUNNING');
    await fixture.db`update storage_reconciliations set lease_until = now() - interval '1 second' where id = ${id}`;
    await done(reconciler());
    const finished = await get(id);
    expect(finished.state).toBe('COMPLETED');
    expect(Number(finished.plugins[0]?.objectCount)).toBeGreaterThan(0);
    go();
    await frozen.idle();
    expect(await get(id)).toEqual(finished);
  });

  it('is given up when its workers die again and again', async () => {
    const { id } = await ask();
    await fixture.db`
      update storage_reconciliations set attempts = 5, lease_until = now() - interval '1 second' where id = ${id}`;
    await done(reconciler());
    expect(await get(id)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('given up') });
  });

  it('keeps its lease while it works', async () => {
    const { id } = await ask();
    const storage: FileFixture['deps']['storage'] = {
      ...fixture.deps.storage,
      async *list() {
        await new Promise((resolve) => setTimeout(resolve, 700));
        yield [];
      },
    };
    const slow = reconciler({ leaseMs: 300, deps: { storage } });
    await slow.nudge();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await done(reconciler());
    await slow.idle();
    const [row] = await fixture.db<{ attempts: number }>`
      select attempts from storage_reconciliations where id = ${id}`;
    expect([(await get(id)).state, row?.attempts]).toEqual(['COMPLETED', 1]);
  });

  it('[D34] only the administrator may; unknown things are named', async () => {
    await expect(ask({}, 'OWNER')).rejects.toMatchObject({ id: 1207, status: 403 });
    await expect(get(newId(), 'OWNER')).rejects.toMatchObject({ id: 1205, status: 403 });
    await expect(ask({ subProjectId: newId() })).rejects.toMatchObject({ id: 1202 });
    await expect(ask({ pluginName: 'nowhere' })).rejects.toMatchObject({ id: 1709, status: 400 });
    for (const id of [newId(), 'x']) await expect(get(id)).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  it('keeps the newest hundred', async () => {
    await fixture.db`
      insert into storage_reconciliations (id, repair, requested_by, created_ts, finished_ts)
      select gen_random_uuid(), false, 'x', now(), now() from generate_series(1, 150)`;
    await ask();
    const [row] = await fixture.db<{ count: number }>`select count(*) as count from storage_reconciliations`;
    expect(row?.count).toBe(101);
  });
});
