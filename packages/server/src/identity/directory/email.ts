import { emailAddress, patternOf } from '@millrace/contract';
import { invalidRequest } from '../../kernel/errors/request-errors.js';

const EMAIL = patternOf(emailAddress(''));

/** @throws CatalogueError 1200 for what the contract does not take for an e-mail address */
export function checkEmail(email: string): void {
  if (email.length <= 254 && EMAIL.test(email)) return;
  throw invalidRequest('email must be an e-mail address.', [
    { pointer: '/email', detail: 'Must be an e-mail address of 254 characters at most.' },
  ]);
}
