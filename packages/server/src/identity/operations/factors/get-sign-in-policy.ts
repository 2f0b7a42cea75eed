import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { countWithoutSecondFactor, secondFactorPolicy } from '../../records/factors/policy-queries.js';

/** getSignInPolicy: what the installation asks of people, and how many would have to set something up. */
export const getSignInPolicy =
  ({ db }: Pick<FactorDeps, 'db'>): UseCase<'getSignInPolicy'> =>
  async ({ principal }) => {
    requireAdministrator(principal, operations.getSignInPolicy);
    const [secondFactor, withoutSecondFactor] = await Promise.all([
      secondFactorPolicy(db),
      countWithoutSecondFactor(db),
    ]);
    return { secondFactor, withoutSecondFactor };
  };
