import { type Operation, operationList, operations } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import type { UserPrincipal } from '../../use-case/caller.js';
import { requireRecentSignIn } from './recent-sign-in.js';

const MINUTE_MS = 60_000;
const now = Date.parse('2026-03-01T10:00:00Z');
const principal: UserPrincipal = {
  kind: 'user',
  userId: '01971f2e-6c00-7a11-8000-000000000111',
  clientId: undefined,
  name: 'Ann',
  administrator: true,
  scopes: [],
};
const session = (minutes: number) => ({ credential: 'session', authenticatedAt: now - minutes * MINUTE_MS }) as const;
const asked = (operationList as readonly Operation[]).flatMap((operation) =>
  operation.stepUp === undefined ? [] : [[operation.id, operation, operation.stepUp] as const],
);

test('what would do most harm asks, and what people do all day does not', () => {
  const ids = new Set<string>(asked.map(([id]) => id));
  const dangerous = ['createClient', 'rotateClientSecret', 'updateClient', 'deploySubProject', 'removeFactors'];
  for (const id of [
    ...dangerous,
    'setMemberRoles',
    'setGroupMembers',
    'setSecret',
    'startTotp',
    'removePasskey',
    'setSignInPolicy',
    'deleteProcess',
    'purgeStorage',
    'createEventSubscription',
    'updateEventSubscription',
  ])
    expect(ids, id).toContain(id);
  for (const id of ['getProcess', 'updateProcessField', 'resumeWorkflowRunsApi', 'stepUp', 'getMe', 'signIn']) {
    expect(ids, id).not.toContain(id);
  }
  for (const [, operation] of asked) expect(operation.permission.kind).not.toBe('public');
});

describe.each(asked)('%s', (_id, operation, minutes) => {
  const check = (signIn: Parameters<typeof requireRecentSignIn>[2]) =>
    requireRecentSignIn(operation, principal, signIn, {}, now);

  test('asks a session whose sign-in is too old, and names the way', () => {
    expect(() => check(session(minutes - 0.01))).not.toThrow();
    expect(() => check(session(minutes))).toThrow(expect.objectContaining({ id: 1018, status: 403 }));
    expect(() => check(session(minutes))).toThrow(/stepUp/);
    expect(() => check({ credential: 'session', authenticatedAt: undefined })).toThrow();
  });

  test.each(['clientToken', 'personalToken'] as const)('does not ask a %s', (credential) => {
    expect(() => check({ credential, authenticatedAt: undefined })).not.toThrow();
  });
});

test('who may not call an operation of administrators is not asked first', () => {
  const nobody = { ...principal, administrator: false };
  expect(() => requireRecentSignIn(operations.createClient, nobody, session(60), {}, now)).not.toThrow();
});

test('a dry run is not asked, and only where the operation has one', () => {
  const request = { dryRun: true };
  expect(() => requireRecentSignIn(operations.deploySubProject, principal, session(60), request, now)).not.toThrow();
  expect(() => requireRecentSignIn(operations.createClient, principal, session(60), request, now)).toThrow();
});
