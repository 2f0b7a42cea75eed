import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { objectKey } from '../store/object-key.js';
import { createFileFixture, type FileFixture, sendForm } from '../testing/file-fixture.js';
import { reconciliationRunner } from '../testing/reconcile.js';

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
const worker = (deps: Partial<FileFixture['deps']> = {}, batchMs = 0) =>
  reconciliationRunner({ ...fixture.deps, ...deps }, { now: nextWeek, batchMs });
/** Does everything that is due, failed attempts included. */
const runAll = () => worker().runAll();

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
async function perform(
  runner: ReturnType<typeof worker>,
  job: Awaited<ReturnType<typeof runner.lease>>,
): Promise<void> {
  if (job === undefined) throw new Error('nothing was leased');
  await runner.perform(job);
}
const isThere = async (key: string) => (await fixture.deps.storage.head('knowledgeRepo', key)) !== undefined;

describe('[D32] reconcileStorage', () => {
  it('waits for a worker, looks only by default, and keeps its report', async () => {
    const key = await orphan();
    const asked = await ask();
    expect(asked).toMatchObject({ state: 'WAITING', repair: false, plugins: [] });
    await runAll();
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
    await runAll();
    expect([await isThere(here), await isThere(there)]).toEqual([true, false]);
    const { id } = await ask({ repair: true });
    await runAll();
    expect(await isThere(here)).toBe(false);
    expect((await get(id)).plugins[0]?.removedCount).not.toBe('0');
  });

  it('fails with the reason when the store is down', async () => {
    const { id } = await ask();
    await fixture.proxy.stop();
    try {
      await runAll();
    } finally {
      await fixture.proxy.start();
    }
    expect(await get(id)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('could not be reached') });
  });

  it('goes on where a worker stopped, and says until then how far it came', async () => {
    const key = await orphan();
    const { id } = await ask();
    const first = worker();
    // The plugin is begun, then its objects are compared.
    for (let batch = 0; batch < 2; batch += 1) await perform(first, await first.lease());
    first.stop();
    const { state, plugins } = await get(id);
    expect([state, Number(plugins[0]?.objectCount) > 0]).toEqual(['RUNNING', true]);
    const listed: (string | undefined)[] = [];
    const storage: FileFixture['deps']['storage'] = {
      ...fixture.deps.storage,
      listPage(plugin, prefix, next) {
        listed.push(next);
        return fixture.deps.storage.listPage(plugin, prefix, next);
      },
    };
    await worker({ storage }).runAll();
    expect(listed).toEqual([]);
    const after = await get(id);
    expect(after).toMatchObject({ state: 'COMPLETED', plugins: [{ objectCount: plugins[0]?.objectCount }] });
    expect(after.plugins[0]?.orphans.map((one) => one.key)).toContain(key);
  });

  it('a worker that lost its lease keeps nothing', async () => {
    const { id } = await ask();
    const [frozen, other] = [worker({}, 60_000), worker()];
    const late = await frozen.lease();
    await fixture.db`update jobs set due_ts = now() - interval '1 second' where kind = 'storage-reconciliation' and open`;
    await other.runAll();
    const finished = await get(id);
    expect(finished.state).toBe('COMPLETED');
    await perform(frozen, late);
    expect(frozen.counts).toMatchObject({ done: 0, stale: 1 });
    expect(await get(id)).toEqual(finished);
  });

  it('a crash between the decision to remove and the removal repeats no audit row and loses no removal', async () => {
    const key = await orphan();
    const [, fileId = ''] = key.split('/');
    const { id } = await ask({ repair: true });
    let crashes = 2;
    const storage: FileFixture['deps']['storage'] = {
      ...fixture.deps.storage,
      async remove(plugin, removed) {
        await fixture.deps.storage.remove(plugin, removed);
        crashes -= 1;
        if (crashes >= 0) throw new Error('crashed');
      },
    };
    const crashing = worker({ storage });
    await crashing.runAll();
    expect(crashing.counts.retried).toBe(2);
    expect(await get(id)).toMatchObject({ state: 'COMPLETED' });
    expect(await isThere(key)).toBe(false);
    const rows = await fixture.db`select from audit_log where action = 'file.removeOrphan' and subject_id = ${fileId}`;
    expect(rows).toHaveLength(1);
  });

  it('is given up when its workers die again and again', async () => {
    const { id } = await ask();
    await fixture.db`update jobs set unfinished = 3 where id = ${id}`;
    await runAll();
    expect(await get(id)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('given up') });
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
