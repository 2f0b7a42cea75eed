import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
let mine: string;
let other: string;

beforeAll(async () => {
  fixture = await createProcessFixture();
  mine = await fixture.create({ assignee: fixture.userId('ASSIGNEE'), amount: 7, notes: 'n' });
  other = await fixture.create({ amount: 8 });
  const updates = { amount: 70, notes: 'changed' };
  const request = { subProjectId: fixture.subProjectId, processId: mine, updates };
  await fixture.useCases.updateProcessField(fixture.caller('OWNER', { traceId: 'trace-7' }), request);
  await transaction(fixture.db, (tx) =>
    appendAudit(tx, { principal: systemPrincipal, traceId: 'boot' }, [
      {
        action: 'subProject.deploy',
        subProjectId: fixture.subProjectId,
        subjectType: 'subProject',
        subjectId: fixture.subProjectId,
        processId: null,
        before: null,
        after: { version: 1, amount: 'not a field' },
      },
      {
        action: 'run.start',
        subProjectId: newId(),
        subjectType: 'run',
        subjectId: 'elsewhere',
        processId: null,
        before: null,
        after: null,
      },
    ]),
  );
});
afterAll(() => fixture.drop());

const list = (who: string, request: object = {}) =>
  fixture.useCases.getAuditLogs(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    ...request,
  });

const actions = async (who: string, request?: object) =>
  (await list(who, request)).logs.map(({ action, processId }) => [action, processId]);

describe('reading the audit log', () => {
  test('[D20] every change of the sub-project, newest first, with who, when, trace id, before and after', async () => {
    expect(await actions('OWNER')).toEqual([
      ['subProject.deploy', null],
      ['process.update', mine],
      ['process.create', other],
      ['process.create', mine],
    ]);
    const { logs, meta } = await list('OWNER', { page: '2', perPageCount: '1' });
    expect(meta).toEqual({ page: '2', perPageCount: '1', totalCount: '4', totalPages: '4' });
    expect(logs).toEqual([
      {
        id: expect.any(String),
        createdTs: expect.stringMatching(/\.\d{3}Z$/),
        action: 'process.update',
        subjectType: 'process',
        subjectId: mine,
        processId: mine,
        by: { id: fixture.userId('OWNER'), name: 'OWNER' },
        traceId: 'trace-7',
        before: { fields: { amount: 7, notes: 'n' } },
        after: { fields: { amount: 70, notes: 'changed' } },
      },
    ]);
  });

  test('[D5] filters', async () => {
    const of = (filters: object) => actions('OWNER', { filters: JSON.stringify(filters) });
    expect(await of({ action: 'process.update' })).toEqual([['process.update', mine]]);
    expect(await of({ traceId: { startsWith: 'trace' } })).toEqual([['process.update', mine]]);
    expect(await of({ by: 'system' })).toEqual([['subProject.deploy', null]]);
    expect(await of({ subjectType: 'process', subjectId: other })).toEqual([['process.create', other]]);
    expect(await of({ createdTs: { lt: '2000-01-01' } })).toEqual([]);
    expect(await actions('OWNER', { processId: other })).toEqual([['process.create', other]]);
  });

  test('[D12] [D20] neither processes outside the row filter nor fields outside the read list show', async () => {
    const { logs, meta } = await list('ASSIGNEE');
    expect(meta.totalCount).toBe('3');
    expect(logs.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['subProject.deploy', null, { version: 1 }],
      ['process.update', { fields: { notes: 'n' } }, { fields: { notes: 'changed' } }],
      [
        'process.create',
        null,
        {
          state: 'INIT',
          priority: 'MEDIUM',
          stageKey: 'stage_init',
          fields: { supplier: 'Acme', assignee: fixture.userId('ASSIGNEE'), notes: 'n' },
        },
      ],
    ]);
  });

  test('[D34] the administrator reads all of it', async () => {
    expect(await actions('ADMIN')).toHaveLength(4);
  });
});

describe('the whole installation', () => {
  test('[D20] [D34] the administrator reads it by leaving out the sub-project, also rows of none', async () => {
    await transaction(fixture.db, (tx) =>
      appendAudit(tx, { principal: systemPrincipal, traceId: 'boot' }, [
        {
          action: 'user.create',
          subProjectId: null,
          subjectType: 'user',
          subjectId: 'someone',
          processId: null,
          before: null,
          after: null,
        },
      ]),
    );
    const of = async (filters: object) =>
      (await fixture.useCases.getAuditLogs(fixture.caller('ADMIN'), { filters: JSON.stringify(filters) })).logs.map(
        ({ action }) => action,
      );
    expect(await of({})).toHaveLength(6);
    expect(await of({ subProjectId_id: { exists: false } })).toEqual(['user.create']);
    expect(await of({ subProjectId_id: fixture.subProjectId, processId: other })).toEqual(['process.create']);
    const { logs } = await fixture.useCases.getAuditLogs(fixture.caller('ADMIN', { scopes: ['admin'] }), {});
    expect(logs).toHaveLength(6);
  });

  test.each<[string, object, object]>([
    ['OWNER', {}, {}],
    ['ASSIGNEE', {}, { subProjectId: '' }],
    ['ADMIN', { scopes: ['audit'] }, {}],
    ['ADMIN', {}, { processId: newId() }],
  ])('[D14] %s %j %j: 1200', async (who, options, request) => {
    const read = fixture.useCases.getAuditLogs(fixture.caller(who, options), request);
    await expect(read).rejects.toMatchObject({ id: 1200, status: 400 });
  });
});

