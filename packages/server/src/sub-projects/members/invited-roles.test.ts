import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../identity/identity.js';
import { captureLog } from '../../identity/testing/captured-log.js';
import { lowCost, lowPasswordCost } from '../../identity/testing/low-cost.js';
import { newId } from '../../kernel/identifiers.js';
import { createMailQueue, type MailQueue, noMails } from '../../mail/mail-queue.js';
import { testBrowser, testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createSubProjects } from '../configuration/sub-projects.js';
import { inviteMember } from '../operations/invite-member.js';
import { noteGroupsChanged, subProjectsOfGroups } from '../records/role-source-queries.js';
import { subProjectUseCases } from '../use-cases.js';
import { invitedRoles } from './invited-roles.js';

const password = 'correct horse battery staple';
const roles = [
  { name: 'VIEWER', read: ['a'] },
  { name: 'APPROVER', read: true, call: true },
  { name: 'LEAD', read: true, call: true, members: true },
  { name: 'AUDITOR', audit: true },
];

let database: TestDatabase;
let identity: Identity;
/** A server that sends e-mails, on the same database. */
let sending: Identity;
let subProjects: ReturnType<typeof subProjectUseCases>;
let lead: string;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const identityWith = (mails: MailQueue) =>
    createIdentity({
      mails,
      db,
      issuer: 'https://bpm.example.com',
      tokenSeconds: 60,
      signInAttemptsPerMinute: 1000,
      secretCost: lowCost,
      passwordCost: lowPasswordCost,
      groupRoles: { changed: noteGroupsChanged, subProjectsOf: subProjectsOfGroups },
      invitedRoles,
      log: captureLog(),
    });
  identity = identityWith(noMails);
  sending = identityWith(
    createMailQueue({ isOpen: true, baseUrl: 'https://bpm.example.com', storeJobs: async () => undefined }),
  );
  subProjects = subProjectUseCases({ db, deployed: async () => undefined, storagePlugins: [] });
  root = await identity.seeding.upsertUser({ name: 'Ann Admin', email: 'root@example.com', kind: 'person' });
  await db`update users set administrator = true where id = ${root}`;
  lead = await identity.seeding.upsertUser({ name: 'Lea Lead', email: 'lead@example.com', kind: 'person' });
});
afterAll(() => database.drop());

const admin = () => testCaller(database.db, { userId: root, administrator: true, name: 'Ann Admin' });
const asLead = () => testCaller(database.db, { userId: lead, name: 'Lea Lead' });
const deploy = async (subProjectId: string = newId(), names = roles, leadRoles: readonly string[] = ['LEAD']) => {
  const document = {
    name: 'Invoices',
    stages: [{ key: 'one', default: true }],
    fields: { a: { type: 'string' } },
    roles: names,
    members: leadRoles.length === 0 ? [] : [{ user: lead, roles: leadRoles }],
  };
  return (await subProjects.deploySubProject(admin(), { document: JSON.stringify(document), subProjectId }))
    .subProjectId;
};
let sequence = 0;
const newEmail = () => {
  sequence += 1;
  return `invited${sequence}@example.com`;
};
const accept = async (link: string | null) => {
  const token = link?.split('/link/')[1] ?? '';
  const caller = testBrowser(`203.0.113.${sequence}`).publicCaller(database.db);
  const answer = await identity.useCases.acceptInvitation(caller, { token, name: 'Ben Roe', password });
  return answer.userId ?? '';
};
const rolesOf = async (subProjectId: string, userId: string) =>
  (await createSubProjects(database.db).load(subProjectId)).members.get(userId) ?? [];
const inviting = (sendsMail: boolean) => ({
  subProjects: createSubProjects(database.db),
  invite: identity.invite,
  sendsMail,
});
const invite = (subProjectId: string, ...names: readonly string[]) =>
  inviteMember(inviting(true))(asLead(), {
    subProjectId,
    email: newEmail(),
    roles: [...names],
  });

