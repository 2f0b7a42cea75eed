import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
let mine: string;

beforeAll(async () => {
  fixture = await createProcessFixture();
  await fixture.create({ supplier: '=HYPERLINK("x")', amount: -0, tags: ['a', 'b'] });
  mine = await fixture.create({ assignee: fixture.userId('ASSIGNEE'), amount: 7, notes: 'a, "b"' });
  await fixture.create({ supplier: 'Bolt' }, { stageKey: 'stage_review' });
});
afterAll(() => fixture.drop());

const exported = async (who: string, format: 'csv' | 'ndjson', filters: object = {}) => {
  const request = { format, filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }) };
  const { mediaType, chunks } = await fixture.useCases.exportProcesses(fixture.caller(who), request);
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return { mediaType, text };
};

const listed = (who: string, filters: object = {}) =>
  fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '1000',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    include: 'version,stageKey,updatedTs',
  });

describe('as JSON lines', () => {
  test.each(['OWNER', 'ASSIGNEE', 'REVIEWER', 'CLERK', 'BOTH', 'ADMIN'])(
    '[D12] %s gets what the list shows, and no more',
    async (who) => {
      const { mediaType, text } = await exported(who, 'ndjson');
      const { processes } = await listed(who);
      expect(mediaType).toBe('application/x-ndjson');
      expect(
        text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toEqual(processes);
    },
  );

  test('[D5] filters', async () => {
    const filters = { 'fields.supplier': 'Bolt' };
    const { text } = await exported('OWNER', 'ndjson', filters);
    expect(JSON.parse(text)).toEqual((await listed('OWNER', filters)).processes[0]);
  });

  test('[D4] over many batches nothing is missing, twice, or created meanwhile, whatever the clocks of servers say', async () => {
    const many = await createProcessFixture();
    try {
      await many.create();
      await many.db`insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
        select gen_random_uuid(), sub_project_id, state, priority, stage_key, fields, now() - interval '1 hour', now()
        from processes, generate_series(1, 1200)`;
      const ahead = await many.create();
      await many.db`update processes set created_ts = now() + interval '1 minute' where id = ${ahead}`;
      const filters = JSON.stringify({ subProjectId_id: many.subProjectId });
      const { chunks } = await many.useCases.exportProcesses(many.caller('OWNER'), { format: 'ndjson', filters });
      const ids: string[] = [];
      for await (const chunk of chunks) {
        ids.push(...chunk.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id])));
        await many.create();
      }
      expect([ids.length, new Set(ids).size]).toEqual([1202, 1202]);
      expect(ids[0]).toBe(ahead);
    } finally {
      await many.drop();
    }
  });
});

describe('as CSV', () => {
  test('[D12] [D18] has a column per field the caller may see, and no formulas', async () => {
    const { mediaType, text } = await exported('OWNER', 'csv');
    expect(mediaType).toBe('text/csv');
    const rows = text.split('\r\n');
    expect(rows[0]).toBe(
      'id,createdTs,updatedTs,version,state,priority,stageKey,fields.supplier,fields.amount,fields.currency,fields.tags,fields.assignee,fields.document,fields.notes',
    );
    expect(rows).toHaveLength(5);
    expect(rows[2]).toMatch(new RegExp(`^${mine},.*,1,INIT,MEDIUM,stage_init,Acme,7,EUR,,.*,,"a, ""b"""$`));
    expect(rows[3]).toContain(`"'=HYPERLINK(""x"")",0,EUR,"[""a"",""b""]"`);
  });

  test('[D12] a hidden field has no column, and with several roles no value where it is hidden', async () => {
    const { text } = await exported('ASSIGNEE', 'csv');
    expect(text.split('\r\n')[0]).toBe(
      'id,createdTs,updatedTs,version,state,priority,stageKey,fields.supplier,fields.assignee,fields.notes',
    );
    const both = await exported('BOTH', 'csv');
    expect(both.text).toContain('Bolt');
    expect(both.text).not.toContain('Acme');
  });
});

test.each<[string, object, number]>([
  ['STRANGER', {}, 1204],
  ['GUEST', {}, 1205],
  ['OWNER', { colour: 1 }, 1230],
  ['ASSIGNEE', { 'fields.amount': 1 }, 1231],
  ['OWNER', { state: { like: 'x' } }, 1232],
])('[D13] %s %j is refused before anything is sent: %i', async (who, filters, id) => {
  await expect(exported(who, 'csv', filters)).rejects.toMatchObject({ name: 'CatalogueError', id });
});
