import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityUseCases } from '../../identity/use-cases.js';
import { newId } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import { processUseCases } from '../../processes/use-cases.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import { createSubProjects, type SubProjects } from '../configuration/sub-projects.js';
import { noteGroupsChanged, subProjectsOfGroups } from '../records/role-source-queries.js';
import { subProjectUseCases } from '../use-cases.js';

let database: TestDatabase;
let db: Database;
let administrator: Caller;
let subProjects: SubProjects;
/** Another server process: it shares nothing but the database. */
let elsewhere: SubProjects;
let useCases: ReturnType<typeof subProjectUseCases>;
let identity: ReturnType<typeof identityUseCases>;

const people = ['ann', 'bob', 'cid', 'dora'] as const;
type Person = (typeof people)[number];
const idOf = Object.fromEntries(people.map((name) => [name, newId()])) as Record<Person, string>;
const email = (name: Person) => `${name}@members.example`;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  for (const name of people) {
    await db`insert into users (id, name, email, kind, created_ts)
      values (${idOf[name]}, ${name}, ${email(name)}, 'person', now())`;
  }
  administrator = testCaller(db, { administrator: true });
  subProjects = createSubProjects(db);
  elsewhere = createSubProjects(db);
  useCases = subProjectUseCases({ db, subProjects, deployed: async () => undefined, storagePlugins: [] });
  identity = identityUseCases({
    db,
    groupRoles: { changed: noteGroupsChanged, subProjectsOf: subProjectsOfGroups },
  } as never);
});
afterAll(() => database.drop());

interface Member {
  readonly user?: string;
  readonly group?: string;
  readonly roles: readonly string[];
}
const roles = [
  { name: 'VIEWER', read: ['a'] },
  { name: 'APPROVER', read: true, call: true, assignable: true },
  { name: 'LEAD', read: true, call: true, members: true },
  { name: 'CLERK', read: true, members: ['VIEWER'] },
  { name: 'AUDITOR', audit: true },
];

const deploy = async (members: readonly Member[], subProjectId: string = newId(), names = roles) => {
  const document = {
    name: 'Members',
    stages: [{ key: 'one', default: true }],
    fields: { a: { type: 'string' }, b: { type: 'string' } },
    roles: names,
    members,
  };
  return (await useCases.deploySubProject(administrator, { document: JSON.stringify(document), subProjectId }))
    .subProjectId;
};
const createGroup = async (name: string, ...add: readonly Person[]): Promise<string> => {
  const { group } = await identity.createGroup(administrator, { name });
  await identity.setGroupMembers(administrator, { groupId: group.id, add: add.map(email) });
  return group.id;
};
const as = (name: Person): Caller => testCaller(db, { userId: idOf[name], name });
const rolesOf = async (subProjectId: string, name: Person, from = elsewhere) =>
  (await from.load(subProjectId)).members.get(idOf[name]) ?? [];
const set = (subProjectId: string, who: Omit<Member, 'roles'>, ...names: readonly string[]) =>
  useCases.setMemberRoles(administrator, { subProjectId, ...who, roles: [...names] });

