import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture();
});
afterAll(() => fixture.drop());

const importing = (content: string, more: object = {}, who = 'OWNER') =>
  fixture.useCases.importProcesses(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    format: content.startsWith('{') ? 'ndjson' : 'csv',
    content,
    ...more,
  });

const stored = (ids: readonly string[]) =>
  fixture.db`select state, priority, stage_key, fields from processes where id = any(${ids}::uuid[]) order by id`;

const count = async (): Promise<number> =>
  (await fixture.db<{ n: number }>`select count(*)::integer as n from processes`)[0]?.n ?? -1;

describe('[D16] [D18] every row is a process as createProcess makes it', () => {
  test('from CSV, by the types of the fields', async () => {
    const assignee = fixture.userId('ASSIGNEE');
    const { created, ids, errors } = await importing(
      [
        'fields.supplier,fields.amount,fields.tags,fields.currency,fields.assignee,priority,stageKey',
        `"Smith, Ltd",12.5,"[""a"",""b""]",USD,${assignee},HIGH,stage_review`,
        `"'=1+1",,,,,,`,
      ].join('\r\n'),
    );
    expect([created, errors]).toEqual(['2', []]);
    expect(await stored(ids)).toEqual([
      {
        state: 'INIT',
        priority: 'HIGH',
        stage_key: 'stage_review',
        fields: { supplier: 'Smith, Ltd', amount: 12.5, tags: ['a', 'b'], currency: 'USD', assignee },
      },
      { state: 'INIT', priority: 'MEDIUM', stage_key: 'stage_init', fields: { supplier: '=1+1', currency: 'EUR' } },
    ]);
  });

  test('from JSON lines, each with its audit row', async () => {
    const { ids } = await importing(
      '{"fields":{"supplier":"A","amount":1}}\n\n{"fields":{"supplier":"B"},"priority":"LOW"}\n',
    );
    expect((await stored(ids)).map(({ priority }) => priority)).toEqual(['MEDIUM', 'LOW']);
    const audits =
      await fixture.db`select process_id from audit_log where process_id = any(${ids}::uuid[]) order by id`;
    expect(audits.map((row) => row.process_id)).toEqual(ids);
  });

  test.each(['csv', 'ndjson'] as const)('what is exported as %s can be imported', async (format) => {
    const filters = JSON.stringify({ subProjectId_id: fixture.subProjectId });
    const read = async () => {
      const { chunks } = await fixture.useCases.exportProcesses(fixture.caller('OWNER'), { format, filters });
      let text = '';
      for await (const chunk of chunks) text += chunk;
      return text;
    };
    const before = await count();
    const { ids } = await importing(await read(), { format });
    expect(ids).toHaveLength(before);
    const fieldsOf = async (condition: string) =>
      (await fixture.db`select fields from processes where (id = any(${ids}::uuid[])) = ${condition === 'new'}`)
        .map(({ fields }) => JSON.stringify(fields))
        .toSorted();
    expect(await fieldsOf('new')).toEqual(await fieldsOf('old'));
  });
});

describe('all or nothing', () => {
  const bad = [
    'fields.supplier,fields.amount,fields.assignee',
    'fine,1,',
    '"two\nlines",many,',
    ',1,',
    `nobody,1,${newId()}`,
  ].join('\n');

  test('a dry run names every line that is wrong and keeps nothing', async () => {
    const before = await count();
    const { created, ids, errors } = await importing(bad, { dryRun: true });
    expect([created, ids]).toEqual(['0', []]);
    expect(errors.map(({ line, id }) => [line, id])).toEqual([
      [3, 1232],
      [5, 1232],
      [6, 1232],
    ]);
    expect(errors[2]?.detail).toContain('/fields/assignee');
    expect(await count()).toBe(before);
    const good = await importing('fields.supplier\nA\nB\n', { dryRun: true });
    expect(good).toEqual({ created: '2', ids: [], errors: [] });
    expect(await count()).toBe(before);
  });

  test('an import with a wrong line creates nothing and says which', async () => {
    const before = await count();
    await expect(importing(bad)).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/content/3' }, { pointer: '/content/5' }],
    });
    const unknownUser = `fields.supplier,fields.assignee\nA,\nB,${newId()}`;
    await expect(importing(unknownUser)).rejects.toMatchObject({ id: 1232, errors: [{ pointer: '/content/3' }] });
    expect(await count()).toBe(before);
  });
});

describe('refused', () => {
  test.each<[string, string, object, string, number]>([
    ['[D12] a field outside the create list', 'fields.supplier,fields.amount\nA,1', {}, 'CLERK', 1206],
    ['[D12] a stage outside the role', 'fields.supplier,stageKey\nA,stage_done', {}, 'CLERK', 1206],
    ['[D13] a role that may not create', 'fields.supplier\nA', {}, 'ASSIGNEE', 1206],
    ['[D13] an unknown sub-project', 'fields.supplier\nA', { subProjectId: newId() }, 'OWNER', 1202],
    ['[D16] an unknown field', 'fields.supplier,fields.colour\nA,red', {}, 'OWNER', 1231],
    ['[D36] an unknown column', 'fields.supplier,colour\nA,red', {}, 'OWNER', 1232],
    ['[D16] another state', 'fields.supplier,state\nA,APPROVED', {}, 'OWNER', 1232],
    ['a column twice', 'fields.supplier,fields.supplier\nA,B', {}, 'OWNER', 1232],
    ['cells that are missing', 'fields.supplier,priority\nA', {}, 'OWNER', 1232],
    ['an open quote', 'fields.supplier\n"A', {}, 'OWNER', 1232],
    ['nothing but a header', 'fields.supplier\n', {}, 'OWNER', 1232],
    ['no JSON', '{"fields":', {}, 'OWNER', 1232],
    ['no object', '{"fields": []}', {}, 'OWNER', 1232],
    ['[D37] what cannot be stored', '{"fields":{"supplier":"\\u0000"}}', {}, 'OWNER', 1232],
    ['too many rows', `fields.supplier\n${'A\n'.repeat(10_001)}`, {}, 'OWNER', 1232],
  ])('%s', async (_rule, content, more, who, id) => {
    const before = await count();
    await expect(importing(content, more, who)).rejects.toMatchObject({ name: 'CatalogueError', id });
    expect(await count()).toBe(before);
  });
});
