import { appendAudit } from '../../../audit/records/append.js';
import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { localeOf, storeLocale } from '../../records/user-locale-queries.js';

/** setLocale: the language that the caller has chosen. */
export const setLocale =
  (): UseCase<'setLocale'> =>
  async (caller, { locale }) => {
    const { principal } = caller;
    if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user has a language.');
    const { userId } = principal;
    return caller.write(async (tx) => {
      const before = await localeOf(tx, userId);
      if (before !== locale) {
        await storeLocale(tx, userId, locale);
        await appendAudit(tx, caller, [
          {
            action: 'user.setLocale',
            subProjectId: null,
            subjectType: 'user',
            subjectId: userId,
            processId: null,
            before: { locale: before },
            after: { locale },
          },
        ]);
      }
      return { locale };
    });
  };
