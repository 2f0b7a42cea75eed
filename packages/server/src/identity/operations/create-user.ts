import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import { alreadyTaken } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { isUniqueViolation } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import { checkEmail } from '../directory/email.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { checkName } from '../directory/user-name.js';
import { userView } from '../directory/views.js';
import { EMAIL_INDEXES, insertUser, type UserRow } from '../records/user-queries.js';

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
        createdTs: new Date(),
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
    throw alreadyTaken('Another user has this e-mail address.', '/email', error);
  }
}
