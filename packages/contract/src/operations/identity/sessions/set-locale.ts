import { defineOperation } from '../../../operation/operation.js';
import { locale } from '../../../schema/people/locale.js';
import { Type } from '../../../schema/type.js';

export const setLocale = defineOperation({
  id: 'setLocale',
  method: 'POST',
  path: '/v1/users/setLocale',
  tag: 'Sign in',
  summary: 'Choose a language',
  description:
    'Stores the language that the caller has chosen, so that it is the same in every browser. getMe returns it; null means that of the browser.',
  extension: true,
  permission: { kind: 'authenticated' },
  whileEnrolling: true,
  body: Type.Object({ locale }),
  response: Type.Object({ locale }),
  errors: [1200],
  example: { request: { locale: 'de' }, answer: { locale: 'de' } },
});
