import { operations } from '@millrace/contract';
import { requireAdministrator } from '../access/require-administrator.js';
import { appendAudit } from '../audit/append.js';
import type { UseCase } from '../caller.js';
import { CatalogueError } from '../catalogue-error.js';
import { newId } from '../identifiers.js';
import { isUniqueViolation } from '../postgres/errors.js';
import type { Transaction } from '../postgres/transaction.js';
import { checkEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { checkName } from './user-name.js';
import { EMAIL_INDEXES, insertUser, type UserRow } from './user-queries.js';
import { userView } from './views.js';

/** Creates a person or a service account; an address that differs from a user's only in case is taken (1009). */
export const createUser =
  (_deps: IdentityDeps): UseCase<'createUser'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.createUser);
    checkName(request.name);
    checkEmail(request.email);
    return caller.write(async (tx) => {
      const user: UserRow = {
        id: newId(),
        name: request.name,
        email: request.email,
        kind: request.kind ?? 'person',
        administrator: false,
        disabled: false,
        created_ts: new Date(),
      };
      await insert(tx, user);
      const view = userView(user);
      const subject = { subProjectId: null, subjectType: 'user', subjectId: user.id, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: 'user.create', before: null, after: view }]);
      return { user: view };
    });
  };

async function insert(tx: Transaction, user: UserRow): Promise<void> {
  try {
    await tx.savepoint(() => insertUser(tx, user));
  } catch (error) {
    if (!EMAIL_INDEXES.some((index) => isUniqueViolation(error, index))) throw error;
    throw new CatalogueError(1009, 'Another user has this e-mail address.', {
      errors: [{ pointer: '/email', detail: 'Taken.' }],
      cause: error,
    });
  }
}
