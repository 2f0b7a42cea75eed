import { execFileSync } from 'node:child_process';
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
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const votes = withVotes(
  diagram('votes', start(), user('t', { candidateGroups: 'MANAGER, OWNER' }), end(), flow('s t e')),
  { t: 'quorum="2"' },
);
const plain = diagram('plain', start(), user('t'), end(), flow('s t e'));
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
  /** As a superuser whom no trigger stops. */
  const tamper = async (text: string) =>
    fixture.owner.script(`set session_replication_role = 'replica'; ${text}; reset session_replication_role`);

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
    const { rows } = await evidence(processId);
    const said = rows.flatMap(({ log }) => (log.statement === null ? [] : [[log.action, JSON.parse(log.statement)]]));
    const person = { id: fixture.userId('MANAGER'), name: 'MANAGER', onBehalfOf: null };
    expect(said).toMatchObject([
      [
        'run.vote',
        {
          version: 1,
          task: { elementId: 't' },
          process: { id: processId, fieldsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
          decision: { outcome: 'approve', reason: 'Tested' },
          person,
        },
      ],
      ['run.vote', { person: { id: fixture.userId('OWNER') } }],
      ['run.resume', { decision: { outcome: 'reject', reason: null } }],
    ]);
    expect(rows.every((row) => row.seal === null && row.path.length === 0)).toBe(true);
    expect(verifyEvidence(JSON.stringify(await evidence(processId))).unsealed).toBe(rows.length);
  });

  it('[D164] names every row of which a superuser changed any field, and nothing else', async () => {
    const processId = await decided();
    await seal();
    const before = await evidence(processId);
    expect(before.rows.length).toBeGreaterThanOrEqual(4);
    expect(verifyEvidence(JSON.stringify(before))).toMatchObject({
      unsealed: 0,
      problems: [],
      rows: before.rows.length,
    });
    const other = 'ffffffff-0000-7000-8000-000000000000';
    const changes: Readonly<Record<string, string>> = {
      created_ts: `created_ts + interval '1 millisecond'`,
      action: `action || 'x'`,
      subject_type: `'task'`,
      subject_id: `subject_id || 'x'`,
      by_id: `'${other}'`,
      by_name: `by_name || 'x'`,
      trace_id: `trace_id || 'x'`,
      before: `coalesce(before, '{}') || '{"x": 1}'`,
      after: `jsonb_set(coalesce(after, '{}'), '{state}', '"x"')`,
      statement: `coalesce(statement, '') || 'x'`,
    };
    for (const { log } of before.rows) {
      for (const [column, value] of Object.entries(changes)) {
        const [kept] = await fixture.owner.run<{ row: string }>(
          sql`select to_jsonb(a)::text as row from audit_log a where id = ${log.id}`,
        );
        await tamper(`update audit_log set ${column} = ${value} where id = '${log.id}'`);
        const { problems } = verifyEvidence(JSON.stringify(await evidence(processId)));
        expect([column, problems.map(({ where }) => where)]).toEqual([column, [`row ${log.id}`]]);
        const row = (kept?.row ?? '').replaceAll("'", "''");
        await tamper(
          `update audit_log a set ${column} = o.${column} from jsonb_populate_record(null::audit_log, '${row}') o where a.id = '${log.id}'`,
        );
      }
    }
    expect(verifyEvidence(JSON.stringify(await evidence(processId))).problems).toEqual([]);
    const [first] = before.rows;
    await tamper(`update audit_log set id = '${other}' where id = '${first?.log.id}'`);
    expect((await evidence(processId)).rows.find(({ log }) => log.id === other)?.seal).toBeNull();
    // Where the process has older and later rows, a row in no seal is a problem by itself.
    const hour = 3_600_000;
    const moved = before.rows.map((row, at) => ({
      ...row,
      ...(at === 1 ? { seal: null, position: null } : {}),
      log: { ...row.log, createdTs: new Date(at * hour).toISOString() },
    }));
    const said = verifyEvidence(JSON.stringify({ ...before, rows: moved })).problems;
    expect(said.find(({ where }) => where === `row ${before.rows[1]?.log.id}`)?.what).toContain('is in no seal');
    await tamper(`update audit_log set id = '${first?.log.id}' where id = '${other}'`);
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
    const changed = (change: (copy: typeof file) => object) =>
      verifyEvidence(JSON.stringify(change(structuredClone(file)))).problems.map(({ what }) => what);
    expect(
      changed((copy) => ({ ...copy, seals: [{ ...one, signed: one.signed.replace('"root":"', '"root":"0') }] })),
    ).toContain('its signature is not valid');
    expect(changed((copy) => ({ ...copy, seals: [] }))).toHaveLength(file.rows.length);
    expect(changed((copy) => ({ ...copy, keys: [] }))).toContain('the file has no public key of its signature');
    expect(verifyEvidence(JSON.stringify(file), key.id).problems).toEqual([]);
    expect(verifyEvidence(JSON.stringify(file), 'another').problems[0]?.what).toContain('is signed with another key');
    expect(() => verifyEvidence('{}')).toThrow('no answer of getEvidence');
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
    expect(verifyEvidence(JSON.stringify(file))).toMatchObject({ unsealed: 0, problems: [] });
    const last = file.seals.at(-1);
    const forged = { ...last, signed: last?.signed.replace(/"previous":"../, '"previous":"00') };
    expect(
      verifyEvidence(JSON.stringify({ ...file, seals: [...file.seals.slice(0, -1), forged] })).problems,
    ).not.toEqual([]);
    await seal();
    expect((await evidence(processId)).seals).toEqual(file.seals);
  });

  it('[D164] is for roles that read every field', async () => {
    const processId = await decided();
    await expect(evidence(processId, 'READER')).rejects.toMatchObject({ id: 1205 });
  });
});
