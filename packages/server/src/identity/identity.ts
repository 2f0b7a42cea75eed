import type { Log } from '../kernel/log.js';
import { createSealing } from '../kernel/sealing.js';
import { type MailQueue, noMails } from '../mail/mail-queue.js';
import type { Database } from '../postgres/database.js';
import type { Authentication } from '../use-case/authentication.js';
import { createAuthentication } from './authentication/authentication.js';
import { createPersonAuthorization, type PersonAuthorization } from './authorization/person-authorization.js';
import { createSeeding, type Seeding } from './bootstrap/seeding.js';
import { relyingParty } from './factors/relying-party.js';
import type { GroupRolesPort } from './groups/group-deps.js';
import { createInvite, type Invite } from './joining/invite.js';
import type { InvitedRolesPort } from './joining/joining-deps.js';
import { createDecisionSigning, type DecisionSigning } from './passkeys/sign-decision.js';
import { createPasswords, type PasswordCost } from './passwords/passwords.js';
import { createPersonalTokens } from './personal-tokens/personal-tokens.js';
import type { Cost } from './secrets/secret-hash.js';
import { createHashSlots, createSecrets, type Secrets } from './secrets/secrets.js';
import { createSessions } from './sessions/sessions.js';
import { createFailedSignIns } from './sign-in/failed-sign-ins.js';
import {
  type AuthorizationServerMetadata,
  authorizationServerMetadata,
  openIdConfiguration,
  protectedResource,
} from './sign-in/metadata.js';
import { createSignIn, type SignIn } from './sign-in/sign-in.js';
import { createSignInLimit, type SignInLimit } from './sign-in/sign-in-limit.js';
import { resealSingleSignOn } from './sso/reseal-sso.js';
import {
  refuseToSend,
  type SingleSignOnParts,
  type WiringOptions,
  wireSingleSignOn,
} from './sso/wire-single-sign-on.js';
import { createKeyEncryption } from './tokens/key-encryption.js';
import type { SigningKeys } from './tokens/signing-keys.js';
import { createTokens, type Tokens } from './tokens/tokens.js';
import { resealTotpSecrets } from './totp/reseal-secrets.js';
import { identityUseCases } from './use-cases.js';

export interface IdentityOptions {
  readonly db: Database;
  /** Connections that requests do not use, for sign-in and for checking tokens; default: those of `db`. */
  readonly reserved?: Database;
  /** Public address of the service: the issuer of its tokens. */
  readonly issuer: string;
  /** Lifetime of access tokens. */
  readonly tokenSeconds: number;
  /** MILLRACE_SECRET_KEY: base64 of 32 bytes each, the first encrypts; by default token keys are stored as they are. */
  readonly secretKeys?: readonly string[];
  /** Failed sign-ins per client and per address before more are refused. */
  readonly signInAttemptsPerMinute: number;
  /** Whether applications may register themselves; default false. */
  readonly applicationRegistration?: boolean;
  /** Where e-mails are left to be sent; default: none is sent. */
  readonly mails?: MailQueue;
  /** Tells sub-projects of changed groups; by default there are none, as in tests of sign-in. */
  readonly groupRoles?: GroupRolesPort;
  /** Absent: invitations give no roles. */
  readonly invitedRoles?: InvitedRolesPort;
  /** Of hashing secrets; tests that are not about it lower it. */
  readonly secretCost?: Cost;
  /** Of hashing passwords; as `secretCost`. */
  readonly passwordCost?: PasswordCost;
  /** Days that a personal token may last; default 365. */
  readonly personalTokenDays?: number;
  /** Default: no identity providers but those that are created, and none can be reached. */
  readonly identityProviders?: Omit<WiringOptions, 'db' | 'sealing' | 'sessions' | 'groupRoles' | 'publicUrl' | 'now'>;
  readonly log: Log;
  /** Clock, milliseconds since 1970. */
  readonly now?: () => number;
}

