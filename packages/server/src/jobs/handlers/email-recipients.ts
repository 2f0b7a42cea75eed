import { type EmailAddress, parseAddress } from '../../mail/mailer/email-address.js';
import { PermanentFailure } from '../worker/job-failure.js';
import type { Settings } from './settings.js';

/**
 * The mailboxes of a setting: a string is exactly one, so that a value somebody entered cannot add recipients; several
 * are a list of strings.
 *
 * @throws PermanentFailure naming the setting for anything else
 */
export function readAddresses(settings: Settings, name: string): EmailAddress[] {
  const value = settings.value(name);
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => {
    const address = typeof item === 'string' ? parseAddress(item) : undefined;
    if (address !== undefined) return address;
    throw new PermanentFailure(
      `"${name}" must be one e-mail address ("a@example.com" or "Name <a@example.com>") or a list of such strings.`,
    );
  });
}
