import type { Sender } from '../../use-case/caller.js';
import { isSessionSecret, newSessionSecret } from './session-secret.js';

/** A browser forgets that somebody signed in with it after so long without another sign-in. */
const DEVICE_MS = 90 * 24 * 3_600_000;

/**
 * The secret by which a browser is known where people have signed in with it: its own, or a new one. What counts is stored by person
 * and secret, so that the browser of one person is nothing for another.
 */
export const deviceSecretOf = ({ deviceSecret }: Pick<Sender, 'deviceSecret'>): string | undefined =>
  deviceSecret !== undefined && isSessionSecret(deviceSecret) ? deviceSecret : undefined;

/** Has the browser keep its device cookie for another 90 days. @returns what the cookie holds */
export function keepDevice(sender: Pick<Sender, 'deviceSecret' | 'setDevice'>, now: number): string {
  const secret = deviceSecretOf(sender) ?? newSessionSecret();
  sender.setDevice({ secret, expiresAt: new Date(now + DEVICE_MS) });
  return secret;
}
