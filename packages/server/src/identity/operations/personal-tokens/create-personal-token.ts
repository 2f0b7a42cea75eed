import { appendAudit } from '../../../audit/records/append.js';
import { mayNotCreate, unauthenticated } from '../../../kernel/errors/access-errors.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { conflict, invalidMember } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import type { Caller, UseCase, UserPrincipal } from '../../../use-case/caller.js';
import { showSecretOnce } from '../../directory/show-once.js';
import { newPersonalToken } from '../../personal-tokens/personal-token.js';
import { personalTokenView } from '../../personal-tokens/personal-token-view.js';
import {
  countPersonalTokens,
  insertPersonalToken,
  type PersonalTokenRow,
} from '../../records/personal-token-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { isOfApplication } from '../../secrets/grant-client.js';
import type { SessionDeps } from '../../sessions/session-deps.js';
import { requireUnlimited } from '../../sessions/whose.js';
import { covers, splitScope, unknownScopes } from '../../tokens/scopes.js';

const DEFAULT_DAYS = 90;
const DAY_MS = 24 * 3_600_000;
const TOKENS_PER_PERSON = 20;

const SHOWN_BEFORE =
  'The request with this Idempotency-Key was carried out before and its token was shown then; it is stored only as a hash. Create another one, and revoke this one.';

/** createPersonalToken: never more than what the request itself may do, and never longer than the operator allows. */
export const createPersonalToken =
  ({ now, personalTokenDays }: Pick<SessionDeps, 'now' | 'personalTokenDays'>): UseCase<'createPersonalToken'> =>
  async (caller, { name, scope, expiresInDays = Math.min(DEFAULT_DAYS, personalTokenDays) }) => {
    const { userId, scopes: bound } = creatorOf(caller);
    if (name.trim() === '') throw invalidMember('/name', 'name must not be empty.');
    if (expiresInDays > personalTokenDays) {
      throw invalidMember(
        '/expiresInDays',
        `This server allows personal tokens for ${personalTokenDays} days at most.`,
      );
    }
    const scopes = scopesOf(bound, splitScope(scope ?? ''));
    const id = newId();
    const { token, hash } = newPersonalToken(id);
    return showSecretOnce(caller, { token }, SHOWN_BEFORE, async (tx) => {
      const createdTs = new Date(now());
      // So that of several requests at once none goes beyond the limit, and none comes after the user was disabled.
      const user = await lockUser(tx, userId);
      if (user === undefined || user.disabled) throw unauthenticated('The user of this request is disabled or gone.');
      if ((await countPersonalTokens(tx, userId, createdTs)) >= TOKENS_PER_PERSON) {
        throw conflict(`You have ${TOKENS_PER_PERSON} personal tokens, which is the limit. Revoke one first.`);
      }
      const row: PersonalTokenRow = {
        id,
        userId,
        name,
        scopes,
        createdTs,
        expiresTs: new Date(now() + expiresInDays * DAY_MS),
        usedTs: null,
      };
      await insertPersonalToken(tx, row, hash);
      const view = personalTokenView(row);
      await appendAudit(tx, caller, [
        {
          action: 'user.createPersonalToken',
          subProjectId: null,
          subjectType: 'user',
          subjectId: userId,
          processId: null,
          before: null,
          after: view,
        },
      ]);
      return { personalToken: view };
    });
  };

/** A personal token that could create another one would never end, and what an application holds must end with its consent. */
function creatorOf({ principal, signIn }: Caller): UserPrincipal {
  const user = requireUnlimited(principal, errorIds.mayNotCreate);
  if (signIn?.credential === 'personalToken') {
    throw mayNotCreate('A personal token cannot create another one. Sign in.');
  }
  if (isOfApplication(user)) throw mayNotCreate('A token of an application cannot create a personal token. Sign in.');
  return user;
}

/** What was asked for where the credential of the request covers it, and its bound where nothing was. */
function scopesOf(bound: readonly string[], requested: readonly string[]): readonly string[] {
  if (requested.length === 0) return bound;
  const unknown = unknownScopes(requested);
  if (unknown.length > 0) throw invalidMember('/scope', `There is no scope ${unknown.join(', ')}.`);
  const uncovered = requested.filter((scope) => !covers(bound, scope));
  if (uncovered.length === 0) return requested;
  throw mayNotCreate(`The token of this request does not have the scope ${uncovered.join(', ')} itself.`);
}
