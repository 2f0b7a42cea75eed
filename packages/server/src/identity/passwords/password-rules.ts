import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { once } from '../../kernel/once.js';

const MINIMUM_LENGTH = 12;
/** The estimate takes longer with the length; what follows can only make a password better. */
const JUDGED_LENGTH = 40;
/** 10^8 guesses: what a slow hash and a limit on sign-ins make hopeless. */
const LEAST_SCORE = 3;

/** Whom a password is for: what is known of a person is no password. */
export interface PasswordPerson {
  readonly name: string;
  readonly email: string;
}

/**
 * The rule for new passwords (NIST SP 800-63B-4, section 3.1.1.2): 12 characters, and none that is easy to guess, because it is
 * like one of the 49,000 most common passwords, like the name of the person or the service, or a simple pattern. There is no
 * rule for kinds of characters.
 *
 * @param pointer the member of the request to blame
 * @throws CatalogueError 1200 with what is wrong with the password
 */
export async function checkNewPassword(password: string, person: PasswordPerson, pointer = '/password'): Promise<void> {
  const length = [...password.normalize('NFKC')].length;
  if (length < MINIMUM_LENGTH) {
    throw invalidMember(
      pointer,
      `The password has ${length} characters. It needs at least ${MINIMUM_LENGTH}; several words are easy to remember.`,
    );
  }
  const { score } = (await estimator()).check(password.normalize('NFKC'), wordsOf(person));
  if (score >= LEAST_SCORE) return;
  throw invalidMember(
    pointer,
    'The password is easy to guess: it is like a common password, a name, an address or a simple pattern. Choose several ' +
      'words that have nothing to do with each other.',
  );
}

/** Its dictionary is a megabyte, which few requests need. */
const estimator = once(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { 'passwords-common': passwords } = dictionary;
  return new Factory({ dictionary: { passwords }, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });
});

function wordsOf({ name, email }: PasswordPerson): string[] {
  const parts = [name, email, ...name.split(/\s+/), ...email.split(/[@.+_-]/)];
  return ['millrace', ...parts.filter((part) => part.length > 2)];
}