describe('inviteUser', () => {
  test('promises groups and roles, which the person has after accepting, and keeps after a deployment', async () => {
    const id = await deploy();
    const { group } = await identity.useCases.createGroup(admin(), { name: 'Finance' });
    await subProjects.setMemberRoles(admin(), { subProjectId: id, group: 'finance', roles: ['AUDITOR'] });
    const { invitation, link } = await identity.useCases.inviteUser(admin(), {
      email: newEmail(),
      groups: ['FINANCE', group.id],
      memberships: [{ subProjectId: id.toUpperCase(), roles: ['APPROVER'] }],
    });
    const promised = { groups: [group.id], memberships: [{ subProjectId: id, roles: ['APPROVER'] }] };
    expect(invitation).toMatchObject(promised);
    const { invitations } = await identity.useCases.getInvitations(admin(), { page: '1', perPageCount: '1' });
    expect(invitations[0]).toMatchObject(promised);
    const userId = await accept(link);
    expect(await rolesOf(id, userId)).toEqual(['APPROVER', 'AUDITOR']);
    await deploy(id, [...roles, { name: 'MORE', audit: true }]);
    expect(await rolesOf(id, userId)).toEqual(['APPROVER', 'AUDITOR']);
    const rows = await database.db<{ action: string }>`
      select action from audit_log where subject_id = ${userId} and action like 'member.%'`;
    expect(rows.map(({ action }) => action)).toEqual(['member.setRoles']);
  });

  test('refuses groups, sub-projects and roles that are not there', async () => {
    const id = await deploy();
    const refused = (more: object) => identity.useCases.inviteUser(admin(), { email: newEmail(), ...more });
    await expect(refused({ groups: ['nothing'] })).rejects.toMatchObject({
      id: 1200,
      errors: [{ pointer: '/groups/0' }],
    });
    await expect(refused({ memberships: [{ subProjectId: newId(), roles: ['VIEWER'] }] })).rejects.toMatchObject({
      id: 1202,
    });
    await expect(refused({ memberships: [{ subProjectId: id, roles: ['VIEWR'] }] })).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/memberships/0/roles/0', detail: expect.stringContaining('VIEWER') }],
    });
  });

  test('refuses a sub-project that is named twice, of whose roles only the last would be given', async () => {
    const id = await deploy();
    const memberships = [
      { subProjectId: id, roles: ['VIEWER'] },
      { subProjectId: id.toUpperCase(), roles: ['APPROVER'] },
    ];
    const twice = identity.useCases.inviteUser(admin(), { email: newEmail(), memberships });
    await expect(twice).rejects.toMatchObject({ id: 1232, errors: [{ pointer: '/memberships/1/subProjectId' }] });
  });

  test('gives nothing any more for an administrator who is none when the person accepts', async () => {
    const id = await deploy();
    const former = await identity.seeding.upsertUser({ name: 'Former', email: newEmail(), kind: 'person' });
    await database.db`update users set administrator = true where id = ${former}`;
    const { group } = await identity.useCases.createGroup(admin(), { name: 'Former group' });
    const { link } = await identity.useCases.inviteUser(
      testCaller(database.db, { userId: former, administrator: true }),
      { email: newEmail(), groups: [group.id], memberships: [{ subProjectId: id, roles: ['VIEWER'] }] },
    );
    await database.db`update users set administrator = false where id = ${former}`;
    const userId = await accept(link);
    expect(await rolesOf(id, userId)).toEqual([]);
    expect(await database.db`select from group_members where group_id = ${group.id}`).toHaveLength(0);
  });
});

describe('inviteMember', () => {
  test('a person with the right invites to roles that they may give, and to no others', async () => {
    const id = await deploy();
    const { invitation, link } = await invite(id, 'VIEWER', 'APPROVER');
    expect(invitation).toMatchObject({ administrator: false, invitedBy: 'Lea Lead', groups: [] });
    const userId = await accept(link);
    expect(await rolesOf(id, userId)).toEqual(['VIEWER', 'APPROVER']);
    await expect(invite(id, 'AUDITOR')).rejects.toMatchObject({ id: 1207, detail: expect.stringContaining('AUDITOR') });
    await expect(invite(id, 'VIEWR')).rejects.toMatchObject({ id: 1232 });
  });

  test('where no e-mail is sent, only administrators invite: the link is shown, and the address not proved', async () => {
    const subProjectId = await deploy();
    const someone = { subProjectId, email: newEmail(), roles: ['VIEWER'] };
    await expect(inviteMember(inviting(false))(asLead(), someone)).rejects.toMatchObject({ id: 1009 });
    expect((await inviteMember(inviting(false))(admin(), someone)).link).toContain('/link/');
  });

  test('without the right it is refused', async () => {
    const id = await deploy(newId(), roles, ['APPROVER']);
    await expect(invite(id, 'VIEWER')).rejects.toMatchObject({ id: 1207 });
    await expect(invite(await deploy(newId(), roles, []), 'VIEWER')).rejects.toMatchObject({ id: 1207 });
  });

  test('the person joins without the roles that the inviting person may no longer give, or that are gone', async () => {
    const id = await deploy();
    const [first, second, third] = [
      await invite(id, 'VIEWER'),
      await invite(id, 'VIEWER', 'APPROVER'),
      await invite(id, 'VIEWER'),
    ];
    await deploy(id, roles, ['APPROVER']);
    expect(await rolesOf(id, await accept(first.link))).toEqual([]);
    await deploy(
      id,
      roles.filter(({ name }) => name !== 'APPROVER'),
    );
    expect(await rolesOf(id, await accept(second.link))).toEqual(['VIEWER']);
    await database.db`update users set disabled = true where id = ${lead}`;
    expect(await rolesOf(id, await accept(third.link))).toEqual([]);
    await database.db`update users set disabled = false where id = ${lead}`;
  });
});