describe('groups in the document', () => {
  it('give their roles to the people in them, on every server with its next request', async () => {
    const group = await createGroup('finance approvers', 'ann');
    const id = await deploy([{ group: 'Finance Approvers', roles: ['APPROVER'] }]);
    expect([await rolesOf(id, 'ann'), await rolesOf(id, 'bob')]).toEqual([['APPROVER'], []]);
    await identity.setGroupMembers(administrator, { groupId: group, users: [email('bob')] });
    for (const server of [subProjects, elsewhere]) {
      expect([await rolesOf(id, 'ann', server), await rolesOf(id, 'bob', server)]).toEqual([[], ['APPROVER']]);
    }
  });

  it('make the sub-project one that the people in them see in their list', async () => {
    await createGroup('list readers', 'cid');
    const id = await deploy([{ group: 'list readers', roles: ['VIEWER'] }]);
    const listed = await useCases.getSubProjects(as('cid'), {});
    expect(listed.subProjects.map((one) => one.id)).toContain(id);
    expect((await useCases.getSubProjects(as('dora'), {})).subProjects.map((one) => one.id)).not.toContain(id);
  });

  it('are refused when they do not exist or are named twice', async () => {
    const id = await createGroup('named twice');
    await expect(deploy([{ group: 'no such group', roles: ['VIEWER'] }])).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/document/members/0/group', detail: expect.stringContaining('create the group first') }],
    });
    await expect(
      deploy([
        { group: 'named twice', roles: ['VIEWER'] },
        { group: 'NAMED TWICE', roles: ['VIEWER'] },
      ]),
    ).rejects.toMatchObject({ id: 1232 });
    await expect(
      deploy([
        { group: 'named twice', roles: ['VIEWER'] },
        { group: id, roles: ['VIEWER'] },
      ]),
    ).rejects.toMatchObject({ errors: [{ pointer: '/document/members/1/group' }] });
    await expect(deploy([{ roles: ['VIEWER'] }])).rejects.toMatchObject({
      errors: [{ pointer: '/document/members/0', detail: expect.stringContaining('either a user or a group') }],
    });
  });

  it('are listed by a part of their name, and by a person who is in them', async () => {
    const groupId = await createGroup('night shift', 'cid', 'dora');
    await createGroup('day shift', 'dora');
    const find = async (request: Parameters<typeof identity.getGroups>[1]) =>
      (await identity.getGroups(administrator, request)).groups.map(({ name }) => name);
    expect(await find({ name: 'SHIFT' })).toEqual(['day shift', 'night shift']);
    expect(await find({ name: 'shift', userId: idOf.cid })).toEqual(['night shift']);
    expect(await find({ groupId })).toEqual(['night shift']);
    expect(await find({ groupId: 'none' })).toEqual([]);
    expect(await find({ userId: 'nobody' })).toEqual([]);
  });

  it('keep their roles when they are renamed, and cannot be deleted while they have some', async () => {
    const groupId = await createGroup('old name', 'ann');
    const id = await deploy([{ group: 'old name', roles: ['VIEWER'] }]);
    await identity.updateGroup(administrator, { groupId, name: 'new name' });
    expect(await rolesOf(id, 'ann')).toEqual(['VIEWER']);
    await expect(identity.deleteGroup(administrator, { groupId })).rejects.toMatchObject({
      id: 1009,
      detail: expect.stringContaining('"Members"'),
    });
    await deploy([], id);
    await identity.deleteGroup(administrator, { groupId });
    expect(await rolesOf(id, 'ann')).toEqual([]);
  });

  it('a deployment that changes nothing stays one that changes nothing', async () => {
    await createGroup('unchanging', 'ann');
    const id = await deploy([{ group: 'unchanging', roles: ['VIEWER'] }]);
    const document = {
      name: 'Members',
      stages: [{ key: 'one', default: true }],
      fields: { a: { type: 'string' }, b: { type: 'string' } },
      roles,
      members: [{ group: 'unchanging', roles: ['VIEWER'] }],
    };
    const again = await useCases.deploySubProject(administrator, {
      document: JSON.stringify(document),
      subProjectId: id,
    });
    expect(again.changed).toBe(false);
  });
});

