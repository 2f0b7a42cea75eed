import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { sql } from '../../postgres/database.js';
import type { FileDeps } from '../store/file-deps.js';
import { objectKey } from '../store/object-key.js';
import type { ListedObject } from '../store/object-requests.js';
import type { Storage } from '../store/storage.js';
import { createFileFixture, type FileFixture, sendForm } from '../testing/file-fixture.js';
import { reconcile } from '../testing/reconcile.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

const nextWeek = new Date(Date.now() + 7 * 24 * 3600 * 1000);

describe('[D32] reconcile against the store', () => {
  it('finds and removes what no file names, reports what is missing or altered, touches nothing else', async () => {
    const { db, deps } = fixture;
    const keyOf = async (id: string) => {
      const [row] = await db<{ key: string }>`select object_key as key from files where id = ${id}`;
      return row?.key ?? '';
    };
    const { id: fine } = await fixture.upload();
    const { id: missing } = await fixture.upload();
    await deps.storage.remove('knowledgeRepo', await keyOf(missing));
    const altered = await fixture.upload();
    await db`update files set etag = 'another' where id = ${altered.id}`;
    const { file: open, aws: openForm } = await fixture.create();
    await sendForm(openForm, 'still open');
    const { id: orphan } = await fixture.upload();
    const orphanKey = await keyOf(orphan);
    await db`delete from files where id = ${orphan}`;

    const dry = await reconcile(fixture, deps, { now: nextWeek });
    expect(dry.unconfigured).toEqual({});
    expect(dry.plugins[0]).toMatchObject({ objects: 4, records: 3, foreign: 0, removed: 0 });
    expect(dry.plugins[0]?.orphans.first.map((object) => object.key)).toEqual([orphanKey]);
    expect(dry.plugins[0]?.missing.first.map((file) => file.fileId)).toEqual([missing]);
    expect(dry.plugins[0]?.altered.first.map((file) => file.fileId)).toEqual([altered.id]);

    const young = await reconcile(fixture, deps, { repair: true });
    expect(young.plugins[0]).toMatchObject({ orphans: { count: 1 }, removed: 0 });

    const repaired = await reconcile(fixture, deps, { repair: true, now: nextWeek });
    expect(repaired.plugins[0]).toMatchObject({ orphans: { count: 1 }, removed: 1 });
    expect(await deps.storage.head('knowledgeRepo', orphanKey)).toBeUndefined();
    expect((await db`select from audit_log where action = 'file.removeOrphan' and subject_id = ${orphan}`).count).toBe(
      1,
    );

    const after = await reconcile(fixture, deps, { repair: true, now: nextWeek });
    expect(after.plugins[0]).toMatchObject({ objects: 3, orphans: { count: 0 }, missing: { count: 1 }, removed: 0 });
    expect(await deps.storage.head('knowledgeRepo', await keyOf(open.id))).toBeDefined();
    expect(await deps.storage.head('knowledgeRepo', await keyOf(fine))).toBeDefined();
  });

  it('says so when a store cannot be listed, and which plugins are gone', async () => {
    const { id } = await fixture.upload();
    await fixture.db`update files set plugin = 'former' where id = ${id}`;
    await fixture.proxy.stop();
    try {
      const report = await reconcile(fixture, fixture.deps);
      expect(report.plugins[0]?.failure).toContain('could not be reached');
      expect(report.unconfigured).toEqual({ former: 1 });
    } finally {
      await fixture.proxy.start();
    }
  });
});

