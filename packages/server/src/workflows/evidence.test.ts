import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealAuditLog } from '../audit/evidence/seal-log.js';
import { verifyEvidence } from '../audit/evidence/verify-evidence.js';
import { appendAudit } from '../audit/records/append.js';
import { createSealing } from '../kernel/sealing.js';
import { sql, transaction } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import { systemPrincipal } from '../use-case/caller.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const votes = withVotes(
  diagram('votes', start(), user('t', { candidateGroups: 'MANAGER, OWNER' }), end(), flow('s t e')),
  { t: 'quorum="2"' },
);
const plain = diagram('plain', start(), user('t'), end(), flow('s t e'));
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const SECRET = Buffer.alloc(32, 7).toString('base64');

describe('evidence', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { votes, plain } });
  });
  afterAll(() => fixture.drop());

  const seal = (later = 60_000) =>
    sealAuditLog({ db: fixture.db, sealing: createSealing([SECRET]), log: quietLog }, Date.now() + later);
  const evidence = async (processId: string, who: Who = 'ADMIN') =>
    fixture.useCases.getEvidence(fixture.caller(who), { subProjectId: fixture.subProjectId, processId });
  const problemsOf = async (processId: string) =>
    (await verifyEvidence(JSON.stringify(await evidence(processId)))).problems;
  const wheres = async (processId: string) => (await problemsOf(processId)).map(({ where }) => where);
  /** As a superuser whom no trigger stops. */
  const tamper = async (text: string) =>
    fixture.owner.script(`set session_replication_role = 'replica'; ${text}; reset session_replication_role`);

  const remove = (...what: string[]) => tamper(what.map((one) => `delete from ${one}`).join('; '));
  const TABLES = ['audit_log', 'audit_seals', 'audit_seal_entries', 'audit_heads'];
  /** Puts back what `work` has done to the tables of evidence. */
  async function within(work: () => Promise<void>) {
    await tamper(TABLES.map((name) => `create table kept_${name} as select * from ${name}`).join('; '));
    try {
      await work();
    } finally {
      const put = TABLES.map(
        (name) => `delete from ${name}; insert into ${name} select * from kept_${name}; drop table kept_${name}`,
      );
      await tamper(put.join('; '));
    }
  }

  async function decided() {
    const processId = await fixture.createProcess({ amount: 5, notes: 'n' });
    const { id } = await fixture.execute('votes', processId);
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      runId: id,
    });
    for (const who of ['MANAGER', 'OWNER'] as const) {
      await fixture.useCases.castVote(fixture.caller(who), {
        subProjectId: fixture.subProjectId,
        taskId: detail.tasks[0]?.id ?? '',
        outcome: 'approve',
        reason: 'Tested',
      });
    }
    return processId;
  }

  it('[D164] each decision has a statement of what was decided and on what, in its own transaction', async () => {
    const processId = await decided();
    const run = await fixture.execute('plain', processId);
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
      approved: false,
    });
    // The role reads `notes` alone.
    const partial = await fixture.execute('plain', processId);
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('PARTIAL'), {
      subProjectId: fixture.subProjectId,
      runId: partial.id,
      approved: true,
    });
    const { rows } = await evidence(processId);
    const said = rows.flatMap(({ log }) => (log.statement === null ? [] : [[log.action, JSON.parse(log.statement)]]));
    const person = { id: fixture.userId('MANAGER'), name: 'MANAGER', onBehalfOf: null };
    expect(said).toMatchObject([
      [
        'run.vote',
        {
          version: 2,
          run: { diagrams: [{ sha256: sha256Of(votes) }] },
          task: { elementId: 't' },
          process: {
            id: processId,
            fieldsSha256: sha256Of('{"amount":5,"notes":"n"}'),
            shown: { fields: null, sha256: sha256Of('{"amount":5,"notes":"n"}') },
          },
          decision: { outcome: 'approve', reason: 'Tested' },
          person,
        },
      ],
      ['run.vote', { person: { id: fixture.userId('OWNER') } }],
      ['run.resume', { decision: { outcome: 'reject', reason: null, files: [] } }],
      ['run.resume', { process: { shown: { fields: ['notes'], sha256: sha256Of('{"notes":"n"}') } } }],
    ]);
    expect(rows.every((row) => row.seal === null && row.path.length === 0)).toBe(true);
    expect((await verifyEvidence(JSON.stringify(await evidence(processId)))).unsealed).toBe(rows.length);
  });

  it('[D164] names every row of which a superuser changed any field, and nothing else', async () => {
    const processId = await decided();
    await seal();
    const before = await evidence(processId);
    expect(before.rows.length).toBeGreaterThanOrEqual(4);
    expect(await verifyEvidence(JSON.stringify(before))).toMatchObject({
      unsealed: 0,
      problems: [],
      rows: before.rows.length,
    });
    const other = 'ffffffff-0000-7000-8000-000000000000';
    const values: Readonly<Record<string, string>> = {
      uuid: `'${other}'`,
      text: `coalesce(%, '') || 'x'`,
      jsonb: `coalesce(%, '{}') || '{"x": 1}'`,
      'timestamp with time zone': `% + interval '1 millisecond'`,
    };
    // Whatever columns the table has: a later one that no leaf covers fails here.
    const columns = await fixture.owner<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'millrace' and table_name = 'audit_log'`;
    expect(columns.length).toBeGreaterThanOrEqual(13);
    for (const { log } of before.rows) {
      for (const { name, type } of columns) {
        const value = values[type]?.replaceAll('%', name);
        if (value === undefined) throw new Error(`the test has no other value of ${type}`);
        const [kept] = await fixture.owner.run<{ row: string }>(
          sql`select to_jsonb(a)::text as row from audit_log a where id = ${log.id}`,
        );
        await tamper(`update audit_log set ${name} = ${value} where id = '${log.id}'`);
        expect([name, await wheres(processId)]).toEqual([name, [`row ${log.id}`]]);
        const row = (kept?.row ?? '').replaceAll("'", "''");
        const changed = name === 'id' ? other : log.id;
        await tamper(
          `update audit_log a set ${name} = o.${name} from jsonb_populate_record(null::audit_log, '${row}') o where a.id = '${changed}'`,
        );
      }
    }
    expect(await problemsOf(processId)).toEqual([]);
    // Where the process has older and later rows, a row in no seal is a problem by itself.
    const hour = 3_600_000;
    const moved = before.rows.map((row, at) => ({
      ...row,
      ...(at === 1 ? { seal: null, position: null } : {}),
      log: { ...row.log, createdTs: new Date(at * hour).toISOString() },
    }));
    const { problems: said } = await verifyEvidence(JSON.stringify({ ...before, rows: moved }));
    expect(said.find(({ where }) => where === `row ${before.rows[1]?.log.id}`)?.what).toContain('is in no seal');
  });

  it('[D164] who also changes the seals to fit cannot sign them, and openssl verifies from the file alone', async () => {
    const processId = await decided();
    await seal();
    const file = await evidence(processId);
    const [one] = file.seals;
    const [key] = file.keys;
    if (one === undefined || key === undefined) throw new Error('nothing is sealed');
    const folder = await mkdtemp(join(tmpdir(), 'millrace-evidence-'));
    try {
      const [publicKey, signature, signed] = ['key.pem', 'signature', 'signed'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      await writeFile(publicKey, key.publicKey);
      await writeFile(signature, Buffer.from(one.signature, 'base64'));
      await writeFile(signed, one.signed);
      const verify = () =>
        execFileSync('openssl', ['dgst', '-sha256', '-verify', publicKey, '-signature', signature, signed], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      expect(verify()).toContain('Verified OK');
      await writeFile(signed, one.signed.replace('"root":"', '"root":"0'));
      expect(verify).toThrow();
    } finally {
      await rm(folder, { recursive: true });
    }
    const changed = async (change: (copy: typeof file) => object) =>
      (await verifyEvidence(JSON.stringify(change(structuredClone(file))))).problems.map(({ what }) => what);
    expect(
      await changed((copy) => ({ ...copy, seals: [{ ...one, signed: one.signed.replace('"root":"', '"root":"0') }] })),
    ).toContain('its signature is not valid');
    const withoutSeals = await changed((copy) => ({ ...copy, seals: [] }));
    expect(withoutSeals.filter((what) => what.includes('its seal'))).toHaveLength(file.rows.length);
    expect(await changed((copy) => ({ ...copy, keys: [] }))).toContain('the file has no public key of its signature');
    expect((await verifyEvidence(JSON.stringify(file), key.id)).problems).toEqual([]);
    const { problems: distrusted } = await verifyEvidence(JSON.stringify(file), 'another');
    expect(distrusted[0]?.what).toContain('is signed with another key');
    await expect(verifyEvidence('{}')).rejects.toThrow('no answer of getEvidence');
    // The private key is not to be read from the database.
    const [stored] = await fixture.owner<{ text: string }>`select private_key as text from evidence_keys`;
    expect(stored?.text).not.toContain('PRIVATE KEY');
  });

  it('[D164] seals name each other; a row that commits late is sealed with the next', async () => {
    const processId = await decided();
    await seal();
    // It has its time before rows that are sealed already, and commits after them.
    await transaction(fixture.db, async (tx) => {
      await appendAudit(tx, fixture.caller('OWNER'), [
        {
          action: 'process.update',
          subProjectId: fixture.subProjectId,
          subjectType: 'process',
          subjectId: processId,
          processId,
          before: {},
          after: { priority: 'HIGH' },
        },
      ]);
      await fixture.createProcess();
      await seal();
    });
    expect((await evidence(processId)).rows.filter((row) => row.seal === null)).toHaveLength(1);
    await seal();
    const file = await evidence(processId);
    const numbers = file.seals.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThanOrEqual(2);
    expect(await verifyEvidence(JSON.stringify(file))).toMatchObject({ unsealed: 0, problems: [] });
    const last = file.seals.at(-1);
    const forged = { ...last, signed: last?.signed.replace(/"previous":"../, '"previous":"00') };
    const { problems } = await verifyEvidence(JSON.stringify({ ...file, seals: [...file.seals.slice(0, -1), forged] }));
    expect(problems.map(({ what }) => what)).toContain('its signature is not valid');
    await seal();
    expect((await evidence(processId)).seals).toEqual(file.seals);
  });

  it('[D180] names every row that a superuser removed: any of a seal, the last ones, and a whole seal', async () => {
    const processId = await decided();
    await seal();
    await fixture.createProcess();
    await seal();
    const run = await fixture.execute('plain', processId);
    await seal();
    const { rows, seals } = await evidence(processId);
    expect(await problemsOf(processId)).toEqual([]);
    for (const { log } of rows) {
      await within(async () => {
        await remove(`audit_log where id = '${log.id}'`);
        expect(await problemsOf(processId)).toEqual([
          { where: `row ${log.id}`, what: expect.stringMatching(/^was removed after it was sealed \(seal \d+\)$/) },
        ]);
      });
    }
    const last = seals.at(-1)?.number ?? 0;
    const ofRun = `audit_log where process_id = '${processId}' and subject_id = '${run.id}'`;
    const entries = `audit_seal_entries where process_id = '${processId}'`;
    await within(async () => {
      await remove(ofRun, `${entries} and number = ${last}`);
      expect(await wheres(processId)).toEqual([`seals after ${seals[0]?.number}`]);
    });
    await within(async () => {
      await remove(`audit_log where process_id = '${processId}'`, entries);
      expect(await wheres(processId)).toEqual(['seals after 0']);
    });
    await within(async () => {
      await remove(`${entries} and number = ${seals[0]?.number}`);
      expect((await problemsOf(processId))[0]?.what).toContain('what it says of the process was removed: ');
    });
    // A seal of others between those of the process.
    await within(async () => {
      await remove(`audit_seals where number = ${last - 1}`);
      expect(await wheres(processId)).toEqual([`seal ${last - 1}`]);
    });
    await within(async () => {
      await remove(ofRun, `audit_seal_entries where number = ${last}`, `audit_seals where number = ${last}`);
      expect(await wheres(processId)).toContain(`seal ${last}`);
      // The next seal does not take its place.
      await fixture.createProcess();
      await seal();
      expect(await wheres(processId)).toContain(`seal ${last}`);
    });
    await within(async () => {
      await remove(
        ofRun,
        `audit_seal_entries where number = ${last}`,
        `audit_seals where number = ${last}`,
        'audit_heads',
      );
      expect(await wheres(processId)).toEqual(['head']);
      await fixture.createProcess();
      await seal();
      expect((await problemsOf(processId)).map(({ what }) => what)).toEqual([
        'was removed or changed 1 times: seals of before may be missing',
      ]);
    });
    await within(async () => {
      await tamper(`update audit_heads set signed = replace(signed, '"number":', '"number":1')`);
      expect((await problemsOf(processId)).map(({ what }) => what)).toContain('its signature is not valid');
    });
    expect(await problemsOf(processId)).toEqual([]);
  });

  it('[D180] counts what the retention may have removed apart', async () => {
    const processId = await decided();
    await seal();
    const { rows } = await evidence(processId);
    await within(async () => {
      await remove(`audit_log where id = '${rows[0]?.log.id}'`);
      await transaction(fixture.db, (tx) =>
        appendAudit(tx, { principal: systemPrincipal, traceId: 't' }, [
          {
            action: 'audit.forget',
            subProjectId: null,
            subjectType: 'audit',
            subjectId: 'audit_log',
            processId: null,
            before: null,
            after: { untilTs: new Date(Date.now() + 60_000).toISOString() },
          },
        ]),
      );
      expect(await verifyEvidence(JSON.stringify(await evidence(processId)))).toMatchObject({
        forgotten: 1,
        problems: [],
      });
    });
  });

  it('[D180] comes in pages; a seal that is made meanwhile does not contradict those before', async () => {
    const processId = await decided();
    const rows = Array.from({ length: 450 }, (_, at) => ({
      action: 'process.update' as const,
      subProjectId: fixture.subProjectId,
      subjectType: 'process' as const,
      subjectId: processId,
      processId,
      before: null,
      after: { at },
    }));
    await transaction(fixture.db, (tx) => appendAudit(tx, fixture.caller('OWNER'), rows));
    await seal();
    const first = await evidence(processId);
    expect(first.rows).toHaveLength(200);
    expect(await wheres(processId)).toEqual(['file']);
    await transaction(fixture.db, (tx) => appendAudit(tx, fixture.caller('OWNER'), rows.slice(0, 3)));
    await seal();
    const pages = [first];
    for (let page = first; page.next !== null; pages.push(page)) {
      page = await fixture.useCases.getEvidence(fixture.caller('ADMIN'), {
        subProjectId: fixture.subProjectId,
        processId,
        after: page.next,
      });
    }
    expect(pages).toHaveLength(3);
    const whole = {
      ...pages.at(-1),
      rows: pages.flatMap((page) => page.rows),
      entries: pages.flatMap((page) => page.entries),
    };
    expect(await verifyEvidence(JSON.stringify(whole))).toMatchObject({ unsealed: 3, problems: [] });
    const [, lost] = whole.rows;
    const short = { ...whole, rows: whole.rows.filter((row) => row !== lost) };
    expect((await verifyEvidence(JSON.stringify(short))).problems.map(({ where }) => where)).toEqual([
      `row ${lost?.log.id}`,
    ]);
  });

  it('[D164] is for roles that read every field', async () => {
    const processId = await decided();
    await expect(evidence(processId, 'READER')).rejects.toMatchObject({ id: 1205 });
  });
});