describe('setMemberRoles', () => {
  it('gives roles without a deployment, which a deployment keeps', async () => {
    const id = await deploy([{ user: idOf.ann, roles: ['VIEWER'] }]);
    expect(await set(id, { user: email('bob') }, 'APPROVER')).toEqual({
      roles: ['APPROVER'],
      added: ['APPROVER'],
      removed: [],
    });
    expect(await rolesOf(id, 'bob')).toEqual(['APPROVER']);
    await deploy([{ user: idOf.cid, roles: ['VIEWER'] }], id);
    expect([await rolesOf(id, 'ann'), await rolesOf(id, 'bob'), await rolesOf(id, 'cid')]).toEqual([
      [],
      ['APPROVER'],
      ['VIEWER'],
    ]);
    await set(id, { user: email('bob') });
    expect(await rolesOf(id, 'bob')).toEqual([]);
  });

  it('refuses to take away what the document gives, and says so', async () => {
    const id = await deploy([{ user: idOf.ann, roles: ['VIEWER'] }]);
    await expect(set(id, { user: idOf.ann }, 'APPROVER')).rejects.toMatchObject({
      id: 1009,
      detail: expect.stringContaining('The document of the sub-project gives VIEWER'),
    });
    await set(id, { user: idOf.ann }, 'VIEWER', 'APPROVER');
    expect(await rolesOf(id, 'ann')).toEqual(['VIEWER', 'APPROVER']);
    // What the document gave is not kept when it gives it no more.
    await deploy([], id);
    expect(await rolesOf(id, 'ann')).toEqual(['APPROVER']);
  });

  it('add gives more roles and keeps the others, also those of the document', async () => {
    const id = await deploy([{ user: idOf.ann, roles: ['VIEWER'] }]);
    const add = (...names: string[]) =>
      useCases.setMemberRoles(administrator, { subProjectId: id, user: email('ann'), add: names });
    expect(await add('LEAD')).toEqual({ roles: ['VIEWER', 'LEAD'], added: ['LEAD'], removed: [] });
    expect(await add('APPROVER', 'LEAD')).toMatchObject({ added: ['APPROVER'], removed: [] });
    expect(await rolesOf(id, 'ann')).toEqual(['VIEWER', 'APPROVER', 'LEAD']);
    await expect(add('LEADER')).rejects.toMatchObject({ id: 1232, errors: [{ pointer: '/add/0' }] });
    const member = { subProjectId: id, user: email('ann') };
    await expect(useCases.setMemberRoles(administrator, member)).rejects.toMatchObject({ id: 1200 });
    const both = useCases.setMemberRoles(administrator, { ...member, roles: [], add: ['LEAD'] });
    await expect(both).rejects.toMatchObject({ id: 1200 });
  });

  it('writes an audit row with what was and what is, and none for what changes nothing', async () => {
    const id = await deploy([]);
    await set(id, { user: email('dora') }, 'VIEWER');
    await set(id, { user: email('dora') }, 'VIEWER');
    const rows = await db<{ before: object; after: object }>`
      select before, after from audit_log where sub_project_id = ${id} and action = 'member.setRoles'`;
    expect(rows).toEqual([{ before: { roles: [] }, after: { user: email('dora'), roles: ['VIEWER'] } }]);
  });

  it.each([
    [{ user: 'nobody@members.example' }, 1200],
    [{ group: 'nothing' }, 1200],
    [{}, 1200],
    [{ user: 'ann@members.example', group: 'x' }, 1200],
  ])('%j is %s', async (who, id) => {
    const subProjectId = await deploy([]);
    await expect(set(subProjectId, who, 'VIEWER')).rejects.toMatchObject({ id });
  });

  it('refuses roles that the document does not declare', async () => {
    const id = await deploy([]);
    await expect(set(id, { user: email('ann') }, 'VIEWR')).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/roles/0', detail: expect.stringContaining('VIEWER') }],
    });
  });

  it('changes made at once follow one another', async () => {
    const id = await deploy([]);
    await Promise.all(people.map((name) => set(id, { user: email(name) }, 'VIEWER')));
    expect(await Promise.all(people.map((name) => rolesOf(id, name)))).toEqual(people.map(() => ['VIEWER']));
  });
});

describe('nobody gives more than they may', () => {
  const cases = [
    // LEAD may give what grants no more than LEAD.
    ['LEAD', 'VIEWER', true],
    ['LEAD', 'APPROVER', true],
    ['LEAD', 'LEAD', true],
    // It lists VIEWER, which LEAD may give anyway.
    ['LEAD', 'CLERK', true],
    ['LEAD', 'AUDITOR', false],
    // CLERK may give what it lists.
    ['CLERK', 'VIEWER', true],
    ['CLERK', 'CLERK', false],
    ['CLERK', 'APPROVER', false],
  ] as const;
  it.each(cases)('%s gives %s: %s', async (own, role, allowed) => {
    const id = await deploy([{ user: idOf.ann, roles: [own] }]);
    const give = useCases.setMemberRoles(as('ann'), { subProjectId: id, user: email('bob'), roles: [role] });
    if (allowed) await give;
    else await expect(give).rejects.toMatchObject({ id: 1207, detail: expect.stringContaining(role) });
    expect(await rolesOf(id, 'bob')).toEqual(allowed ? [role] : []);
    const { roles: listed } = await useCases.getMembers(as('ann'), { subProjectId: id });
    expect(listed.find(({ name }) => name === role)?.mayGive).toBe(allowed);
  });

  it('nor takes away', async () => {
    const id = await deploy([{ user: idOf.ann, roles: ['CLERK'] }]);
    await set(id, { user: email('bob') }, 'AUDITOR');
    const take = useCases.setMemberRoles(as('ann'), { subProjectId: id, user: email('bob'), roles: ['VIEWER'] });
    await expect(take).rejects.toMatchObject({ id: 1207, detail: expect.stringContaining('AUDITOR') });
  });

  it.each([
    ['a wider filter', { name: 'OTHER', read: true, filter: {} }, { filter: { state: 'INIT' } }],
    ['more stages', { name: 'OTHER', read: true }, { stages: ['one'] }],
    ['another list of roles to give', { name: 'OTHER', read: true, members: ['AUDITOR'] }, {}],
    ['files', { name: 'OTHER', read: true, files: { delete: true } }, {}],
    ['more types of events', { name: 'OTHER', read: true, subscribe: ['run.*'] }, { subscribe: ['run.started'] }],
  ])('%s is more', async (_what, other, limits) => {
    const own = { name: 'OWN', read: true, members: true, ...limits };
    const id = await deploy([{ user: idOf.ann, roles: ['OWN'] }], newId(), [own, other, ...roles] as never);
    const give = useCases.setMemberRoles(as('ann'), { subProjectId: id, user: email('bob'), roles: ['OTHER'] });
    await expect(give).rejects.toMatchObject({ id: 1207 });
  });

  it('members without the right may neither see nor change members; auditors see them', async () => {
    const id = await deploy([
      { user: idOf.ann, roles: ['APPROVER'] },
      { user: idOf.bob, roles: ['AUDITOR'] },
    ]);
    await expect(useCases.getMembers(as('ann'), { subProjectId: id })).rejects.toMatchObject({ id: 1205 });
    expect((await useCases.getMembers(as('bob'), { subProjectId: id })).members).toHaveLength(2);
    const give = useCases.setMemberRoles(as('bob'), { subProjectId: id, user: email('bob'), roles: ['APPROVER'] });
    await expect(give).rejects.toMatchObject({ id: 1207 });
  });
});

