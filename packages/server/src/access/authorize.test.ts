import { type ErrorId, errorCatalogue, type Grant, operationList, operations } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { systemPrincipal, type UserPrincipal } from '../use-case/caller.js';
import { accessOf, authorize, type RoleBook } from './authorize.js';
import { requireAdministrator } from './require-administrator.js';
import { requireUser } from './require-user.js';
import { everything, only, type Role } from './role.js';
import { noRights } from './testing/no-rights.js';

/** One role per right, so that the table can tell which right opens which grant. */
const roles: Readonly<Record<string, Partial<Role>>> = {
  NOTHING: {},
  READ: { read: everything },
  READ_ONE: { read: only(['a']) },
  READ_NO_FIELD: { read: only([]) },
  CREATE: { create: everything },
  UPDATE: { update: everything },
  CALL: { call: only(['flow']) },
  DELETE: { delete: true },
  WORK: { work: everything },
  OPERATE: { operate: true },
  USERS: { users: true },
  AUDIT: { audit: true },
  SUBSCRIBE: { subscribe: everything },
  MEMBERS: { members: 'ownRoles' },
  SECRETS: { secrets: true },
  HOOKS: { hooks: true },
  DESIGN: { design: true },
  COMMENTS_READ: { comments: { read: true, write: false } },
  COMMENTS_WRITE: { comments: { read: false, write: true } },
  FILES_READ: { files: { read: true, create: false, delete: false } },
  FILES_CREATE: { files: { read: false, create: true, delete: false } },
  FILES_DELETE: { files: { read: false, create: false, delete: true } },
};

const book: RoleBook = {
  roles: new Map(Object.entries(roles).map(([name, rights]) => [name, { ...noRights, name, ...rights }])),
  members: new Map([
    ...Object.keys(roles).map((name): [string, string[]] => [name.toLowerCase(), [name]]),
    ['several', ['NOTHING', 'READ', 'UPDATE', 'READ_ONE']],
    ['ghost', ['REMOVED']],
  ]),
};

const principal = (userId: string, more: Partial<UserPrincipal> = {}): UserPrincipal => ({
  kind: 'user',
  userId,
  clientId: 'client',
  name: userId,
  administrator: false,
  scopes: [],
  ...more,
});

const denials: { readonly [G in Grant]: ErrorId } = {
  'process.read': 1205,
  'process.create': 1206,
  'process.update': 1207,
  'process.delete': 1207,
  'workflow.read': 1205,
  'workflow.call': 1209,
  'workflow.operate': 1209,
  'job.work': 1209,
  'file.read': 1205,
  'file.create': 1206,
  'file.delete': 1207,
  'user.read': 1205,
  'audit.read': 1205,
  'event.read': 1205,
  'member.read': 1205,
  'member.manage': 1207,
  'secret.manage': 1207,
  'hook.manage': 1207,
  'project.design': 1207,
  'comment.read': 1205,
  'comment.write': 1206,
};
const grants = Object.keys(denials) as Grant[];

/** The roles that open each grant; every other one is refused (D12: deny by default). */
const opens: { readonly [G in Grant]: readonly string[] } = {
  'process.read': ['READ', 'READ_ONE', 'READ_NO_FIELD'],
  'process.create': ['CREATE'],
  'process.update': ['UPDATE'],
  'process.delete': ['DELETE'],
  'workflow.read': ['READ', 'READ_ONE', 'READ_NO_FIELD'],
  'workflow.call': ['CALL'],
  'workflow.operate': ['OPERATE'],
  'job.work': ['WORK'],
  'file.read': ['FILES_READ'],
  'file.create': ['FILES_CREATE'],
  'file.delete': ['FILES_DELETE'],
  'user.read': ['USERS'],
  'audit.read': ['AUDIT'],
  'event.read': ['SUBSCRIBE'],
  'member.read': ['AUDIT', 'MEMBERS'],
  'member.manage': ['MEMBERS'],
  'secret.manage': ['SECRETS'],
  'hook.manage': ['HOOKS'],
  'project.design': ['DESIGN'],
  'comment.read': ['COMMENTS_READ'],
  'comment.write': ['COMMENTS_WRITE'],
};

/** What authorize decides: the names of the roles, or the id of the error. */
const decide = (who: UserPrincipal, grant: Grant, given: RoleBook = book): readonly string[] | ErrorId => {
  try {
    return authorize(who, given, grant, denials[grant]).roles.map(({ name }) => name);
  } catch (error) {
    if (error instanceof CatalogueError) return error.id;
    throw error;
  }
};

describe('[D12] what a role opens', () => {
  const table = grants.flatMap((grant) =>
    Object.keys(roles).map((role) => ({ grant, role, opens: opens[grant].includes(role) })),
  );
  it.each(table)('$role opens $grant: $opens', ({ grant, role, opens: expected }) => {
    expect(decide(principal(role.toLowerCase()), grant)).toEqual(expected ? [role] : denials[grant]);
  });

  it('counts only the roles that hold the grant', () => {
    expect(decide(principal('several'), 'process.read')).toEqual(['READ', 'READ_ONE']);
    expect(decide(principal('several'), 'process.update')).toEqual(['UPDATE']);
    expect(decide(principal('several'), 'job.work')).toBe(1209);
  });
});

