import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../identifiers.js';
import { transaction } from '../postgres/pool.js';
import { attachFiles } from './attach-files.js';
import { createFileFixture, type FileFixture } from './testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

const attach = (fileIds: readonly string[], to = processId) =>
  transaction(fixture.db, (tx) => attachFiles(tx, { subProjectId: fixture.subProjectId, processId: to, fileIds }));

describe('[D18] attaching files to a process', () => {
  it('takes closed files, to several processes, and again', async () => {
    const { id } = await fixture.upload();
    const other = await fixture.createProcess();
    expect(await attach([id])).toEqual([]);
    expect(await attach([id.toUpperCase()])).toEqual([]);
    expect(await attach([id], other)).toEqual([]);
    const rows = await fixture.db<{ processId: string }>`
      select process_id as "processId" from file_processes where file_id = ${id} order by attached_ts`;
    expect(rows.map((row) => row.processId)).toEqual([processId, other]);
  });

  it('returns ids that are unknown, foreign, open or deleted', async () => {
    const good = await fixture.upload();
    const foreign = await fixture.upload({ subProjectId: await fixture.addSubProject() });
    const { file: open } = await fixture.create();
    const deleted = await fixture.upload();
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [deleted.id] });
    const bad = ['x', newId(), foreign.id, open.id, deleted.id];
    expect(await attach([good.id, ...bad])).toEqual(bad);
    expect(await attach(['x'])).toEqual(['x']);
    expect(await attach([])).toEqual([]);
  });

  it('is what setting a field of format file does, and refuses a file that is not there with 1232', async () => {
    const { id } = await fixture.upload();
    const update = (document: string) =>
      fixture.processes.updateProcessField(fixture.caller('OWNER'), {
        subProjectId: fixture.subProjectId,
        processId,
        updates: { document },
      });
    await expect(update(newId())).rejects.toMatchObject({ id: 1232 });
    await update(id);
    const { files } = await fixture.useCases.listStorage(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      filters: JSON.stringify({ id, processId }),
    });
    expect(files).toHaveLength(1);
  });
});