describe('getMembers and explainAccess', () => {
  it('say from which source each role comes, through which group and since when', async () => {
    const groupId = await createGroup('sources', 'ann');
    const id = await deploy([
      { user: idOf.ann, roles: ['VIEWER'] },
      { group: 'sources', roles: ['APPROVER'] },
    ]);
    await set(id, { user: email('ann') }, 'VIEWER', 'LEAD');
    const since = expect.stringMatching(/^20\d\d-.*Z$/);
    const group = { id: groupId, name: 'sources', source: 'managed', since };
    const answer = await useCases.getMembers(administrator, { subProjectId: id, userId: idOf.ann });
    expect(answer.meta.totalCount).toBe('1');
    expect(answer.members).toEqual([
      {
        userId: idOf.ann,
        name: 'ann',
        email: email('ann'),
        disabled: false,
        roles: ['VIEWER', 'APPROVER', 'LEAD'],
        sources: [
          { source: 'document', group: null, roles: ['VIEWER'], since },
          { source: 'managed', group: null, roles: ['LEAD'], since },
          { source: 'document', group, roles: ['APPROVER'], since },
        ],
      },
    ]);
    expect(answer.groups).toEqual([
      { groupId, name: 'sources', roles: ['APPROVER'], sources: [{ source: 'document', roles: ['APPROVER'], since }] },
    ]);
    const { explainAccess } = processUseCases({ db, subProjects, principalOf: async () => undefined } as never);
    const explained = await explainAccess(as('ann'), { subProjectId: id, operation: 'executeWorkflow' });
    expect(explained.roles.find(({ name }) => name === 'APPROVER')?.sources).toEqual([
      { source: 'document', group, since },
    ]);
  });

  it('finds people by a part of their name or address, in any case', async () => {
    const id = await deploy(people.map((name) => ({ user: idOf[name], roles: ['VIEWER'] })));
    const found = async (text: string) => {
      const { members, meta } = await useCases.getMembers(administrator, { subProjectId: id, text });
      expect(meta.totalCount).toBe(String(members.length));
      return members.map(({ name }) => name);
    };
    expect(await found('B')).toEqual(['ann', 'bob', 'cid', 'dora']);
    expect(await found('BOB@')).toEqual(['bob']);
    expect(await found('%')).toEqual([]);
  });

  it('list the roles of the document with what each allows, and which the caller may give', async () => {
    const id = await deploy([{ user: idOf.bob, roles: ['AUDITOR'] }], newId(), [
      { name: 'LIMITED', read: ['a'], stages: ['one'], filter: { state: 'INIT' }, members: ['VIEWER'] },
      ...roles,
    ] as never);
    const listed = async (caller: Caller) => (await useCases.getMembers(caller, { subProjectId: id })).roles;
    expect((await listed(administrator)).map(({ name, mayGive }) => [name, mayGive])).toEqual(
      ['LIMITED', ...roles.map(({ name }) => name)].map((name) => [name, true]),
    );
    expect((await listed(administrator))[0]).toMatchObject({
      grants: { 'process.read': ['a'], 'member.read': ['*'], 'member.manage': ['*'] },
      stages: ['one'],
      filtered: true,
      members: ['VIEWER'],
    });
    expect((await listed(administrator)).find(({ name }) => name === 'LEAD')).toMatchObject({
      grants: { 'process.read': ['*'], 'workflow.call': ['*'] },
      stages: ['*'],
      filtered: false,
      members: ['own'],
    });
    expect((await listed(as('bob'))).filter(({ mayGive }) => mayGive)).toEqual([]);
  });

  it('roles that stay keep since when they were given', async () => {
    const id = await deploy([{ user: idOf.ann, roles: ['VIEWER'] }]);
    await db`update sub_project_members set since_ts = '2020-01-01Z' where sub_project_id = ${id}`;
    await deploy(
      [
        { user: idOf.ann, roles: ['VIEWER'] },
        { user: idOf.bob, roles: ['VIEWER'] },
      ],
      id,
    );
    const { members } = await useCases.getMembers(administrator, { subProjectId: id, userId: idOf.ann });
    expect(members[0]?.sources[0]?.since).toBe('2020-01-01T00:00:00.000Z');
  });
});

