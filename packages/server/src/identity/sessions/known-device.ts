import type { Transaction } from '../../postgres/database.js';
import type { Sender } from '../../use-case/caller.js';
import { trustDevice } from '../records/sign-in-failure-queries.js';
import { deviceSubject } from '../sign-in/sign-in-limit.js';
import { isSessionSecret, newSessionSecret } from './session-secret.js';

/** A browser forgets that somebody signed in with it after so long without another sign-in. */
const DEVICE_MS = 90 * 24 * 3_600_000;

/**
 * Whom the failed sign-ins of a person are counted for. A client id has no control characters, so people and clients do not share
 * what is counted.
 */
export const limitName = (email: string): string => `\0${email.toLowerCase()}`;

/**
 * The secret by which a browser is known where people have signed in with it: its own, or a new one. What counts is stored by person
 * and secret, so that the browser of one person is nothing for another.
 */
export const deviceSecretOf = ({ deviceSecret }: Pick<Sender, 'deviceSecret'>): string | undefined =>
  deviceSecret !== undefined && isSessionSecret(deviceSecret) ? deviceSecret : undefined;

/** Has a browser in which a person signed in keep its device cookie for another 90 days, in the transaction of the sign-in. */
export async function rememberDevice(
  tx: Transaction,
  sender: Pick<Sender, 'deviceSecret' | 'setDevice'>,
  { email, now }: { readonly email: string; readonly now: number },
): Promise<void> {
  const secret = deviceSecretOf(sender) ?? newSessionSecret();
  await trustDevice(tx, deviceSubject(limitName(email), secret));
  sender.setDevice({ secret, expiresAt: new Date(now + DEVICE_MS) });
}