describe('the export', () => {
  const exported = async (who: string, request: object = {}) => {
    const scope = { subProjectId: fixture.subProjectId, ...request };
    const { mediaType, chunks } = await fixture.useCases.exportAuditLogs(fixture.caller(who), scope);
    const texts: string[] = [];
    for await (const chunk of chunks) texts.push(chunk);
    return {
      mediaType,
      logs: texts
        .join('')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    };
  };

  test.each(['OWNER', 'ASSIGNEE', 'ADMIN'])('[D12] [D20] is what the list shows to %s', async (who) => {
    const { logs } = await list(who, { perPageCount: '1000' });
    expect(await exported(who)).toEqual({ mediaType: 'application/x-ndjson', logs });
    const filters = JSON.stringify({ action: 'process.update' });
    expect((await exported(who, { filters })).logs).toEqual((await list(who, { filters })).logs);
  });

  test('[D20] goes on over many batches, without rows written meanwhile, each once', async () => {
    const busy = await createProcessFixture();
    try {
      const entry = (index: number) => ({
        action: 'run.start' as const,
        subProjectId: busy.subProjectId,
        subjectType: 'run' as const,
        subjectId: String(index),
        processId: null,
        before: null,
        after: null,
      });
      const append = (from: number, count: number) =>
        transaction(busy.db, (tx) =>
          appendAudit(
            tx,
            { principal: systemPrincipal, traceId: 't' },
            Array.from({ length: count }, (_, index) => entry(from + index)),
          ),
        );
      await append(0, 1300);
      // As a server whose clock is ahead writes it.
      await busy.db`
        insert into audit_log select ahead.* from audit_log a, jsonb_populate_record(a, jsonb_build_object(
          'id', gen_random_uuid(), 'subject_id', '1300', 'created_ts', now() + interval '1 minute')) ahead
        where a.subject_id = '1299'`;
      const { chunks } = await busy.useCases.exportAuditLogs(busy.caller('OWNER'), { subProjectId: busy.subProjectId });
      const seen: string[] = [];
      for await (const chunk of chunks) {
        seen.push(...chunk.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).subjectId])));
        await append(10_000, 1);
      }
      expect(seen).toEqual(Array.from({ length: 1301 }, (_, index) => String(1300 - index)));
    } finally {
      await busy.drop();
    }
  });

  test('[D13] is refused before anything is sent', async () => {
    await expect(exported('REVIEWER')).rejects.toMatchObject({ id: 1205 });
    await expect(exported('OWNER', { filters: '{"colour": 1}' })).rejects.toMatchObject({ id: 1232 });
  });
});

describe('errors', () => {
  test.each<[string, string, object, object]>([
    ['[D13] an unknown sub-project', 'OWNER', { subProjectId: newId() }, { id: 1202, status: 404 }],
    ['[D13] a role that may not read it', 'REVIEWER', {}, { id: 1205, status: 403 }],
    ['[D13] a caller without a role there', 'STRANGER', {}, { id: 1205, status: 403 }],
    ['[D13] an unknown process', 'OWNER', { processId: newId() }, { id: 1221, status: 404 }],
    ['[D13] no UUID as process', 'OWNER', { processId: 'x' }, { id: 1221, status: 404 }],
    ['[D5] an unknown filter key', 'OWNER', { filters: '{"colour": 1}' }, { id: 1232, status: 400 }],
    ['[D5] malformed filters', 'OWNER', { filters: 'x' }, { id: 1232 }],
    ['[D4] a bad page', 'OWNER', { page: '1.5' }, { id: 1232 }],
  ])('%s', async (_rule, who, request, error) => {
    await expect(list(who, request)).rejects.toMatchObject({ name: 'CatalogueError', ...error });
  });

  test('[D13] a process outside the row filter is 1205', async () => {
    await expect(list('ASSIGNEE', { processId: other })).rejects.toMatchObject({ id: 1205, status: 403 });
  });

  test('[D20] 1227 when it cannot be read', async () => {
    await fixture.owner.script('alter table audit_log rename to audit_log_away');
    try {
      await expect(list('OWNER')).rejects.toMatchObject({ id: 1227, status: 500 });
    } finally {
      await fixture.owner.script('alter table audit_log_away rename to audit_log');
    }
  });
});
