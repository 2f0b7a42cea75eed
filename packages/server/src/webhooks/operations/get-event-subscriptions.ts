import { operations } from '@millrace/contract';
import { isUnrestricted } from '../../access/authorize.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { listSubscriptions } from '../records/list-subscriptions.js';
import { subscriptionView } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** getEventSubscriptions: those of the caller; for the administrator, those of everybody. */
export const getEventSubscriptions =
  ({ db, subProjects }: WebhookDeps): UseCase<'getEventSubscriptions'> =>
  async (caller, request) => {
    const { subProject } = await enter(subProjects, caller, request.subProjectId, operations.getEventSubscriptions);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const { subscriptionId: id, state } = request;
    const ownerId = isUnrestricted(caller.principal) ? undefined : principalId(caller.principal);
    const { total, subscriptions } = await listSubscriptions(db, {
      subProjectId: subProject.id,
      ownerId,
      id,
      state,
      page,
    });
    return { meta: metaOf(page, total), subscriptions: subscriptions.map(subscriptionView) };
  };
