import { newId } from '../kernel/identifiers.js';
import { type Database, transaction } from '../postgres/database.js';
import type { Caller, UserPrincipal } from '../use-case/caller.js';

export interface TestCallerOptions extends Partial<Omit<UserPrincipal, 'kind'>> {
  readonly ifMatch?: string;
  readonly traceId?: string;
}

/** A caller that is a user. */
export interface TestCaller extends Caller {
  readonly principal: UserPrincipal;
}

/** An authenticated caller as http makes one, except that `write` is a plain transaction without idempotency keys. */
export function testCaller(db: Database, options: TestCallerOptions = {}): TestCaller {
  const { ifMatch, traceId, ...principal } = options;
  return {
    principal: {
      kind: 'user',
      userId: newId(),
      clientId: 'test-client',
      name: 'Test caller',
      administrator: false,
      scopes: [],
      ...principal,
    },
    traceId: traceId ?? 'test-trace',
    ifMatch,
    write: (work) => transaction(db, work),
  };
}
