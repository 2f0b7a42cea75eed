import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

// What a role cannot see must not show in any count, page, order, number of matches or export (D12). Every combination
// below is compared with what the roles of the fixture say in so many words.

interface Row {
  readonly id: string;
  readonly stageKey: string;
  readonly assignee: string | undefined;
  readonly amount: number;
}

let fixture: ProcessFixture;
const rows: Row[] = [];

beforeAll(async () => {
  fixture = await createProcessFixture();
  const people = [undefined, fixture.userId('ASSIGNEE'), fixture.userId('BOTH')];
  for (let index = 0; index < 18; index += 1) {
    const stageKey = index % 2 === 0 ? 'stage_init' : 'stage_review';
    const assignee = people[index % 3];
    const fields = { amount: index, ...(assignee === undefined ? {} : { assignee }) };
    rows.push({ id: await fixture.create(fields, { stageKey }), stageKey, assignee, amount: index });
  }
});
afterAll(() => fixture.drop());

/** Who sees which processes, and of which of those the amount. */
const viewers: Readonly<Record<string, (row: Row) => { readonly sees: boolean; readonly amount: boolean }>> = {
  ADMIN: () => ({ sees: true, amount: true }),
  OWNER: () => ({ sees: true, amount: true }),
  REVIEWER: ({ stageKey }) => ({ sees: stageKey === 'stage_review', amount: true }),
  CLERK: ({ stageKey }) => ({ sees: stageKey === 'stage_init', amount: false }),
  ASSIGNEE: ({ assignee }) => ({ sees: assignee === fixture.userId('ASSIGNEE'), amount: false }),
  BOTH: ({ stageKey, assignee }) => ({
    sees: stageKey === 'stage_review' || assignee === fixture.userId('BOTH'),
    amount: stageKey === 'stage_review',
  }),
};
const names = Object.keys(viewers);

const seenBy = (who: string) => rows.filter((row) => viewers[who]?.(row).sees === true).toReversed();
const amountSeenBy = (who: string) => seenBy(who).filter((row) => viewers[who]?.(row).amount === true);

const list = (who: string, filters: object, rest: object = {}) =>
  fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '1000',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    ...rest,
  });

describe.each(names)('%s', (who) => {
  test('[D12] the total and every page', async () => {
    const expected = seenBy(who).map(({ id }) => id);
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 4) + 1; page += 1) {
      const { meta, processes } = await list(who, {}, { page: String(page), perPageCount: '4' });
      expect(meta.totalCount).toBe(String(expected.length));
      found.push(...processes.map(({ id }) => id));
    }
    expect(found).toEqual(expected);
  });

  test('[D12] the total under filters, also negated ones and of absent values', async () => {
    for (const [filters, matches] of [
      [{ stageKey: 'stage_review' }, (row: Row) => row.stageKey === 'stage_review'],
      [{ stageKey: { ne: 'stage_review' } }, (row: Row) => row.stageKey !== 'stage_review'],
      [{ or: [{ id: { in: rows.map(({ id }) => id) } }, { state: 'APPROVED' }] }, () => true],
      [{ createdTs: { gt: '2000-01-01' } }, () => true],
    ] as const) {
      expect((await list(who, filters)).meta.totalCount).toBe(String(seenBy(who).filter(matches).length));
    }
  });

  test('[D12] a field that is hidden somewhere counts there as absent; hidden everywhere it is unknown', async () => {
    const known = amountSeenBy(who);
    for (const [filters, matching] of [
      [{ 'fields.amount': { exists: true } }, known.length],
      [{ 'fields.amount': { exists: false } }, seenBy(who).length - known.length],
      [{ 'fields.amount': { gte: 9 } }, known.filter(({ amount }) => amount >= 9).length],
    ] as const) {
      if (known.length === 0) await expect(list(who, filters)).rejects.toMatchObject({ id: 1231 });
      else expect((await list(who, filters)).meta.totalCount).toBe(String(matching));
    }
    if (known.length === 0) await expect(list(who, {}, { sort: 'fields.amount' })).rejects.toMatchObject({ id: 1231 });
  });

  test('[D12] counts by value', async () => {
    const count = (by: string) =>
      fixture.useCases.countProcesses(fixture.caller(who), {
        by,
        filters: JSON.stringify({ subProjectId_id: fixture.subProjectId }),
      });
    const { total, counts } = await count('stageKey');
    expect(total).toBe(String(seenBy(who).length));
    for (const { value, count: found } of counts) {
      expect(found).toBe(String(seenBy(who).filter(({ stageKey }) => stageKey === value).length));
    }
    const known = amountSeenBy(who);
    if (known.length === 0) await expect(count('fields.amount')).rejects.toMatchObject({ id: 1231 });
    else {
      const { counts: amounts } = await count('fields.amount');
      const shown = amounts.flatMap(({ value }) => (value === null ? [] : [value])).sort();
      expect(shown).toEqual(known.map(({ amount }) => amount).sort());
    }
  });

  test('[D12] the export, and what a bulk update would match', async () => {
    const filters = JSON.stringify({ subProjectId_id: fixture.subProjectId });
    const { chunks } = await fixture.useCases.exportProcesses(fixture.caller(who), { format: 'ndjson', filters });
    let text = '';
    for await (const chunk of chunks) text += chunk;
    const exported = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    expect(exported.map(({ id }) => id)).toEqual(seenBy(who).map(({ id }) => id));
    expect(exported.filter(({ fields }) => 'amount' in fields)).toHaveLength(amountSeenBy(who).length);

    const request = { subProjectId: fixture.subProjectId, filters: {}, updates: { stageKey: 'stage_done' } };
    const may = ['ADMIN', 'OWNER', 'REVIEWER', 'BOTH'].includes(who);
    const started = fixture.useCases.bulkUpdateProcesses(fixture.caller(who), request);
    if (may) expect((await started).total).toBe(String(seenBy(who).length));
    else await expect(started).rejects.toMatchObject({ id: 1207 });
  });

  test('[D12] [D20] the audit log', async () => {
    const read = fixture.useCases.getAuditLogs(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      perPageCount: '1000',
      filters: JSON.stringify({ subjectType: 'process' }),
    });
    // Of several roles only those that may read the log count: BOTH reads it as ASSIGNEE.
    const expected = (
      who === 'BOTH' ? rows.filter((row) => row.assignee === fixture.userId('BOTH')).toReversed() : seenBy(who)
    ).map(({ id }) => id);
    if (!['ADMIN', 'OWNER', 'ASSIGNEE', 'BOTH'].includes(who)) await expect(read).rejects.toMatchObject({ id: 1205 });
    else {
      const { meta, logs } = await read;
      expect(logs.map(({ processId }) => processId)).toEqual(expected);
      expect(meta.totalCount).toBe(String(expected.length));
    }
  });
});
