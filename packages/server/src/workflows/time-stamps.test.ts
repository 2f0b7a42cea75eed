import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealAuditLog } from '../audit/evidence/seal-log.js';
import { stampSeals } from '../audit/evidence/time-stamps/stamp-seals.js';
import { readTimeStamp, timeStampRequest } from '../audit/evidence/time-stamps/time-stamp.js';
import { verifyEvidence } from '../audit/evidence/verify-evidence.js';
import { createSealing } from '../kernel/sealing.js';
import { timeStampAuthority } from '../start/time-stamp-authority.js';
import { quietLog } from '../testing/quiet-log.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { type OpensslAuthority, startOpensslAuthority } from './testing/openssl-authority.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const plain = diagram('plain', start(), user('t'), end(), flow('s t e'));

describe('time stamps of evidence', () => {
  let fixture: WorkflowFixture;
  let authority: OpensslAuthority;
  const outcomes: string[] = [];
  beforeAll(async () => {
    authority = await startOpensslAuthority();
    fixture = await createWorkflowFixture({ workflows: { plain } });
  });
  afterAll(async () => {
    await fixture.drop();
    await authority.close();
  });

  const stamp = () =>
    stampSeals({
      db: fixture.db,
      log: quietLog,
      authority: timeStampAuthority(authority.url, (outcome) => outcomes.push(outcome)),
    });
  const sealed = async () => {
    const processId = await fixture.createProcess({ amount: 5 });
    const { id: runId } = await fixture.execute('plain', processId);
    const { subProjectId } = fixture;
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), { subProjectId, runId, approved: true });
    const deps = { db: fixture.db, sealing: createSealing([]), log: quietLog, isStamped: true };
    await sealAuditLog(deps, Date.now() + 60_000);
    return processId;
  };
  const evidence = (processId: string) =>
    fixture.useCases.getEvidence(fixture.caller('ADMIN'), { subProjectId: fixture.subProjectId, processId });

  it('[D181] openssl verifies the time stamp of an authority from the file alone', async () => {
    const processId = await sealed();
    expect((await evidence(processId)).seals.map(({ timeStamp }) => timeStamp)).toEqual([null]);
    await stamp();
    const text = JSON.stringify(await evidence(processId));
    expect(await verifyEvidence(text)).toMatchObject({ stamped: 1, problems: [] });
    const file = JSON.parse(text) as Awaited<ReturnType<typeof evidence>>;
    const [seal] = file.seals;
    const { token, time } = seal?.timeStamp ?? { token: '', time: '' };
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    const data = join(authority.folder, 'signed');
    const input = join(authority.folder, 'token.der');
    await writeFile(input, Buffer.from(token, 'base64'));
    const verify = async (signed: string) => {
      await writeFile(data, signed);
      const given = ['-data', data, '-in', input, '-token_in', '-CAfile', authority.caFile];
      return execFileSync('openssl', ['ts', '-verify', ...given], { encoding: 'utf8', stdio: 'pipe' });
    };
    expect(await verify(seal?.signed ?? '')).toContain('Verification: OK');
    await expect(verify(`${seal?.signed} `)).rejects.toThrow();
    const other = timeStampRequest(Buffer.alloc(32, 1)).der.toString('base64');
    const forged = { ...file, seals: file.seals.map((one) => ({ ...one, timeStamp: { token: other, time } })) };
    const { problems } = await verifyEvidence(JSON.stringify(forged));
    expect(problems.map(({ what }) => what)).toEqual(['its time stamp is of something else']);
    // It is asked once.
    const { requests } = authority;
    await stamp();
    expect(authority.requests).toBe(requests);
  });

  it('[D181] an authority that fails holds up nothing; it is asked again, with another seal first', async () => {
    const [first, second] = [await sealed(), await sealed()];
    const faults = [
      { status: 503, body: '' },
      { status: 200, body: 'not ASN.1' },
      // PKIStatusInfo: rejection.
      { status: 200, body: Buffer.from('30053003020102', 'hex').toString('latin1') },
    ];
    outcomes.length = 0;
    for (const fault of faults) {
      authority.fault = fault;
      await stamp();
    }
    expect(outcomes).toEqual(['failed', 'failed', 'failed']);
    const tried = await fixture.owner<{ failure: string }>`
      select failure from audit_time_stamps where failure is not null order by number`;
    expect(tried).toHaveLength(2);
    expect((await verifyEvidence(JSON.stringify(await evidence(first)))).problems).toEqual([]);
    authority.fault = undefined;
    await stamp();
    expect((await evidence(first)).seals.at(-1)?.timeStamp).not.toBeNull();
    expect((await evidence(second)).seals.at(-1)?.timeStamp).not.toBeNull();
  });

  it('[D181] a time stamp of another request is refused', async () => {
    const { ask } = timeStampAuthority(authority.url, (outcome) => outcomes.push(outcome));
    const [one, same, other] = [1, 1, 2].map((byte) => timeStampRequest(Buffer.alloc(32, byte)));
    if (one === undefined || same === undefined || other === undefined) throw new Error('three requests');
    const answer = await ask(one.der);
    expect(readTimeStamp(answer, one).token.length).toBeGreaterThan(100);
    expect(() => readTimeStamp(answer, other)).toThrow('of another text');
    expect(() => readTimeStamp(answer, same)).toThrow('to another request');
  });
});
