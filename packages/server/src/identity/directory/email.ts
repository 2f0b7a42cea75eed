import { invalidRequest } from '../../kernel/errors/request-errors.js';

/**
 * One `@` with something before it and a host name after it, 254 characters at most (RFC 5321). Whether an address takes
 * mail only a mail can tell, so the rule refuses what is surely wrong and nothing else.
 */
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}.]+(?:\.[^\s@\p{Cc}.]+)*$/u;

/** @throws CatalogueError 1200 for what cannot be an e-mail address */
export function checkEmail(email: string): void {
  if (email.length <= 254 && EMAIL.test(email)) return;
  throw invalidRequest('email must be an e-mail address.', [
    { pointer: '/email', detail: 'Must be an e-mail address of 254 characters at most.' },
  ]);
}
