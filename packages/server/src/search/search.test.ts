import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { createSubProjects } from '../sub-projects/configuration/sub-projects.js';
import { createSearchFixture, type GivenProcess, type SearchFixture, type Who } from './testing/search-fixture.js';
import { expectedHits, type KnownName, type KnownProcess, readableFields } from './testing/search-oracle.js';
import { searchUseCases } from './use-cases.js';

// Bounds so small that every way of searching is taken.
const bounds = { sample: 12, near: 15, common: 0.3, mostFound: 8, budget: 25, ids: 2000 };
const vocabulary = ['Acme', 'Ácme', 'Bolt', 'Straße', 'strasse', 'Müller', 'invoice', 'in', 'Inn', '2026', '20'];
const whoever: readonly Who[] = ['OWNER', 'ASSIGNEE', 'REVIEWER', 'CLERK', 'BOTH', 'ADMIN'];

let fixture: SearchFixture;
const data: { processes: KnownProcess[]; names: KnownName[] } = { processes: [], names: [] };

beforeAll(async () => {
  fixture = await createSearchFixture(bounds);
  const people = [fixture.userId('ASSIGNEE'), fixture.userId('BOTH'), fixture.userId('OWNER')];
  const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }).map((words) => words.join(' – '));
  const process = fc.record({
    stageKey: fc.constantFrom('stage_init' as const, 'stage_review' as const),
    fields: fc.record({ supplier: text, notes: text, remark: text, assignee: fc.constantFrom(...people) }),
  });
  const given: GivenProcess[] = fc.sample(process, { numRuns: 60, seed: 7 }).map((one, index) => ({
    ...one,
    fields: { ...one.fields, number: `A-${index % 2 === 0 ? 2026 : 1999}-${index}` },
  }));
  const ids = await fixture.addProcesses(given);
  data.processes = given.map(({ stageKey = 'stage_init', fields }, index) => ({
    id: ids[index] ?? '',
    stageKey,
    fields,
  }));
  for (const [index, name] of fc.sample(text, { numRuns: 24, seed: 8 }).entries()) {
    const processId = ids[index] ?? '';
    data.names.push({
      id: await fixture.addFile(`${name}.pdf`, processId),
      source: 'file',
      name,
      processIds: [processId],
    });
    data.names.push({ id: await fixture.addTask(name, processId), source: 'task', name, processIds: [processId] });
    data.names.push({
      id: await fixture.addComment(`${name} @[${people[0]}]\n\nPlease`, processId),
      source: 'comment',
      name: `${name} please`,
      processIds: [processId],
    });
  }
});
afterAll(() => fixture.drop());

/** All pages of a search. */
async function find(who: Who, query: string, rest: { sources?: string[]; perPageCount?: string } = {}) {
  const hits = [];
  let after: string | null = '';
  for (let page = 0; after !== null; page += 1) {
    const answer: Awaited<ReturnType<SearchFixture['useCases']['search']>> = await fixture.useCases.search(
      fixture.caller(who),
      { query, subProjectIds: [fixture.subProjectId], after, ...rest },
    );
    expect(answer.complete).toBe(true);
    expect(answer.hits.length).toBeLessThanOrEqual(Number(rest.perPageCount ?? 20));
    hits.push(...answer.hits);
    after = answer.next;
    // Nothing is found twice, so no page is empty.
    expect(page).toBeLessThanOrEqual(data.processes.length + data.names.length);
  }
  return hits;
}
const idsOf = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id);

