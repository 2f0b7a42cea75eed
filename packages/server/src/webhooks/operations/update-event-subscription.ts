import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { readSubscription } from '../records/list-subscriptions.js';
import { forgetFailing } from '../records/progress.js';
import { changeSettings, changeState } from '../records/subscriptions.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import { ownerOf } from '../settings/owner.js';
import { readSettings } from '../settings/read-settings.js';
import { vetReceiver } from '../settings/vet-receiver.js';
import { auditedSettings, subscriptionView } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** updateEventSubscription: changes what is sent and how, or pauses and resumes. */
export const updateEventSubscription =
  (deps: WebhookDeps): UseCase<'updateEventSubscription'> =>
  async (caller, request) => {
    const { subProjectId, subscriptionId, state, ...given } = request;
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.updateEventSubscription);
    const known = await findOwnSubscription(deps.db, caller, request);
    const hasSettings = Object.keys(given).length > 0;
    if (hasSettings && known.declaredAs !== null) {
      throw conflict(
        `The configuration document declares this event subscription as "${known.declaredAs}". Change it there and deploy; only its state can be changed here.`,
      );
    }
    if (hasSettings) {
      const owner = await ownerOf(deps, caller, subProject, known.ownerId);
      const settings = readSettings(subProject, owner.access, given, known);
      if (settings.url !== known.url) await vetReceiver(deps, subProject, settings.url);
    }
    return caller.write(async (tx) => {
      const before = await findOwnSubscription(tx, caller, request, 'for update');
      const key = { subProjectId: before.subProjectId, id: before.id };
      if (hasSettings) {
        const { access } = await ownerOf(deps, caller, subProject, before.ownerId);
        await changeSettings(tx, key, readSettings(subProject, access, given, before));
      }
      if (state !== undefined && state !== before.state) {
        await changeState(tx, key, { state, reason: null, from: ['active', 'paused', 'suspended', 'disabled'] });
        if (state === 'active') await forgetFailing(tx, key);
      }
      const after = await readSubscription(tx, key.subProjectId, key.id);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.update',
          subProjectId: key.subProjectId,
          subjectType: 'subscription',
          subjectId: key.id,
          processId: null,
          before: { state: before.state, ...(hasSettings ? auditedSettings(before) : {}) },
          after: { state: after.state, ...(hasSettings ? auditedSettings(after) : {}) },
        },
      ]);
      await hintDeliveries(tx, deps.channel, key);
      return { subscription: subscriptionView(after) };
    });
  };