describe('invitations of a person who is no administrator', () => {
  const list = async (who = asLead()) =>
    (await sending.useCases.getInvitations(who, { perPageCount: '1000' })).invitations.map(({ id }) => id);
  const inviteBySending = async (subProjectId: string, ...names: readonly string[]) => {
    const deps = { ...inviting(true), invite: sending.invite };
    return (await inviteMember(deps)(asLead(), { subProjectId, email: newEmail(), roles: [...names] })).invitation.id;
  };

  test('are listed, sent again and revoked by who made them, and unknown to others', async () => {
    const own = await inviteBySending(await deploy(), 'VIEWER');
    const { invitation: foreign } = await sending.useCases.inviteUser(admin(), { email: newEmail() });
    expect(await list()).toContain(own);
    expect(await list()).not.toContain(foreign.id);
    expect(await list(admin())).toEqual(expect.arrayContaining([own, foreign.id]));
    const { resendInvitation, revokeInvitation } = sending.useCases;
    const scoped = testCaller(database.db, { userId: lead, scopes: ['member'] });
    for (const operation of [resendInvitation, revokeInvitation]) {
      for (const invitationId of [foreign.id, newId(), 'x']) {
        await expect(operation(asLead(), { invitationId })).rejects.toMatchObject({ id: 1200, status: 404 });
      }
      await expect(operation(scoped, { invitationId: own })).rejects.toMatchObject({ id: 1207 });
    }
    await expect(sending.useCases.getInvitations(scoped, {})).rejects.toMatchObject({ id: 1205 });
    const shown = resendInvitation(asLead(), { invitationId: own, link: 'show' });
    await expect(shown).rejects.toMatchObject({ id: 1009 });
    const silent = identity.useCases.resendInvitation(asLead(), { invitationId: own });
    await expect(silent).rejects.toMatchObject({ id: 1009 });
    expect((await resendInvitation(asLead(), { invitationId: own })).link).toBeNull();
    expect(await revokeInvitation(asLead(), { invitationId: own })).toMatchObject({ invitation: { state: 'revoked' } });
    expect(await revokeInvitation(admin(), { invitationId: foreign.id })).toMatchObject({
      invitation: { state: 'revoked' },
    });
  });

  test('are not sent again once the person may no longer give the roles; revoking them stays possible', async () => {
    const id = await deploy();
    const invitationId = await inviteBySending(id, 'VIEWER', 'APPROVER');
    await deploy(id, roles, ['APPROVER']);
    const { resendInvitation, revokeInvitation } = sending.useCases;
    await expect(resendInvitation(asLead(), { invitationId })).rejects.toMatchObject({ id: 1207 });
    expect(await revokeInvitation(asLead(), { invitationId })).toMatchObject({ invitation: { state: 'revoked' } });
    // Invited as an administrator, who is none any more.
    const formerly = testCaller(database.db, { userId: lead, administrator: true });
    const { invitation } = await sending.useCases.inviteUser(formerly, { email: newEmail(), administrator: true });
    const again = resendInvitation(asLead(), { invitationId: invitation.id });
    await expect(again).rejects.toMatchObject({ id: 1207 });
  });

  test('are 50 an hour at most, with those that are sent again', async () => {
    const id = await deploy();
    const invitationId = await inviteBySending(id, 'VIEWER');
    const linksOf = async () =>
      (
        await database.db`
          select from one_time_links l join invitations i on l.subject = i.id::text
          where i.invited_by = ${lead} and l.created_ts > now() - interval '1 hour'`
      ).length;
    for (let made = await linksOf(); made < 50; made += 1) {
      await sending.useCases.resendInvitation(asLead(), { invitationId });
    }
    const refused = { id: 1003, status: 429 };
    await expect(sending.useCases.resendInvitation(asLead(), { invitationId })).rejects.toMatchObject(refused);
    await expect(inviteBySending(id, 'VIEWER')).rejects.toMatchObject(refused);
    expect(await linksOf()).toBe(50);
    // Administrators are not limited, and an hour later the person is not either.
    await sending.useCases.resendInvitation(admin(), { invitationId });
    await database.db`update one_time_links set created_ts = created_ts - interval '61 minutes'`;
    await inviteBySending(id, 'VIEWER');
  });
});