describe('[D101] search equals brute force', () => {
  const query = fc
    .array(fc.constantFrom(...vocabulary, 'a', 'i', 'inv', 'mul', '2', 'x', 'STRASS', 'please'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' '));
  const sources = fc.subarray(['process', 'file', 'task', 'comment'], { minLength: 1 });
  test('for random texts, callers, queries, sources and pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whoever),
        query,
        sources,
        fc.constantFrom('1', '3', '100'),
        async (who, text, from, perPageCount) => {
          const hits = await find(who, text, { sources: from, perPageCount });
          expect(idsOf(hits)).toEqual(expectedHits(data, who, fixture.userId(who), text, from));
          for (const { source, id, matches } of hits) {
            const process = data.processes.find((one) => one.id === id);
            const readable =
              process === undefined
                ? [source === 'file' ? 'fileName' : source === 'task' ? 'name' : 'body']
                : readableFields(who, fixture.userId(who), process);
            expect(readable).toEqual(expect.arrayContaining(matches.map(({ field }) => field)));
            expect(matches.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('[D12] nothing tells whether a hidden field or process matches', () => {
  test('the answer is the same with and without the match', async () => {
    const unbounded = searchUseCases({ db: fixture.db, subProjects: createSubProjects(fixture.db) });
    const ask = async () => {
      const answers = [];
      for (const who of ['CLERK', 'ASSIGNEE', 'REVIEWER', 'BOTH'] as const) {
        for (const query of ['zebra', 'z', 'acme zebra']) {
          // With the bounds that servers have, and page by page.
          answers.push(await unbounded.search(fixture.caller(who), { query }));
          answers.push(await find(who, query));
        }
        for (const field of ['supplier', 'notes']) {
          const request = { subProjectId: fixture.subProjectId, field, prefix: 'z' };
          answers.push(await unbounded.suggest(fixture.caller(who), request).catch((error: unknown) => String(error)));
        }
      }
      return answers;
    };
    const before = await ask();
    const hidden: GivenProcess[] = [
      // CLERK reads no notes, REVIEWER no supplier, and both do not see the other's stage.
      { stageKey: 'stage_init', fields: { supplier: 'Acme', notes: 'Zebra', remark: 'Zebra' } },
      { stageKey: 'stage_review', fields: { supplier: 'Zebra', notes: 'Acme' } },
    ];
    const ids = await fixture.addProcesses(hidden);
    // CLERK reads no comments; those of the other stage are deleted.
    const comment = await fixture.addComment('Acme Zebra', ids[0] ?? '');
    const deleted = await fixture.addComment('Acme Zebra', ids[1] ?? '');
    await fixture.db`update comments set body = null, deleted_ts = now() where id = ${deleted}`;
    expect(await ask()).toEqual(before);
    expect(idsOf(await find('OWNER', 'zebra'))).toEqual([comment, ...ids.toReversed()]);
    await fixture.db`delete from comments where id = any(${[comment, deleted]}::uuid[])`;
    await fixture.db`delete from processes where id = any(${ids}::uuid[])`;
    expect(await find('OWNER', 'zebra')).toEqual([]);
  });

  test('neither does `next`, whatever most of the hidden texts have', async () => {
    const { search } = searchUseCases({
      db: fixture.db,
      subProjects: createSubProjects(fixture.db),
      bounds: { ...bounds, mostFound: 1000 },
    });
    const ids = await fixture.addProcesses(
      Array.from({ length: 40 }, (_, index) => ({
        stageKey: index % 2 === 0 ? ('stage_review' as const) : ('stage_init' as const),
        fields: { supplier: 'Zebra', notes: 'Zebra', number: `Z-${index}` },
      })),
    );
    for (const [index, id] of ids.entries()) if (index % 2 === 0) await fixture.addComment('Zebra', id);
    const ask = (who: Who, query: string) =>
      search(fixture.caller(who), { query, subProjectIds: [fixture.subProjectId], sources: ['process', 'comment'] });
    // ASSIGNEE sees none of these processes.
    expect(await ask('ASSIGNEE', 'zebra')).toEqual(await ask('ASSIGNEE', 'yak'));
    expect((await ask('ASSIGNEE', 'zebra')).next).toBeNull();
    expect((await ask('REVIEWER', 'zebra')).hits).toHaveLength(20);
    await fixture.db`delete from comments where process_id = any(${ids}::uuid[])`;
    await fixture.db`delete from processes where id = any(${ids}::uuid[])`;
  });

  test('a field that cannot be read is as unknown as one that does not exist', async () => {
    const ask = (field: string) =>
      fixture.useCases.suggest(fixture.caller('CLERK'), { subProjectId: fixture.subProjectId, field });
    await expect(ask('notes')).rejects.toMatchObject({ id: 1231 });
    await expect(ask('nothing')).rejects.toMatchObject({ id: 1231 });
    await expect(ask('supplier')).resolves.toMatchObject({ complete: expect.any(Boolean) });
  });

  test('who may read nothing there finds nothing, as in a sub-project that does not exist', async () => {
    const nothing = { hits: [], next: null, complete: true };
    const ask = (who: Who, subProjectIds?: string) =>
      fixture.useCases.search(fixture.caller(who), {
        query: 'acme',
        ...(subProjectIds === undefined ? {} : { subProjectIds: [subProjectIds] }),
      });
    for (const who of ['GUEST', 'STRANGER'] as const) {
      expect(await ask(who, fixture.subProjectId)).toEqual(nothing);
      expect(await ask(who)).toEqual(nothing);
    }
    expect(await ask('OWNER', `${newId()},x`)).toEqual(nothing);
  });
});

describe('search', () => {
  test('reads its own writes: words of a change are found at once, those before it no more', async () => {
    const [id = ''] = await fixture.addProcesses([{ fields: { supplier: 'Quagga' } }]);
    expect(idsOf(await find('OWNER', 'quag'))).toEqual([id]);
    await fixture.db`update processes set fields = fields || '{"supplier": "Okapi", "notes": 7}' where id = ${id}`;
    expect(await find('OWNER', 'quag')).toEqual([]);
    expect(idsOf(await find('OWNER', 'okapi'))).toEqual([id]);
    await fixture.db`update processes set fields = fields - 'supplier' where id = ${id}`;
    expect(await find('OWNER', 'okapi')).toEqual([]);
    await fixture.db`delete from processes where id = ${id}`;
  });

  test('finds comments as they are now: changed ones by their new words, deleted ones no more', async () => {
    const processId = data.processes[3]?.id ?? '';
    const user = fixture.userId('OWNER');
    const id = await fixture.addComment(`Ask @[${user}] about the Narwhal.\nIt is late.`, processId);
    expect(await find('OWNER', 'narw ask', { sources: ['comment'] })).toEqual([
      expect.objectContaining({
        source: 'comment',
        id,
        processIds: [processId],
        title: 'Ask @… about the Narwhal.',
        state: null,
        matches: [
          {
            field: 'body',
            text: 'Ask @… about the Narwhal.\nIt is late.',
            ranges: [
              { start: 0, length: 3 },
              { start: 17, length: 4 },
            ],
          },
        ],
      }),
    ]);
    expect(idsOf(await find('OWNER', user))).not.toContain(id);
    await fixture.db`update comments set body = 'Ask about the Beluga.' where id = ${id}`;
    expect(await find('OWNER', 'narw')).toEqual([]);
    expect(idsOf(await find('OWNER', 'beluga'))).toEqual([id]);
    await fixture.db`update comments set body = null, deleted_ts = now() where id = ${id}`;
    for (const query of ['narwhal', 'beluga', id]) expect(await find('ADMIN', query)).toEqual([]);
    await fixture.db`delete from comments where id = ${id}`;
  });

  test('reads the beginning of a long comment to show it', async () => {
    const id = await fixture.addComment(`Narwhal ${'and so on '.repeat(5000)} beluga`, data.processes[3]?.id ?? '');
    const matchOf = async (query: string) => (await find('OWNER', query, { sources: ['comment'] }))[0]?.matches;
    expect(await matchOf('narwhal')).toMatchObject([{ field: 'body', ranges: [{ start: 0, length: 7 }] }]);
    expect(await matchOf('beluga')).toMatchObject([
      { field: 'body', text: expect.stringMatching(/^Narwhal and so on/), ranges: [] },
    ]);
    await fixture.db`delete from comments where id = ${id}`;
  });

  test('finds processes, files, tasks and comments by the beginning of their id', async () => {
    for (const { id } of [data.processes[3], ...data.names.slice(0, 3)].filter((one) => one !== undefined)) {
      for (const query of [id, id.toUpperCase(), id.slice(0, 30)]) {
        const [hit] = (await find('ADMIN', query)).filter((one) => one.id === id);
        expect(hit?.matches[0]).toMatchObject({ field: 'id', text: id, ranges: [{ start: 0, length: query.length }] });
      }
    }
    const reviewed = data.processes.find(({ stageKey }) => stageKey === 'stage_review');
    expect(await find('CLERK', reviewed?.id ?? '')).toEqual([]);
  });

  test('shows the business key, or else the first text that the caller reads', async () => {
    const [id = ''] = await fixture.addProcesses([{ fields: { number: 'X-1', supplier: 'Tapir Ltd' } }]);
    const titles = async (who: Who) => (await find(who, 'tapir')).map(({ title }) => title);
    expect(await titles('OWNER')).toEqual(['X-1']);
    expect(await titles('CLERK')).toEqual(['Tapir Ltd']);
    await fixture.db`delete from processes where id = ${id}`;
  });

  test('suggests values with the number of processes that have them', async () => {
    const ids = await fixture.addProcesses(
      ['Gnu AG', 'Gnu AG', 'GNÚ plc', 'Agnus'].map((supplier) => ({ fields: { supplier, remark: 'Gnu' } })),
    );
    const values = async (prefix: string) => {
      const request = { subProjectId: fixture.subProjectId, field: 'supplier', prefix };
      return (await fixture.useCases.suggest(fixture.caller('OWNER'), request)).values;
    };
    expect(await values('gnu')).toEqual([
      { value: 'Gnu AG', count: '2' },
      { value: 'GNÚ plc', count: '1' },
    ]);
    expect(await values('gnu p')).toEqual([{ value: 'GNÚ plc', count: '1' }]);
    await fixture.db`delete from processes where id = any(${ids}::uuid[])`;
  });

  test.each([
    [{ query: 'a', sources: ['run'] }, '/sources'],
    [{ query: 'a', perPageCount: '101' }, '/perPageCount'],
    [{ query: 'a', after: 'x' }, '/after'],
    [{ query: 'a b c d e f g h i j k' }, '/query'],
  ])('refuses %o', async (request, pointer) => {
    await expect(fixture.useCases.search(fixture.caller('OWNER'), request)).rejects.toMatchObject({
      id: 1200,
      errors: [expect.objectContaining({ pointer })],
    });
  });

  test('finds nothing for a query without a word', async () => expect(await find('OWNER', '–')).toEqual([]));
});
