import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAuditLog } from '../audit/evidence/seal-log.js';
import { verifyEvidence } from '../audit/evidence/verify-evidence.js';
import { relyingParty } from '../identity/factors/relying-party.js';
import { newChallenge, registrationOptions, verifyRegistration } from '../identity/passkeys/ceremonies.js';
import { insertPasskey } from '../identity/records/factors/passkey-queries.js';
import { type Authenticator, createAuthenticator } from '../identity/testing/authenticator.js';
import { createSealing } from '../kernel/sealing.js';
import { transaction } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import { testSignIn } from '../testing/test-caller.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, ORIGIN, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const one = (id: string, approval: string) =>
  withVotes(diagram(id, start(), user('t', { candidateGroups: 'MANAGER, OWNER, OPERATOR' }), end(), flow('s t e')), {
    t: approval,
  });
const SECRET = Buffer.alloc(32, 7).toString('base64');

let fixture: WorkflowFixture;
const keys = new Map<Who, Authenticator>();
beforeAll(async () => {
  const signed = one('signed', 'quorum="2" authentication="stepUp"');
  fixture = await createWorkflowFixture({ workflows: { signed, session: one('session', 'authentication="session"') } });
  for (const who of ['MANAGER', 'OWNER'] as const) keys.set(who, await addPasskey(who));
});
afterAll(() => fixture.drop());

async function addPasskey(who: Who): Promise<Authenticator> {
  const party = relyingParty(ORIGIN);
  if (party === undefined) throw new Error('there are no passkeys');
  const authenticator = createAuthenticator(ORIGIN);
  const challenge = newChallenge();
  const userId = fixture.userId(who);
  const options = await registrationOptions(party, challenge, { id: userId, name: who, email: 'x@example.com' }, []);
  const passkey = await verifyRegistration(party, challenge, authenticator.create(options as never));
  const row = { ...passkey, userId, name: 'Key', createdTs: new Date(), usedTs: null };
  await transaction(fixture.db, (tx) => insertPasskey(tx, row));
  return authenticator;
}

async function waiting(workflow = 'signed') {
  const { subProjectId } = fixture;
  const processId = await fixture.createProcess({ amount: 5, notes: 'n' });
  const { id: runId } = await fixture.execute(workflow, processId);
  const { tasks } = await fixture.useCases.getTasks(fixture.caller('ADMIN'), { subProjectId, runId });
  const [task] = tasks;
  return { processId, runId, task, vote: { subProjectId, taskId: task?.id ?? '', outcome: 'approve' as const } };
}
type Vote = Awaited<ReturnType<typeof waiting>>['vote'];
const begin = (who: Who, vote: Vote) => fixture.useCases.startApprovalSignature(fixture.caller(who), vote);
const keyOf = (who: Who) => keys.get(who) as Authenticator;
const cast = (who: Who, vote: Vote & { readonly reason?: string }, signature?: { at: string; passkey: object }) =>
  fixture.useCases.castVote(fixture.caller(who), { ...vote, ...(signature === undefined ? {} : { signature }) });

interface File {
  readonly rows: { readonly log: { statement: string | null; after: { signature?: Record<string, string> } | null } }[];
}

test('[D179] a passkey signs exactly the statement that is kept; openssl verifies it from the file of evidence alone', async () => {
  const { processId, vote } = await waiting();
  for (const who of ['MANAGER', 'OWNER'] as const) {
    const { statement, at, publicKey } = await begin(who, vote);
    expect(publicKey).toMatchObject({
      challenge: createHash('sha256').update(statement).digest('base64url'),
      userVerification: 'required',
      allowCredentials: [{ id: keyOf(who).id }],
    });
    await cast(who, vote, { at, passkey: keyOf(who).get(publicKey as never) });
  }
  const sealing = createSealing([SECRET]);
  await sealAuditLog({ db: fixture.db, sealing, log: quietLog }, Date.now() + 60_000);
  const { subProjectId } = fixture;
  const file = JSON.stringify(await fixture.useCases.getEvidence(fixture.caller('ADMIN'), { subProjectId, processId }));
  expect(await verifyEvidence(file)).toMatchObject({ signatures: 2, unsealed: 0, problems: [] });

  const signed = (JSON.parse(file) as File).rows.filter(({ log }) => log.after?.signature !== undefined);
  expect(signed).toHaveLength(2);
  const folder = await mkdtemp(join(tmpdir(), 'signatures-'));
  for (const { log } of signed) {
    const { publicKey = '', authenticatorData = '', clientDataJSON = '', signature = '' } = log.after?.signature ?? {};
    const client = Buffer.from(clientDataJSON, 'base64');
    const text = Buffer.concat([
      Buffer.from(authenticatorData, 'base64'),
      createHash('sha256').update(client).digest(),
    ]);
    await writeFile(join(folder, 'key.pem'), publicKey);
    await writeFile(join(folder, 'signed'), text);
    await writeFile(join(folder, 'signature'), Buffer.from(signature, 'base64'));
    const verify = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'signature', 'signed'];
    expect(execFileSync('openssl', verify, { cwd: folder, encoding: 'utf8' })).toContain('Verified OK');
    const challenge = createHash('sha256')
      .update(log.statement ?? '')
      .digest('base64url');
    expect(JSON.parse(client.toString('utf8'))).toMatchObject({ type: 'webauthn.get', challenge, origin: ORIGIN });
  }
  await rm(folder, { recursive: true });
  // Whoever changes what was decided cannot change what was signed.
  const forged = JSON.parse(file) as File;
  for (const { log } of forged.rows) log.statement = log.statement?.replace('"approve"', '"reject"') ?? null;
  const { problems, signatures } = await verifyEvidence(JSON.stringify(forged));
  expect(signatures).toBe(0);
  expect(problems.filter(({ what }) => what === 'its passkey has signed another statement')).toHaveLength(2);
});

