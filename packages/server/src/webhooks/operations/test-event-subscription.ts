import { operations } from '@millrace/contract';
import { rateLimited } from '../../kernel/errors/access-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { testMessage } from '../sending/payload.js';
import { Sender } from '../sending/sender.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { signingSecrets } from '../signing/subscription-secrets.js';

/** Tests at the same time in one server process: each may take 30 seconds. */
const MOST_TESTS = 20;
const RETRY_SECONDS = 10;

/** testEventSubscription: sends an event that tells nothing to the receiver now, and answers with what came back. */
export const testEventSubscription = (deps: WebhookDeps): UseCase<'testEventSubscription'> => {
  let underWay = 0;
  return async (caller, request) => {
    const { subProject } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.testEventSubscription,
    );
    const subscription = await findOwnSubscription(deps.db, caller, request);
    const secrets = await signingSecrets(deps.db, deps.sealing, subscription);
    if (underWay >= MOST_TESTS) throw rateLimited('Too many tests are under way. Try again.', RETRY_SECONDS);
    underWay += 1;
    const sender = new Sender({ ...deps, ...subscription, secrets });
    try {
      const id = `test_${newId()}`;
      const message = testMessage(subscription, id, Date.now(), { subProject, cards: deps.cards });
      const attempt = await sender.attempt(message, subProject.http, caller.gone);
      const { status, durationMs, error, excerpt } = attempt;
      return await caller.write(async () => ({
        id,
        delivered: error === null,
        status,
        durationMs,
        error,
        excerpt,
      }));
    } finally {
      underWay -= 1;
      sender.close();
    }
  };
};
