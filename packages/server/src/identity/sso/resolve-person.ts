import { appendAudit } from '../../audit/records/append.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { singleSignOnRefused } from '../../kernel/errors/sign-in-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { principalOfPerson } from '../directory/principal-of-person.js';
import { userView } from '../directory/views.js';
import { insertLink, type LinkRow, linksOf, lockLink, useLink } from '../records/sso/link-queries.js';
import { findUserByEmail, insertUser, lockUser, type UserRow } from '../records/user-queries.js';
import { type PersonClaims, readPersonClaims } from './person-claims.js';
import type { IdentityProvider } from './providers/provider.js';
import type { Identification } from './relying-party.js';

/** Who signed in at a provider, as this service knows them. */
export interface ResolvedPerson {
  readonly user: UserRow;
  readonly link: LinkRow;
}

/**
 * The person of an account at a provider. The account is the issuer and the subject: an address says who somebody is only at
 * the first sign-in, and only when the provider vouches for it. Then an existing person is linked, or, if the provider does
 * so, a new one gets a user.
 *
 * @throws CatalogueError 1021 for an account that is nobody's, and for a disabled user
 * @throws a unique violation when another sign-in creates the same person or link at this moment; try again then
 */
export async function resolvePerson(
  tx: Transaction,
  provider: IdentityProvider,
  { subject, claims }: Pick<Identification, 'subject' | 'claims'>,
  { traceId, now }: { readonly traceId: string; readonly now: Date },
): Promise<ResolvedPerson> {
  const said = readPersonClaims(claims, provider);
  const known = await lockLink(tx, provider.issuer, subject);
  if (known !== undefined) {
    const user = await lockUser(tx, known.userId);
    if (user === undefined) throw new Error(`the link ${known.id} names a user that does not exist`);
    refuseDisabled(user);
    const used = {
      providerId: provider.id,
      email: said.email ?? null,
      groups: said.groups ?? known.groups,
      usedTs: now,
    };
    await useLink(tx, known.id, used);
    return { user, link: { ...known, ...used } };
  }
  const user = await personOfAddress(tx, provider, said, { traceId, now });
  const linked = await linkedMeanwhile(tx, provider, user.id, subject);
  if (linked !== undefined) return { user, link: linked };
  const link = linkOf(provider, subject, user.id, said, now);
  await insertLink(tx, link);
  await auditLink(tx, user, link, traceId);
  return { user, link };
}

/** Links an account to a person who is signed in, which needs no address. @throws CatalogueError 1021 */
export async function linkAccount(
  tx: Transaction,
  provider: IdentityProvider,
  { subject, claims }: Pick<Identification, 'subject' | 'claims'>,
  userId: string,
  { traceId, now }: { readonly traceId: string; readonly now: Date },
): Promise<ResolvedPerson> {
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new Error('the user of a session does not exist');
  refuseDisabled(user);
  const known = await lockLink(tx, provider.issuer, subject);
  if (known !== undefined && known.userId !== userId) {
    throw singleSignOnRefused(
      `This account at ${provider.name} is linked with another user. Sign in as that user and unlink it there, or use another account.`,
    );
  }
  if (known !== undefined) return { user, link: known };
  const linked = await linkedMeanwhile(tx, provider, userId, subject);
  if (linked !== undefined) return { user, link: linked };
  const link = linkOf(provider, subject, userId, readPersonClaims(claims, provider), now);
  await insertLink(tx, link);
  await auditLink(tx, user, link, traceId);
  return { user, link };
}

async function personOfAddress(
  tx: Transaction,
  provider: IdentityProvider,
  said: PersonClaims,
  { traceId, now }: { readonly traceId: string; readonly now: Date },
): Promise<UserRow> {
  // Before any look at users: whether an address that is not vouched for has one is told to nobody.
  if (said.email === undefined || !said.isVouchedFor) throw notVouchedFor(provider, said.email);
  const found = await findUserByEmail(tx, said.email);
  if (found !== undefined) {
    const user = await lockUser(tx, found.id);
    if (user === undefined) throw new Error('a user was deleted');
    refuseDisabled(user);
    if (user.kind !== 'person') {
      throw singleSignOnRefused(
        `The address ${said.email} belongs to a service user, and those do not sign in with a browser.`,
      );
    }
    return user;
  }
  if (!provider.provision) {
    throw singleSignOnRefused(
      `${provider.name} knows you as ${said.email}, and no user here has this address. Ask an administrator for an invitation.`,
    );
  }
  const user: UserRow = {
    id: newId(),
    name: said.name ?? said.email,
    email: said.email,
    kind: 'person',
    administrator: false,
    disabled: false,
    createdTs: now,
  };
  await insertUser(tx, user);
  await appendAudit(tx, { principal: principalOfPerson(user), traceId }, [
    {
      ...subjectOf(user.id),
      action: 'user.create',
      before: null,
      after: { ...userView(user), identityProvider: provider.id },
    },
  ]);
  return user;
}

/**
 * The link that another sign-in of the same account made since it was looked for. One account of an issuer for each person:
 * another one with the same address is somebody else, who got the address later.
 *
 * @throws CatalogueError 1021 for such another account
 */
async function linkedMeanwhile(
  tx: Transaction,
  { issuer, name }: IdentityProvider,
  userId: string,
  subject: string,
): Promise<ResolvedPerson['link'] | undefined> {
  const link = (await linksOf(tx, userId)).find((one) => one.issuer === issuer);
  if (link === undefined || link.subject === subject) return link;
  throw singleSignOnRefused(
    `The user is linked with another account at ${name} already. Sign in with that one, or have it unlinked first.`,
  );
}

function refuseDisabled(user: UserRow): void {
  if (!user.disabled) return;
  throw singleSignOnRefused('Your user is disabled here. Ask an administrator to enable it.');
}

function notVouchedFor(provider: IdentityProvider, email: string | undefined): CatalogueError {
  const what =
    email === undefined
      ? `${provider.name} does not tell your e-mail address`
      : `${provider.name} does not vouch for the address ${email}: it is not verified there, or its domain is not one that this provider speaks for here`;
  return singleSignOnRefused(
    `${what}, and this account is not linked with a user yet. Sign in another way and link it in your profile, or ask an administrator.`,
  );
}

const linkOf = (
  provider: IdentityProvider,
  subject: string,
  userId: string,
  said: PersonClaims,
  now: Date,
): LinkRow => ({
  id: newId(),
  issuer: provider.issuer,
  subject,
  userId,
  providerId: provider.id,
  email: said.email ?? null,
  groups: said.groups ?? [],
  linkedTs: now,
  usedTs: now,
});

const subjectOf = (userId: string) =>
  ({ subProjectId: null, subjectType: 'user', subjectId: userId, processId: null }) as const;

async function auditLink(tx: Transaction, user: UserRow, link: LinkRow, traceId: string): Promise<void> {
  const after = { linkId: link.id, identityProvider: link.providerId, issuer: link.issuer, email: link.email };
  await appendAudit(tx, { principal: principalOfPerson(user), traceId }, [
    { ...subjectOf(user.id), action: 'user.linkIdentity', before: null, after },
  ]);
}