describe('[D13] which error', () => {
  const empty: RoleBook = { roles: new Map(), members: new Map() };

  it.each(grants)('no roles configured is 1203 on %s', (grant) => {
    expect(decide(principal('read'), grant, empty)).toBe(1203);
  });

  it.each(grants)('no membership is 1204 on getProcess, else the operation’s own: %s', (grant) => {
    const expected = grant === 'process.read' ? 1204 : denials[grant];
    expect(decide(principal('stranger'), grant)).toBe(expected);
    expect(decide(principal('constructor'), grant)).toBe(expected);
  });

  it('a role that is gone grants nothing', () => {
    expect(decide(principal('ghost'), 'process.read')).toBe(1205);
  });

  it('every role operation of the contract denies with its own permission code', () => {
    for (const { id, permission } of operationList) {
      if (permission.kind !== 'role') continue;
      expect([id, [1205, 1206, 1207, 1209].includes(permission.denied)]).toEqual([id, true]);
      expect(errorCatalogue[permission.denied].status).toBe(403);
    }
  });
});

describe('[D34] the administrator', () => {
  it.each(grants)('may %s anywhere, also where no role is configured', (grant) => {
    const access = authorize(
      principal('x', { administrator: true }),
      { roles: new Map(), members: new Map() },
      grant,
      denials[grant],
    );
    expect(access).toMatchObject({ unrestricted: true, roles: [], grant });
  });
});

describe('the system', () => {
  it.each(grants)('may %s anywhere, as no request acts as it', (grant) => {
    const access = authorize(systemPrincipal, { roles: new Map(), members: new Map() }, grant, denials[grant]);
    expect(access).toMatchObject({ unrestricted: true, roles: [], grant });
  });

  it('is refused where an operation needs a user', () => {
    const user = principal('x');
    expect(requireUser(user, operations.claimTask)).toBe(user);
    expect(() => requireUser(systemPrincipal, operations.claimTask)).toThrow(expect.objectContaining({ id: 1209 }));
    expect(() => requireUser(systemPrincipal, operations.explainAccess)).toThrow(expect.objectContaining({ id: 1001 }));
  });
});

describe('scopes bound a token', () => {
  it.each<readonly [scopes: readonly string[], grant: Grant, allowed: boolean]>([
    [[], 'process.read', true],
    [['process'], 'process.read', true],
    [['process.read'], 'process.read', true],
    [['process.update'], 'process.read', false],
    [['file', 'process.read'], 'process.read', true],
    [['proc'], 'process.read', false],
    [['admin'], 'process.read', false],
    [['file'], 'file.read', true],
  ])('%j covers %s: %s', (scopes, grant, allowed) => {
    const role = opens[grant][0]?.toLowerCase() ?? '';
    expect(decide(principal(role, { scopes }), grant)).toEqual(allowed ? [opens[grant][0]] : denials[grant]);
    const administrator = decide(principal('x', { administrator: true, scopes }), grant);
    expect(administrator).toEqual(allowed ? [] : denials[grant]);
  });
});

describe('accessOf', () => {
  const people = [
    ...[...book.members.keys(), 'stranger'].map((userId) => principal(userId)),
    principal('x', { administrator: true }),
    principal('x', { administrator: true, scopes: ['file'] }),
    principal('several', { scopes: ['process.update'] }),
    systemPrincipal,
  ];
  it.each(grants)('decides on %s as authorize does, without an error', (grant) => {
    for (const who of people) {
      const access = accessOf(who, book, grant);
      if (access === undefined) expect(() => authorize(who, book, grant, denials[grant])).toThrow(CatalogueError);
      else expect(access).toEqual(authorize(who, book, grant, denials[grant]));
    }
  });
});

describe('requireAdministrator', () => {
  const operation = {
    id: 'test',
    method: 'POST',
    path: '/v1/test',
    tag: 'Identity',
    summary: '',
    description: '',
    extension: true,
    permission: { kind: 'admin', denied: 1207 },
    response: {},
    errors: [],
    example: { request: {} },
  } as const;

  it.each<readonly [string, Parameters<typeof requireAdministrator>[0], boolean]>([
    ['the administrator', principal('x', { administrator: true }), true],
    ['with the scope admin', principal('x', { administrator: true, scopes: ['admin', 'process'] }), true],
    ['bounded to other scopes', principal('x', { administrator: true, scopes: ['process'] }), false],
    ['somebody else', principal('x'), false],
    ['somebody else with the scope admin', principal('x', { scopes: ['admin'] }), false],
    ['the system', systemPrincipal, true],
  ])('%s', (_, who, allowed) => {
    const call = () => requireAdministrator(who, operation);
    if (allowed) expect(call).not.toThrow();
    else expect(call).toThrow(expect.objectContaining({ id: 1207, status: 403 }));
  });
});
