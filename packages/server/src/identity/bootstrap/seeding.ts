import { type Transaction, transaction } from '../../postgres/database.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { type ClientSeed, upsertClient } from '../directory/upsert-client.js';
import { type UserSeed, upsertUser } from '../directory/upsert-user.js';
import { createLink, issueToken, linkPath } from '../one-time-links/one-time-links.js';
import type { Passwords } from '../passwords/passwords.js';
import { passwordHashOf, storePassword } from '../records/password-queries.js';
import { lockAdministrators } from '../records/user-queries.js';

const SIGN_IN_LINK_MS = 12 * 3_600_000;

/** Puts users and clients in place without a request, for the demo and for tests; repeating it changes nothing. */
export interface Seeding {
  /** @returns the id of the user with that e-mail address */
  upsertUser(user: UserSeed): Promise<string>;
  /** Gives a client the chosen secret; any other secret of it ends. */
  upsertClient(client: Omit<ClientSeed, 'keepSecrets'>): Promise<void>;
  /** Gives a user the password, if it has none yet. */
  ensurePassword(userId: string, password: string): Promise<void>;
  /** Makes a link that signs a user in, once, within 12 hours; its page may press the button itself. @returns its path below the public address */
  createSignInLink(userId: string): Promise<string>;
}

/** Changes are the system's; several servers that seed at once wait for each other. */
export function createSeeding({ db, secrets, passwords }: IdentityDeps & { readonly passwords: Passwords }): Seeding {
  const actor: Actor = { principal: systemPrincipal, traceId: 'seeding' };
  const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    transaction(db, async (tx) => {
      await lockAdministrators(tx);
      return work(tx);
    });
  return {
    upsertUser: (user) => alone(async (tx) => (await upsertUser(tx, actor, user)).id),
    upsertClient: (client) => alone((tx) => upsertClient(tx, secrets, actor, { ...client, keepSecrets: false })),
    createSignInLink: (userId) =>
      transaction(db, async (tx) => {
        const expiresTs = new Date(Date.now() + SIGN_IN_LINK_MS);
        const link = { purpose: 'sign-in' as const, subject: userId, data: { pressed: true }, expiresTs };
        return linkPath(await issueToken(tx, await createLink(tx, link)));
      }),
    async ensurePassword(userId, password) {
      const hash = await passwords.hash(password);
      await alone(async (tx) => {
        if ((await passwordHashOf(tx, userId)) === undefined) await storePassword(tx, userId, hash, new Date());
      });
    },
  };
}