/** The identity feature, wired. */
export interface Identity {
  /** Sign-in and the documents of an OAuth 2 authorization server (D10). */
  readonly authorizationServer: {
    readonly signIn: SignIn;
    jwks(): ReturnType<SigningKeys['jwks']>;
    metadata(): AuthorizationServerMetadata;
    openIdConfiguration(): ReturnType<typeof openIdConfiguration>;
    protectedResource(): ReturnType<typeof protectedResource>;
  } & Omit<PersonAuthorization, 'authorization' | 'device' | 'endSession'>;
  /** In which people allow applications to act as them. */
  readonly personAuthorization: Pick<PersonAuthorization, 'authorization' | 'device' | 'endSession'>;
  readonly authentication: Authentication;
  readonly tokens: Pick<Tokens, 'verify' | 'inspect' | 'verifyFacts' | 'encryptKeys'>;
  /** Stores what is sealed under the first key of MILLRACE_SECRET_KEY; at the start. @throws ConfigError */
  resealSecrets(): Promise<void>;
  readonly sso: Pick<SingleSignOnParts, 'singleSignOn' | 'backChannelLogout'>;
  readonly secrets: Secrets;
  /** Bounds guesses, whatever is guessed. */
  readonly signInLimit: SignInLimit;
  /** Passkeys that sign decisions about tasks. */
  readonly decisionSigning: DecisionSigning;
  readonly seeding: Seeding;
  /** Invites people, for operations of other features that have made sure that the caller may. */
  readonly invite: Invite;
  readonly useCases: ReturnType<typeof identityUseCases>;
}

const noGroupRoles: GroupRolesPort = { changed: async () => undefined, subProjectsOf: async () => [] };
const noInvitedRoles: InvitedRolesPort = {
  check: async (_db, memberships) => memberships,
  mayGive: async () => false,
  namesOf: async () => new Map(),
  give: async () => undefined,
};

/** Wires the feature; touches the database only when used. `ensureAdministrator` comes on top (`administrator.ts`). */
export function createIdentity(options: IdentityOptions): Identity {
  const { db, reserved = db, log, now = Date.now, personalTokenDays = 365 } = options;
  const issuer = options.issuer.replace(/\/+$/, '');
  const slots = createHashSlots();
  const secrets = createSecrets({ cost: options.secretCost, slots });
  const passwords = createPasswords(slots, options.passwordCost);
  const encryption = createKeyEncryption(options.secretKeys ?? []);
  const tokens = createTokens({ db: reserved, issuer, lifetimeSeconds: options.tokenSeconds, encryption, log, now });
  const registration = options.applicationRegistration ?? false;
  const metadata = authorizationServerMetadata(issuer, registration);
  const limit = createSignInLimit(reserved, options.signInAttemptsPerMinute, now);
  const failures = createFailedSignIns(reserved, now);
  const sealing = createSealing(options.secretKeys ?? []);
  const party = relyingParty(issuer);
  const signIn = createSignIn({ db: reserved, tokens, secrets, limit, log });
  const sessions = createSessions(reserved, now);
  const groupRoles = options.groupRoles ?? noGroupRoles;
  const invitedRoles = options.invitedRoles ?? noInvitedRoles;
  const sso = wireSingleSignOn({
    configured: [],
    privateHosts: [],
    fetch: refuseToSend,
    ...options.identityProviders,
    db,
    sealing,
    sessions,
    groupRoles,
    publicUrl: issuer,
    now,
  });
  const { authorization, device, endSession, ...endpoints } = createPersonAuthorization({
    db: reserved,
    tokens,
    issuer,
    limit,
    signIn,
    registration,
    now,
  });
  const deps = {
    ...sso,
    db,
    secrets,
    passwords,
    limit,
    failures,
    sealing,
    party,
    groupRoles,
    invitedRoles,
    personalTokenDays,
    mails: options.mails ?? noMails,
    sessions,
    publicUrl: issuer,
    log,
    now,
  };
  return {
    authorizationServer: {
      ...endpoints,
      signIn,
      jwks: () => tokens.jwks(),
      metadata: () => metadata,
      openIdConfiguration: () => openIdConfiguration(metadata),
      protectedResource: () => protectedResource(issuer),
    },
    personAuthorization: { authorization, device, endSession },
    authentication: createAuthentication({
      tokens,
      sessions,
      personalTokens: createPersonalTokens(reserved, now),
    }),
    tokens,
    async resealSecrets() {
      await resealTotpSecrets(db, sealing, log);
      await resealSingleSignOn(db, sealing, log);
    },
    sso,
    secrets,
    signInLimit: limit,
    decisionSigning: createDecisionSigning({ party, now, log }),
    seeding: createSeeding({ db, secrets, passwords }),
    invite: createInvite(deps),
    useCases: identityUseCases(deps),
  };
}
