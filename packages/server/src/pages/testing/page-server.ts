import { type Logger, pino } from 'pino';
import { createApp } from '../../http/app.js';
import { createMetrics } from '../../http/monitoring/metrics.js';
import { createIdentity, type Identity, type IdentityOptions } from '../../identity/identity.js';
import { lowCost, lowPasswordCost } from '../../identity/testing/low-cost.js';
import { freePort } from '../../kernel/free-port.js';
import { createUnsubscribe } from '../../notifications/mail/unsubscribe.js';
import { subProjectUseCases } from '../../sub-projects/use-cases.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { UseCases } from '../../use-case/caller.js';
import type { TaskLinks } from '../../workflows/links/task-links.js';
import { addPages } from '../add-pages.js';

/** A server of the pages, the endpoints of OAuth 2 and the operations on identities, on a database of its own. */
export interface PageServer {
  readonly url: string;
  readonly identity: Identity;
  readonly database: TestDatabase;
  /** A person with the password {@link PASSWORD}. */
  person(name: string): Promise<{ readonly userId: string; readonly email: string }>;
  close(): Promise<void>;
}

const noTaskLinks: TaskLinks = {
  issue: async () => undefined,
  find: async () => undefined,
  press: async () => false,
  fieldsOf: async () => [],
};

export const PASSWORD = 'correct horse battery staple';

export async function startPageServer(
  options: {
    readonly registration?: boolean;
    readonly attempts?: number;
    readonly log?: Logger;
    /** Whether `/` is told to have a console. */
    readonly hasConsole?: boolean;
    /** Of single sign-on, by the address of this server. */
    readonly identityProviders?: (url: string) => NonNullable<IdentityOptions['identityProviders']>;
    /** Another database than one of its own, which closing leaves alone, with operations on its tasks. */
    readonly over?: {
      readonly database: TestDatabase;
      readonly useCases: Partial<UseCases>;
      readonly taskLinks: TaskLinks;
    };
  } = {},
): Promise<PageServer> {
  const { over } = options;
  const database = over?.database ?? (await createTestDatabase());
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const log = options.log ?? pino({ level: 'silent' });
  const identity = createIdentity({
    db: database.db,
    issuer: url,
    tokenSeconds: 600,
    signInAttemptsPerMinute: options.attempts ?? 1000,
    applicationRegistration: options.registration ?? true,
    ...(options.identityProviders === undefined ? {} : { identityProviders: options.identityProviders(url) }),
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    log,
  });
  const { db } = database;
  const { getMe } = subProjectUseCases({ db, deployed: async () => undefined, storagePlugins: [] });
  const useCases = { ...identity.useCases, getMe, ...over?.useCases } as unknown as UseCases;
  const app = await createApp({
    db,
    log,
    useCases,
    publicUrl: url,
    version: '1.2.3',
    trustProxy: 0,
    probes: {},
    metrics: createMetrics(db),
    stopping: () => false,
    authentication: identity.authentication,
    redeemTicket: async () => undefined,
    authorizationServer: identity.authorizationServer,
    addScim: async () => undefined,
    receiveDelivery: async () => ({}),
    addPages: (to) =>
      addPages(to, {
        db,
        useCases,
        ...identity.personAuthorization,
        ...identity.sso,
        authentication: identity.authentication,
        unsubscribe: createUnsubscribe(db),
        signInLimit: identity.signInLimit,
        taskLinks: over?.taskLinks ?? noTaskLinks,
        language: 'en',
        publicUrl: url,
        hasConsole: options.hasConsole ?? false,
        version: '1.2.3',
      }),
  });
  await app.listen({ host: '127.0.0.1', port });
  let people = 0;
  return {
    url,
    identity,
    database,
    async person(name) {
      people += 1;
      const email = `person${people}@example.com`;
      const userId = await identity.seeding.upsertUser({ name, email, kind: 'person' });
      await identity.seeding.ensurePassword(userId, PASSWORD);
      return { userId, email };
    },
    async close() {
      await app.close();
      if (over === undefined) await database.drop();
    },
  };
}
