import { createdTs } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, list, model, orNull, queryText, text, timestamp } from '../../../schema/common.js';
import { passkeySchema } from '../../../schema/people/factors.js';
import { Type } from '../../../schema/type.js';

export const getFactors = defineOperation({
  id: 'getFactors',
  method: 'GET',
  path: '/v1/users/getFactors',
  tag: 'Sign in',
  summary: 'Show the ways in which a person can sign in',
  description:
    'Returns the passkeys of a person, whether they have a password and an authenticator app, and how many recovery codes are left. Never a secret. Administrators may ask for other people.',
  extension: true,
  permission: { kind: 'authenticated' },
  whileEnrolling: true,
  query: Type.Object({ userId: queryText('Id of the user. Default: the user who asks') }),
  response: Type.Object({
    password: flag('Whether the person has a password'),
    passkeys: list(passkeySchema, 'The passkeys, the oldest first'),
    totp: orNull(
      model('AuthenticatorApp', 'The authenticator app of a person', { createdTs: timestamp('When it was set up') }),
      'The authenticator app; null when there is none',
    ),
    recoveryCodes: integer('Recovery codes that are left'),
    secondFactor: text('What the installation asks of people: optional or required'),
  }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: {},
    answer: {
      password: true,
      passkeys: [{ id: 'dGhlIGlk', name: 'Laptop', synced: false, createdTs, usedTs: null }],
      totp: { createdTs },
      recoveryCodes: 10,
      secondFactor: 'optional',
    },
  },
});