it('[D85] no source ever takes away what another one gives, in whatever order things happen', async () => {
  const names = ['VIEWER', 'APPROVER', 'AUDITOR'];
  const groupId = await createGroup('property');
  const subProjectId = await deploy([]);
  const subset = fc.subarray(names);
  const who = fc.constantFrom<Person>('ann', 'bob');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('document' as const), ann: subset, bob: subset, group: subset }),
    fc.record({ kind: fc.constant('managed' as const), who, roles: subset }),
    fc.record({ kind: fc.constant('managedGroup' as const), roles: subset }),
    fc.record({ kind: fc.constant('group' as const), who: fc.subarray<Person>(['ann', 'bob']) }),
    fc.record({ kind: fc.constant('scim' as const), who: fc.subarray<Person>(['ann', 'bob']) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await deploy([], subProjectId);
      for (const name of ['ann', 'bob'] as const) await set(subProjectId, { user: email(name) });
      await set(subProjectId, { group: 'property' });
      await db`delete from group_members where group_id = ${groupId}`;
      await identity.setGroupMembers(administrator, { groupId, users: [] });
      const document = { ann: [] as string[], bob: [] as string[], group: [] as string[] };
      const managed = { ann: [] as string[], bob: [] as string[], group: [] as string[] };
      const inGroup = { managed: [] as Person[], scim: [] as Person[] };
      for (const one of steps) {
        if (one.kind === 'document') {
          Object.assign(document, { ann: one.ann, bob: one.bob, group: one.group });
          const members = [
            { user: idOf.ann, roles: one.ann },
            { user: idOf.bob, roles: one.bob },
            { group: 'property', roles: one.group },
          ].filter((member) => member.roles.length > 0);
          await deploy(members, subProjectId);
        } else if (one.kind === 'managed' || one.kind === 'managedGroup') {
          const name = one.kind === 'managed' ? (one.who as 'ann' | 'bob') : 'group';
          const wanted = [...new Set([...document[name], ...one.roles])];
          await set(subProjectId, name === 'group' ? { group: 'property' } : { user: email(name) }, ...wanted);
          managed[name] = wanted.filter((role) => !document[name].includes(role));
        } else if (one.kind === 'group') {
          await identity.setGroupMembers(administrator, { groupId, users: one.who.map(email) });
          inGroup.managed = one.who;
        } else {
          await db`delete from group_members where group_id = ${groupId} and source = 'scim'`;
          for (const name of one.who) {
            await db`insert into group_members values (${groupId}, ${idOf[name]}, 'scim', now())`;
          }
          inGroup.scim = one.who;
          await db`update sub_projects set members_number = members_number + 1 where id = ${subProjectId}`;
        }
        for (const name of ['ann', 'bob'] as const) {
          const isIn = inGroup.managed.includes(name) || inGroup.scim.includes(name);
          const expected = [
            ...document[name],
            ...managed[name],
            ...(isIn ? [...document.group, ...managed.group] : []),
          ];
          const held = await rolesOf(subProjectId, name);
          expect([...held].sort()).toEqual([...new Set(expected)].sort());
        }
      }
    }),
    { numRuns: 15 },
  );
});
