import { randomInt } from 'node:crypto';
import { appendAudit } from '../../audit/records/append.js';
import { rateLimited, signInRefused } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { type Database, transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { hashOfSecret, newRandomSecret } from '../applications/application-secrets.js';
import { scopesAskedFor, unionOf } from '../applications/person-scopes.js';
import { type ApplicationRow, findApplication } from '../records/applications/application-queries.js';
import { consentedScopes, storeConsent } from '../records/applications/consent-queries.js';
import {
  countDeviceCodes,
  decideDeviceCode,
  deleteDeviceCode,
  findOpenDeviceCode,
  insertDeviceCode,
  lockDeviceCode,
  noteDevicePoll,
} from '../records/applications/device-code-queries.js';
import { network, type SignInLimit } from '../sign-in/sign-in-limit.js';
import type { Granted, Grants } from './grants.js';
import type { SignedInPerson } from './signed-in-person.js';
import { type FormMembers, requiredMember } from './token-request.js';

/** RFC 8628, section 6.1: consonants only, so that no words come out; 20^8 codes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 5;
/** Of one network in a minute. */
const CODES_PER_MINUTE = 30;

/** RFC 8628, section 3.2. */
export interface DeviceAuthorization {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds between two requests to the token endpoint. */
  readonly interval: number;
}

/** What a person is asked to allow by a code. */
export interface DeviceRequest {
  readonly application: ApplicationRow;
  readonly scopes: readonly string[];
  /** As people read it: `BCDF-GHJK`. */
  readonly userCode: string;
}

/** The device flow (RFC 8628) without HTTP. */
export interface DeviceFlow {
  /** @throws CatalogueError 1200 with `invalid_scope`, 1003 */
  begin(application: ApplicationRow, members: FormMembers, address: string): Promise<DeviceAuthorization>;
  /**
   * What a code asks for; undefined when there is no such code, or it has ended. Failures count as those of a sign-in.
   *
   * @param typed by a person
   * @throws CatalogueError 1003 after too many failures
   */
  find(
    typed: string,
    guesser: { readonly userId: string; readonly address: string },
  ): Promise<DeviceRequest | undefined>;
  /** @returns false when the code has ended meanwhile */
  decide(typed: string, decision: 'allowed' | 'denied', person: SignedInPerson, actor: Actor): Promise<boolean>;
  /** @throws CatalogueError 1200 with an error of RFC 8628, section 3.5 */
  redeem(application: ApplicationRow, members: FormMembers): Promise<Granted>;
}

export interface DeviceFlowDeps {
  readonly db: Database;
  readonly grants: Grants;
  /** On codes that people type. */
  readonly limit: SignInLimit;
  readonly issuer: string;
  readonly now: () => number;
}

export function createDeviceFlow({ db, grants, limit, issuer, now }: DeviceFlowDeps): DeviceFlow {
  return {
    async begin(application, members, address) {
      const scopes = scopesAskedFor(application.scopes, members.scope);
      if (scopes === undefined)
        throw signInRefused(
          'scope names one that does not exist or that the application may not have.',
          'invalid_scope',
        );
      const from = network(address);
      const deviceCode = newRandomSecret('mrd_');
      const userCode = await transaction(db, async (tx) => {
        if ((await countDeviceCodes(tx, from)) >= CODES_PER_MINUTE)
          throw rateLimited('Too many codes were asked for from this network. Try again in a minute.', 60);
        for (;;) {
          const code = newUserCode();
          const isNew = await insertDeviceCode(tx, {
            hash: hashOfSecret(deviceCode),
            userCode: code,
            applicationId: application.id,
            scopes,
            network: from,
            expiresTs: new Date(now() + LIFETIME_SECONDS * 1000),
            intervalSeconds: INTERVAL_SECONDS,
          });
          if (isNew) return code;
        }
      });
      const uri = `${issuer}/device`;
      return {
        device_code: deviceCode,
        user_code: readable(userCode),
        verification_uri: uri,
        verification_uri_complete: `${uri}?user_code=${readable(userCode)}`,
        expires_in: LIFETIME_SECONDS,
        interval: INTERVAL_SECONDS,
      };
    },
    async find(typed, { userId, address }) {
      // No client and no person is called so: what is counted here is counted for nothing else.
      const subjects = limit.subjects(`\0device ${userId}`, address);
      return limit.guess(subjects, async () => {
        const userCode = normalized(typed);
        const code = userCode === undefined ? undefined : await findOpenDeviceCode(db, userCode);
        const application = code === undefined ? undefined : await findApplication(db, code.applicationId);
        if (code === undefined || application === undefined || application.disabled) return undefined;
        return { application, scopes: code.scopes, userCode: readable(code.userCode) };
      });
    },
    decide(typed, decision, person, actor) {
      const userCode = normalized(typed);
      if (userCode === undefined) return Promise.resolve(false);
      return transaction(db, async (tx) => {
        const code = await findOpenDeviceCode(tx, userCode);
        const { userId, authenticatedAt, amr } = person;
        const decided = { decision, userId, authenticatedTs: new Date(authenticatedAt), amr };
        if (code === undefined || !(await decideDeviceCode(tx, userCode, decided))) return false;
        const { applicationId, scopes } = code;
        if (decision === 'allowed') {
          const before = await consentedScopes(tx, userId, applicationId);
          await storeConsent(tx, {
            userId,
            applicationId,
            scopes: before === undefined ? scopes : unionOf(before, scopes),
          });
        }
        const subject = { subProjectId: null, subjectType: 'application', subjectId: applicationId } as const;
        await appendAudit(tx, actor, [
          {
            ...subject,
            processId: null,
            action: decision === 'allowed' ? 'application.allow' : 'application.deny',
            before: null,
            after: { scopes, device: true },
          },
        ]);
        return true;
      });
    },
    async redeem(application, members) {
      const hash = hashOfSecret(requiredMember(members, 'device_code'));
      const outcome = await transaction(db, async (tx) => {
        const code = await lockDeviceCode(tx, hash);
        if (code === undefined || code.applicationId !== application.id)
          return refused('invalid_grant', 'The device code is not one of this application, or it was used.');
        if (code.expiresTs.getTime() <= now())
          return refused('expired_token', 'The device code has expired. Ask for another one.');
        if (code.decision === 'open') {
          const isEarly = now() < code.nextPollTs.getTime();
          const interval = code.intervalSeconds + (isEarly ? 5 : 0);
          await noteDevicePoll(tx, hash, {
            intervalSeconds: interval,
            nextPollTs: new Date(now() + interval * 1000),
          });
          return isEarly
            ? refused('slow_down', `Ask again every ${interval} seconds.`)
            : refused('authorization_pending', 'The person has not decided yet.');
        }
        await deleteDeviceCode(tx, hash);
        const { userId, authenticatedTs, amr, scopes } = code;
        if (code.decision === 'denied' || userId === null || authenticatedTs === null)
          return refused('access_denied', 'The person declined.');
        return grants.open(tx, application, { userId, scopes, authenticatedTs, amr: amr ?? [] });
      });
      if (outcome instanceof CatalogueError) throw outcome;
      return outcome;
    },
  };
}

const refused = (error: Parameters<typeof signInRefused>[1], detail: string): CatalogueError =>
  signInRefused(detail, error);

const newUserCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

const readable = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What a person typed, without what does not count; undefined when it cannot be a code. */
function normalized(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return letters.length === CODE_LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
    ? letters
    : undefined;
}