describe('[D32] reconcile of any difference', () => {
  let subProjects: readonly string[];
  let held: string;
  beforeEach(async () => {
    await fixture.db`delete from files`;
    subProjects ??= [fixture.subProjectId, await fixture.addSubProject()];
    held ??= await fixture.addSubProject({ storage: { legalHold: true } });
  });

  const kinds = ['both', 'row', 'object', 'open', 'purging', 'held', 'foreign', 'strange', 'altered'] as const;

  it('finds exactly what differs, whatever the pages and the order of the listing', async () => {
    const placing = fc.record({ kind: fc.constantFrom(...kinds), second: fc.boolean() });
    const cases = fc.record({
      places: fc.array(placing, { maxLength: 25 }),
      pageSize: fc.integer({ min: 1, max: 6 }),
      shuffled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ places, pageSize, shuffled }) => {
        await fixture.db`delete from files`;
        const objects = new Map<string, ListedObject>();
        const expected = {
          orphans: [] as string[],
          missing: [] as string[],
          altered: [] as string[],
          removed: 0,
          foreign: 0,
        };
        for (const { kind, second } of places) {
          const id = newId();
          const home = subProjects[second ? 1 : 0] ?? '';
          const where = kind === 'held' ? held : kind === 'foreign' ? newId() : home;
          const key = kind === 'strange' ? `strange/${id}` : objectKey('', where, id, 'a.txt');
          const modifiedTs = new Date(0);
          if (kind !== 'row') objects.set(key, { key, size: kind === 'altered' ? 2 : 1, etag: 'e', modifiedTs });
          if (['both', 'row', 'open', 'purging', 'altered'].includes(kind)) await insertRow(where, id, key, kind);
          if (kind === 'row') expected.missing.push(id);
          if (kind === 'altered') expected.altered.push(id);
          if (kind === 'object' || kind === 'held') expected.orphans.push(key);
          if (kind === 'object') expected.removed += 1;
          if (kind === 'foreign' || kind === 'strange') expected.foreign += 1;
        }
        const removed: string[] = [];
        const deps = { ...fixture.deps, storage: listing(objects, pageSize, shuffled, removed) };
        const { plugins } = await reconcile(fixture, deps, { repair: true, now: nextWeek });
        const [report] = plugins;
        expect(report?.failure).toBeUndefined();
        expect(report?.orphans.first.map((object) => object.key).sort()).toEqual(expected.orphans.sort());
        expect(report?.missing.first.map((file) => file.fileId).sort()).toEqual(expected.missing.sort());
        expect(report?.altered.first.map((file) => file.fileId).sort()).toEqual(expected.altered.sort());
        expect([report?.foreign, report?.removed]).toEqual([expected.foreign, expected.removed]);
        expect(removed.every((key) => subProjects.some((id) => key.startsWith(id)))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  async function insertRow(subProjectId: string, id: string, key: string, kind: string): Promise<void> {
    const open = kind === 'open';
    await fixture.db`insert into files ${sql.rows([
      {
        id,
        sub_project_id: subProjectId,
        file_name: 'a.txt',
        mime_type: 'text/plain',
        plugin: 'knowledgeRepo',
        object_key: key,
        maximum_size: 10,
        created_ts: new Date(),
        closed_ts: open ? null : new Date(),
        size: open ? null : 1,
        etag: open ? null : 'e',
        purging: kind === 'purging',
        settled: !open,
      },
    ])}`;
  }
});

/** A store in memory that lists by key, or in no order at all. */
function listing(
  objects: ReadonlyMap<string, ListedObject>,
  pageSize: number,
  shuffled: boolean,
  removed: string[],
): FileDeps['storage'] {
  const inOrder = [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  // Every other object from the front, the rest from the back: far from any order by key.
  const listed = shuffled
    ? [
        ...inOrder.filter((_object, index) => index % 2 === 1),
        ...inOrder.filter((_object, index) => index % 2 === 0).reverse(),
      ]
    : inOrder;
  const storage: Storage = {
    ...fixture.deps.storage,
    async listPage(_plugin, _prefix, next = '0') {
      const end = Number(next) + pageSize;
      return { items: listed.slice(Number(next), end), next: end < listed.length ? String(end) : undefined };
    },
    head: async (_plugin, key) => {
      const object = objects.get(key);
      return object && { ...object, contentType: 'text/plain', sha256: undefined };
    },
    remove: async (_plugin, key) => {
      removed.push(key);
    },
  };
  return storage;
}
