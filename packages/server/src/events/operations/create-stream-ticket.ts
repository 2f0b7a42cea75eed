import { randomBytes } from 'node:crypto';
import { operations } from '@millrace/contract';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { EventDeps } from '../feed/event-deps.js';
import { storeTicket } from '../records/stream-tickets.js';

const LIFETIME_MS = 30_000;
const TICKET_BYTES = 24;

/** createStreamTicket: lets a browser open one stream as the caller, without a header. */
export const createStreamTicket =
  ({ subProjects }: Pick<EventDeps, 'subProjects'>): UseCase<'createStreamTicket'> =>
  async (caller, { subProjectId }) => {
    const { subProject } = await enter(subProjects, caller, subProjectId, operations.createStreamTicket);
    const { principal, signIn } = caller;
    if (principal.kind !== 'user' || signIn === undefined)
      throw unauthenticated('Only a signed-in user gets a ticket.');
    const { userId, clientId, scopes } = principal;
    const holder = { userId, clientId: clientId ?? null, scopes, ...(await signIn.facts()) };
    const ticket = `mst_${randomBytes(TICKET_BYTES).toString('base64url')}`;
    const expiresTs = new Date(Date.now() + LIFETIME_MS);
    return caller.write(async (tx) => {
      await storeTicket(tx, subProject.id, ticket, holder, expiresTs);
      return { ticket, expiresTs: expiresTs.toISOString() };
    });
  };
