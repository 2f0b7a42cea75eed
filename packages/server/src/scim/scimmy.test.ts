import SCIMMY from 'scimmy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertScimToken } from '../identity/records/scim/scim-token-queries.js';
import { hashScimToken, newScimToken } from '../identity/scim/scim-token.js';
import { createSignInLimit } from '../identity/sign-in/sign-in-limit.js';
import { captureLog } from '../identity/testing/captured-log.js';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { ENTERPRISE, GROUP, USER } from './protocol/schemas.js';
import { createScim, type Scim } from './scim.js';
import { entraUser, oktaUser, patch } from './testing/shapes.js';

// The answers are read, and the same changes made, by an implementation of SCIM that is not ours.

let database: TestDatabase;
let scim: Scim;
const token = newScimToken();
// biome-ignore lint/suspicious/noExplicitAny: bodies are whatever SCIM says
type Body = any;

beforeAll(async () => {
  SCIMMY.Schemas.User.extend(SCIMMY.Schemas.EnterpriseUser as never, false);
  database = await createTestDatabase();
  const { db } = database;
  scim = createScim({
    db,
    groupRoles: { changed: async () => undefined, subProjectsOf: async () => [] },
    limit: createSignInLimit(db, 5, Date.now),
    publicUrl: 'https://millrace.example',
    log: captureLog(),
  });
  const row = { id: newId(), name: 'Reader', createdBy: 'test', createdTs: new Date(), expiresTs: null, usedTs: null };
  await transaction(db, (tx) => insertScimToken(tx, row, hashScimToken(token)));
});
afterAll(() => database.drop());

async function send(method: string, path: string, body?: object): Promise<Body> {
  const caller = await scim.authenticate(`Bearer ${token}`, '192.0.2.1', 'trace');
  const { pathname, searchParams } = new URL(path, 'https://x');
  const query = Object.fromEntries(searchParams);
  const answer = await scim.handle(caller, { method, path: pathname, query, body, ifMatch: undefined });
  return answer.body;
}

type Kind = 'User' | 'Group';
/** What the other implementation makes of an answer; it throws where a value has not the type of its attribute. */
const readAs = (kind: Kind, body: Body): Body => new SCIMMY.Schemas[kind](body, 'out');
const plain = (resource: Body): Body => JSON.parse(JSON.stringify(resource));

it.each([entraUser('read'), oktaUser('read')])('a person is read as it was sent: $userName', async (user) => {
  const { password: _password, groups: _groups, meta: _meta, ...sent } = user as Body;
  const created = await send('POST', 'Users', user);
  expect(plain(readAs('User', created))).toMatchObject(sent);
  const page = await send('GET', `Users?${new URLSearchParams({ filter: `userName eq "${sent.userName}"` })}`);
  const { Resources, ...counts } = plain(new SCIMMY.Messages.ListResponse(page));
  expect(counts).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
  expect(Resources.map((one: Body) => plain(readAs('User', one)))).toEqual([plain(readAs('User', created))]);
});

it('a group is read with its people, and a person with the groups', async () => {
  const person = await send('POST', 'Users', entraUser('member'));
  const members = [{ value: person.id }];
  const group = readAs('Group', await send('POST', 'Groups', { displayName: 'Readers', members }));
  expect(plain(group)).toMatchObject({
    displayName: 'Readers',
    members: [{ value: person.id, display: 'member Entra' }],
  });
  const { groups } = readAs('User', await send('GET', `Users/${person.id}`));
  expect(plain(groups)).toMatchObject([{ value: group.id, display: 'Readers' }]);
});

const changes: readonly (readonly [string, readonly object[]])[] = [
  ['a name', [{ op: 'Replace', path: 'displayName', value: 'New Name' }]],
  ['a part of a name', [{ op: 'replace', path: 'name.familyName', value: 'Other' }]],
  ['the address of a kind', [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'moved@entra.example' }]],
  ['one more address', [{ op: 'add', path: 'emails', value: [{ type: 'home', value: 'home@entra.example' }] }]],
  [
    'what one operation adds and the next takes away again',
    [
      { op: 'add', path: 'phoneNumbers', value: [{ type: 'mobile', value: '1' }] },
      { op: 'add', path: 'phoneNumbers', value: [{ type: 'fax', value: '2' }] },
      { op: 'remove', path: 'phoneNumbers[type eq "mobile"]' },
    ],
  ],
  ['several members without a path', [{ op: 'replace', value: { active: false, displayName: 'Gone', nickName: 'G' } }]],
  ['a member that goes', [{ op: 'remove', path: 'title' }]],
  [
    'the extension',
    [
      { op: 'replace', path: `${ENTERPRISE}:department`, value: 'Tax' },
      { op: 'add', path: `${ENTERPRISE}:manager`, value: { value: '26' } },
    ],
  ],
];
it.each(changes)('PATCH of %s comes to the same', async (what, operations) => {
  const number = changes.findIndex(([one]) => one === what);
  const before = await send('POST', 'Users', entraUser(`patch-${number}`));
  const message = new SCIMMY.Messages.PatchOp(patch(...operations) as Body);
  const { meta: _theirs, ...expected } = plain(await message.apply(readAs('User', before)));
  const { meta: _ours, ...answered } = plain(
    readAs('User', await send('PATCH', `Users/${before.id}`, patch(...operations))),
  );
  expect(answered).toEqual(expected);
  const { meta: _before, ...unchanged } = plain(readAs('User', before));
  expect(answered).not.toEqual(unchanged);
});

it('what is declared of attributes is what RFC 7643 has', async () => {
  const definitions: Record<string, Body> = {
    [USER]: SCIMMY.Schemas.User.definition,
    [GROUP]: SCIMMY.Schemas.Group.definition,
    [ENTERPRISE]: SCIMMY.Schemas.EnterpriseUser.definition,
  };
  // Names of groups are unique here, which a server may ask for.
  const said = ({ name, type, multiValued, required, mutability, returned }: Body) => ({
    ...{ name, type, multiValued, required, mutability, returned },
  });
  const { Resources } = await send('GET', 'Schemas');
  expect(Resources.map(({ id }: Body) => id).toSorted()).toEqual(Object.keys(definitions).toSorted());
  for (const { id, attributes } of Resources) {
    const standard = plain(definitions[id].describe()).attributes;
    const named = (all: Body, name: string) => all?.find((one: Body) => one.name === name) ?? {};
    for (const one of attributes) {
      expect([id, said(one)]).toEqual([id, said(named(standard, one.name))]);
      for (const part of one.subAttributes ?? []) {
        expect([id, one.name, said(part)]).toEqual([
          id,
          one.name,
          said(named(named(standard, one.name).subAttributes, part.name)),
        ]);
      }
    }
  }
});
