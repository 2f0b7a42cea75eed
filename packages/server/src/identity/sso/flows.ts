import { createHash, randomBytes } from 'node:crypto';
import { rateLimited } from '../../kernel/errors/access-errors.js';
import { singleSignOnRefused } from '../../kernel/errors/sign-in-errors.js';
import { type Database, transaction } from '../../postgres/database.js';
import { type FlowPurpose, type FlowRow, forgetOldFlows, insertFlow, takeFlow } from '../records/sso/flow-queries.js';
import { network } from '../sign-in/sign-in-limit.js';

/** How long a person may take at the provider. */
export const FLOW_MS = 600_000;
/** From one network; an office behind one address signs in within minutes, too. */
const PENDING_PER_NETWORK = 300;
const CLEAN_MS = 60_000;

/** What the browser that begins a flow has to bring along when it comes back: a secret of its own, or its session. */
export type FlowOwner = { readonly browser: string } | { readonly sessionId: string };

export interface NewFlow {
  readonly providerId: string;
  readonly purpose: FlowPurpose;
  readonly returnTo: string;
  readonly address: string;
  readonly owner: FlowOwner;
}

/** What is sent to the provider, and proves there and here that the answer is for this flow. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Sign-ins that are under way at a provider. */
export interface Flows {
  /** @throws CatalogueError 1003 when too many are under way from this network */
  begin(flow: NewFlow): Promise<FlowSecrets>;
  /** Ends the flow of a state. @throws CatalogueError 1021 when it is not one of this provider and this browser */
  take(providerId: string, state: string, browser: string | undefined, sessionId: string | undefined): Promise<FlowRow>;
}

/** A secret of 256 bits for a cookie, a state or a nonce; also a PKCE verifier (RFC 7636: 43 characters). */
export const newFlowSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of one. */
export const isFlowSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** @param now clock, milliseconds since 1970 */
export function createFlows(db: Database, now: () => number): Flows {
  let cleanedAt = now();
  return {
    async begin({ owner, address, ...flow }) {
      const secrets = { state: newFlowSecret(), nonce: newFlowSecret(), codeVerifier: newFlowSecret() };
      const at = now();
      const row: FlowRow = {
        ...flow,
        stateHash: hash(secrets.state),
        nonce: secrets.nonce,
        codeVerifier: secrets.codeVerifier,
        networkHash: hash(network(address)),
        browserHash: 'browser' in owner ? hash(owner.browser) : null,
        sessionId: 'sessionId' in owner ? owner.sessionId : null,
        expiresTs: new Date(at + FLOW_MS),
      };
      if (!(await transaction(db, (tx) => insertFlow(tx, row, new Date(at), PENDING_PER_NETWORK)))) {
        throw rateLimited('Too many sign-ins are under way from this network. Try again in a minute.', 60);
      }
      if (at - cleanedAt >= CLEAN_MS) {
        cleanedAt = at;
        await forgetOldFlows(db, new Date(at));
      }
      return secrets;
    },
    async take(providerId, state, browser, sessionId) {
      const flow = isFlowSecret(state)
        ? await takeFlow(
            db,
            {
              stateHash: hash(state),
              providerId,
              browserHash: browser === undefined ? null : hash(browser),
              sessionId: sessionId ?? null,
            },
            new Date(now()),
          )
        : undefined;
      if (flow !== undefined) return flow;
      throw singleSignOnRefused(
        'This sign-in was not started in this browser, was finished before, or took longer than 10 minutes. Start it again.',
      );
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
