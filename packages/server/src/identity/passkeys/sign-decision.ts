import { createHash } from 'node:crypto';
import { mayNotCall, rateLimited } from '../../kernel/errors/access-errors.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import { storeChallenge, takeChallenge } from '../records/factors/challenge-queries.js';
import { lockPasskey, passkeysOf, passkeyUsed } from '../records/factors/passkey-queries.js';
import { network } from '../sign-in/sign-in-limit.js';
import {
  CEREMONY_MS,
  challengeOf,
  PasskeyRefused,
  passkeyIdOf,
  publicKeyPem,
  signedParts,
  signInOptions,
  verifySignIn,
} from './ceremonies.js';
import { requireParty } from './challenges.js';

/** Signatures of one person that wait, over all networks. */
const PER_PERSON = 100;

/** A signature of a passkey over a statement, with what it takes to verify it (WebAuthn, 7.2). All bytes are base64. */
export interface DecisionSignature {
  readonly credentialId: string;
  /** SPKI in PEM form. */
  readonly publicKey: string;
  readonly authenticatorData: string;
  /** Names as its challenge the SHA-256 of the statement. */
  readonly clientDataJSON: string;
  /** Over `authenticatorData` followed by the SHA-256 of `clientDataJSON`. */
  readonly signature: string;
}

/** Passkeys that sign decisions. */
export interface DecisionSigning {
  /**
   * What the browser needs to have a passkey of a person sign a statement within five minutes.
   *
   * @throws CatalogueError 1009 where there are no passkeys or the person has none, 1003 when too many wait
   */
  start(
    tx: Transaction,
    about: { readonly userId: string; readonly address: string; readonly statement: string },
  ): Promise<object>;
  /**
   * Takes the answer of the browser, once.
   *
   * @throws CatalogueError 1009 when another statement was signed, 1209 for whatever else is wrong
   */
  prove(
    tx: Transaction,
    about: { readonly userId: string; readonly statement: string; readonly answer: unknown },
  ): Promise<DecisionSignature>;
}

export const createDecisionSigning = (deps: Pick<FactorDeps, 'party' | 'now' | 'log'>): DecisionSigning => ({
  async start(tx, { userId, address, statement }) {
    const party = requireParty(deps);
    const passkeys = await passkeysOf(tx, userId);
    if (passkeys.length === 0) {
      throw conflict(
        'This task asks for a signature by a passkey, and you have none. Add one on your account page (Security), then decide.',
      );
    }
    const challenge = challengeFor(statement);
    const now = deps.now();
    const row = { challenge, purpose: 'decision', userId, network: network(address) } as const;
    if (!(await storeChallenge(tx, { ...row, expiresTs: new Date(now + CEREMONY_MS) }, PER_PERSON, new Date(now)))) {
      throw rateLimited('Too many signatures of your network wait. Try again in a minute.', 60);
    }
    return { ...(await signInOptions(party, challenge, passkeys)) };
  },
  async prove(tx, { userId, statement, answer }) {
    const party = requireParty(deps);
    const challenge = challengeFor(statement);
    try {
      if (challengeOf(answer) !== challenge) {
        throw conflict(
          'What the passkey has signed is not what would be decided now: the process or the vote has changed since. Look at the task again and sign anew.',
        );
      }
      const now = new Date(deps.now());
      if (!(await takeChallenge(tx, { challenge, purpose: 'decision', userId }, now))) {
        throw new PasskeyRefused('the challenge is unknown, used or too old');
      }
      const passkey = await lockPasskey(tx, passkeyIdOf(answer));
      if (passkey?.userId !== userId) throw new PasskeyRefused('the person has no such passkey');
      const use = await verifySignIn(party, challenge, answer, passkey, userId);
      await passkeyUsed(tx, passkey.id, { ...use, usedTs: now });
      return { credentialId: passkey.id, publicKey: await publicKeyPem(passkey), ...signedParts(answer) };
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      deps.log.warn({ userId, reason: error.message }, 'signature of a decision refused');
      throw mayNotCall(
        'The signature of the passkey is not valid, or came too late. Begin again with startApprovalSignature.',
      );
    }
  },
});

const challengeFor = (statement: string): string => createHash('sha256').update(statement).digest('base64url');
