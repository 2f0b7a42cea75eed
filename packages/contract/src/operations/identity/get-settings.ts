import { defineOperation } from '../../operation/operation.js';
import { flag, list, model, orNull, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getSettings = defineOperation({
  id: 'getSettings',
  method: 'GET',
  path: '/v1/users/getSettings',
  tag: 'Identity',
  summary: 'List the settings of the server',
  description:
    'Lists the settings of the server that answers, set or not, with their values and where those come from. Settings are environment variables, so they are changed where the server is started, and count from its next start. A value that may hold a secret is never shown: only whether there is one. Not among them are identity providers, which getIdentityProviders lists, and the variables of OpenTelemetry.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({}),
  response: Type.Object({
    settings: list(
      model('Setting', 'A setting of the server', {
        name: text('Name of the environment variable'),
        description: text('What it sets'),
        source: Type.Union([Type.Literal('environment'), Type.Literal('default')], {
          description: 'environment: it is set; default: it is not set',
        }),
        isSecret: flag('Whether the value may hold a secret, so that it is not shown'),
        value: orNull(
          Type.String(),
          'The value that is set, or the default in words; null: it is not shown, or there is no default',
        ),
      }),
      'The settings',
    ),
  }),
  errors: [1200, 1205],
  example: {
    request: {},
    answer: {
      settings: [
        {
          name: 'MILLRACE_TOKEN_SECONDS',
          description: 'Lifetime of access tokens; in seconds',
          source: 'default',
          isSecret: false,
          value: '3600',
        },
        {
          name: 'MILLRACE_SMTP_URL',
          description: 'SMTP server for e-mail, e.g. smtp://user:password@host:587',
          source: 'environment',
          isSecret: true,
          value: null,
        },
      ],
    },
  },
});
