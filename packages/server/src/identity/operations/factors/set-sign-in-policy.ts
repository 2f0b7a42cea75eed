import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { INSTALLATION_ID } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { secondFactorPolicy, storeSecondFactorPolicy } from '../../records/factors/policy-queries.js';

/** setSignInPolicy: what the installation asks of people who sign in from now on. */
export const setSignInPolicy =
  (): UseCase<'setSignInPolicy'> =>
  async (caller, { secondFactor }) => {
    requireAdministrator(caller.principal, operations.setSignInPolicy);
    return caller.write(async (tx) => {
      const before = await secondFactorPolicy(tx);
      if (before === secondFactor) return { secondFactor };
      await storeSecondFactorPolicy(tx, secondFactor);
      await appendAudit(tx, caller, [
        {
          action: 'installation.setSignInPolicy',
          subProjectId: null,
          subjectType: 'installation',
          subjectId: INSTALLATION_ID,
          processId: null,
          before: { secondFactor: before },
          after: { secondFactor },
        },
      ]);
      return { secondFactor };
    });
  };