test('without a signature nobody votes, by whatever operation; without a passkey one is told what to do', async () => {
  const { vote, runId } = await waiting();
  const needed = { id: 1209, detail: expect.stringContaining('startApprovalSignature') };
  await expect(cast('MANAGER', vote)).rejects.toMatchObject(needed);
  const { subProjectId, taskId } = vote;
  const { useCases } = fixture;
  const caller = fixture.caller('MANAGER');
  const resume = { subProjectId, runId, taskId, approved: true };
  await expect(useCases.resumeWorkflowRunsApi(caller, resume)).rejects.toMatchObject(needed);
  const { results } = await useCases.decideTasks(caller, { subProjectId, approved: true, taskIds: [taskId] });
  expect(results).toMatchObject([{ taskId, error: needed }]);
  const told = { id: 1009, detail: expect.stringContaining('account page') };
  await expect(begin('OPERATOR', vote)).rejects.toMatchObject(told);
});

test('what was signed counts once, for what was shown, by the person’s own passkey, and in time', async () => {
  const { vote, processId } = await waiting();
  const first = await begin('MANAGER', vote);
  const answer = { at: first.at, passkey: keyOf('MANAGER').get(first.publicKey as never) };
  const changed = { id: 1009, detail: expect.stringContaining('has changed since') };
  // Another reason, another time, another amount.
  await expect(cast('MANAGER', { ...vote, reason: 'Other' }, answer)).rejects.toMatchObject(changed);
  const later = new Date(Date.parse(first.at) + 1).toISOString();
  await expect(cast('MANAGER', vote, { ...answer, at: later })).rejects.toMatchObject(changed);
  const { subProjectId } = vote;
  const change = { subProjectId, processId, updates: { amount: 999_999 } };
  await fixture.useCases.updateProcessField(fixture.caller('OWNER'), change);
  await expect(cast('MANAGER', vote, answer)).rejects.toMatchObject(changed);

  const { at, publicKey } = await begin('MANAGER', vote);
  const refused = { id: 1209, detail: expect.stringContaining('not valid') };
  for (const passkey of [
    keyOf('OWNER').get(publicKey as never),
    keyOf('MANAGER').get(publicKey as never, { userVerified: false }),
    keyOf('MANAGER').get(publicKey as never, { foreignKey: true }),
    keyOf('MANAGER').get(publicKey as never, { origin: 'https://evil.example' }),
  ]) {
    await expect(cast('MANAGER', vote, { at, passkey })).rejects.toMatchObject(refused);
  }
  await fixture.db`update passkey_challenges set expires_ts = now() - interval '1 second' where purpose = 'decision'`;
  const late = keyOf('MANAGER').get(publicKey as never);
  await expect(cast('MANAGER', vote, { at, passkey: late })).rejects.toMatchObject(refused);

  const again = await begin('MANAGER', vote);
  const passkey = keyOf('MANAGER').get(again.publicKey as never);
  const both = await Promise.allSettled([1, 2].map(() => cast('MANAGER', vote, { at: again.at, passkey })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a task that asks for a sign-in takes no vote by a link; others need no signature', async () => {
  const { vote, task } = await waiting('session');
  expect(task?.approval).toMatchObject({ authentication: 'session' });
  const linked = { ...fixture.caller('MANAGER'), signIn: { ...testSignIn, credential: 'link' as const } };
  const told = { id: 1209, detail: expect.stringContaining('sign in') };
  await expect(fixture.useCases.castVote(linked, vote)).rejects.toMatchObject(told);
  await expect(begin('MANAGER', vote)).rejects.toMatchObject({ id: 1009 });
  expect(await cast('MANAGER', vote)).toMatchObject({ result: 'approved' });
});
