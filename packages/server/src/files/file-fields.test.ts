import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFixture, type FileFixture } from './testing/file-fixture.js';

let fixture: FileFixture;
let subProjectId: string;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  subProjectId = await fixture.addSubProject({
    fields: {
      assignee: { type: 'string', format: 'user' },
      document: { format: 'file', 'x-file': { maximumSize: 20 } },
      scans: {
        type: 'array',
        items: { format: 'file' },
        maxItems: 3,
        'x-file': { maximumSize: 10, mimeTypes: ['image/*', 'application/PDF'] },
      },
      anything: { type: ['array', 'null'], items: { type: 'string', format: 'file' } },
      hidden: { format: 'file', 'x-file': { maximumSize: 5 } },
    },
  });
  processId = await fixture.createProcess({ subProjectId });
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const set = (updates: object, who: Who = 'OWNER', at = processId) =>
  fixture.processes.updateProcessField(fixture.caller(who), { subProjectId, processId: at, updates });
const file = async (mimeType: string, content = 'x') => {
  const { id } = await fixture.upload({ subProjectId, fileName: 'a', mimeType }, content);
  return id;
};
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error as { readonly id: number; readonly errors: readonly { pointer: string; detail: string }[] } | undefined;
};

describe('[D18] a field with a list of files', () => {
  it('attaches every file of the list to the process', async () => {
    const ids = [await file('image/png'), await file('application/pdf')];
    await set({ scans: ids });
    const at = { subProjectId, filters: JSON.stringify({ processId }) };
    const { files } = await fixture.useCases.listStorage(fixture.caller('OWNER'), at);
    expect(files.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const fileId of ids) {
      await fixture.useCases.urlStorage(fixture.caller('OWNER'), { subProjectId, processId, fileId });
    }
    await set({ anything: null });
    await set({ anything: [ids[0]] });
  });

  it('names each file that cannot stand, by its place, and changes nothing then', async () => {
    const [good, large, text] = [
      await file('image/png'),
      await file('image/png', 'x'.repeat(11)),
      await file('text/plain'),
    ];
    const before = await fixture.db`select from file_processes`;
    expect(await refusal(set({ scans: [good, large, text] }))).toMatchObject({
      id: 1232,
      errors: [
        { pointer: '/updates/scans/1', detail: 'must be a file of at most 10 bytes; this one has 11' },
        {
          pointer: '/updates/scans/2',
          detail: 'must be a file of the type image/* or application/pdf; this one is text/plain',
        },
      ],
    });
    const unknown = '01900000-0000-7000-8000-00000000dead';
    expect((await refusal(set({ scans: [good, unknown] })))?.errors[0]).toMatchObject({
      pointer: '/updates/scans/1',
      detail: expect.stringContaining('must be the id of a closed file'),
    });
    expect((await fixture.db`select from file_processes`).count).toBe(before.count);
  });

  it('has at most as many files as the document says, each once, and only ids', async () => {
    const ids = [await file('image/png'), await file('image/png'), await file('image/png'), await file('image/png')];
    expect((await refusal(set({ scans: ids })))?.errors[0]?.detail).toContain('at most 3 items');
    expect((await refusal(set({ scans: [ids[0], ids[0]] })))?.id).toBe(1232);
    expect((await refusal(set({ scans: [7] })))?.id).toBe(1232);
    expect((await refusal(set({ scans: ids[0] })))?.id).toBe(1232);
    const many = Array.from({ length: 101 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    expect((await refusal(set({ anything: many })))?.errors[0]?.detail).toContain('at most 100 items');
  });

  it('[D12] takes only files that the caller sees', async () => {
    const mine = await fixture.createProcess({ subProjectId, assigned: true });
    const id = await file('image/png');
    expect(await refusal(set({ document: id }, 'ASSIGNEE', mine))).toMatchObject({ id: 1232 });
  });
});

describe('[D73] limits of a field', () => {
  it('hold for a single file too', async () => {
    const [small, large] = [await file('text/html'), await file('text/html', 'x'.repeat(21))];
    await set({ document: small });
    expect((await refusal(set({ document: large })))?.errors).toEqual([
      { pointer: '/updates/document', detail: 'must be a file of at most 20 bytes; this one has 21' },
    ]);
  });

  it('are judged before the upload when it names the field', async () => {
    const reserve = { subProjectId, fieldName: 'scans' };
    const refused = fixture.create({ ...reserve, mimeType: 'text/plain' });
    await expect(refused).rejects.toMatchObject({ id: 1200 });
    await expect(refused).rejects.toThrow('it takes image/*, application/pdf');
    await expect(fixture.create({ ...reserve, mimeType: 'image/png', size: '11' })).rejects.toMatchObject({ id: 1200 });
    const { aws } = await fixture.create({ ...reserve, mimeType: 'image/png' });
    const policy = JSON.parse(Buffer.from((aws.fields as { Policy: string }).Policy, 'base64').toString());
    expect(policy.conditions).toContainEqual(['content-length-range', 0, 10]);
    const parts = { ...reserve, fileName: 'a', mimeType: 'image/png', pluginName: 'knowledgeRepo', size: '11' };
    const inParts = fixture.useCases.createMultipartStorage(fixture.caller('OWNER'), parts);
    await expect(inParts).rejects.toMatchObject({ id: 1200 });
  });

  it('say nothing of fields that the caller does not know: they are as unknown ones', async () => {
    const messages = await Promise.all(
      ['hidden', 'nothing', 'assignee'].map(async (fieldName) => {
        const work = fixture.useCases.createSignedStorage(fixture.caller('BLIND'), {
          ...{ subProjectId, fieldName, fileName: 'a', mimeType: 'text/plain', pluginName: 'knowledgeRepo' },
        });
        return work.then(
          () => 'created',
          (error: Error) => error.message,
        );
      }),
    );
    expect([...new Set(messages)]).toEqual([expect.stringMatching('fieldName must name a field of the format file')]);
  });
});
