import { appendAudit } from '../../../audit/records/append.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { UseCase } from '../../../use-case/caller.js';
import { deleteConsent } from '../../records/applications/consent-queries.js';
import { deleteGrantsAt } from '../../records/applications/grant-queries.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** Ends all access of an application to the caller's account. */
export const revokeConsent =
  (): UseCase<'revokeConsent'> =>
  async (caller, { applicationId }) => {
    const { userId } = requireUnlimited(caller.principal, errorIds.mayNotUpdate);
    return caller.write(async (tx) => {
      await deleteGrantsAt(tx, userId, applicationId);
      if (await deleteConsent(tx, userId, applicationId)) {
        const subject = { subProjectId: null, subjectType: 'application', subjectId: applicationId } as const;
        await appendAudit(tx, caller, [
          { ...subject, processId: null, action: 'application.revoke', before: null, after: null },
        ]);
      }
      return { status: 'success', message: 'The application has no access to your account any more.' };
    });
  };
