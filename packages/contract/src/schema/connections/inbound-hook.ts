import { ids, createdTs as time } from '../../operation/example-values.js';
import { optionalText, timestamp, userReferenceSchema } from '../common.js';
import { describedAs, Type } from '../type.js';

const feel = 'FEEL when it begins with `=`, else a literal';

const scheme = Type.Union(
  [Type.Literal('standard'), Type.Literal('github'), Type.Literal('stripe'), Type.Literal('hmac')],
  {
    description:
      'How deliveries are signed: `standard` (Standard Webhooks), `github` (X-Hub-Signature-256), `stripe` (Stripe-Signature), or `hmac` as `signature` says',
  },
);

const signature = Type.Object(
  {
    header: Type.String({ minLength: 1, maxLength: 100, description: 'Header with the signature of the body' }),
    algorithm: Type.Optional(
      Type.Union([Type.Literal('sha256'), Type.Literal('sha512'), Type.Literal('sha1')], {
        description: 'Hash of the HMAC. Default sha256',
      }),
    ),
    encoding: Type.Optional(Type.Union([Type.Literal('hex'), Type.Literal('base64')], { description: 'Default hex' })),
    prefix: Type.Optional(
      Type.String({ maxLength: 50, description: 'Text before the signature in the header, e.g. `sha256=`' }),
    ),
  },
  { title: 'HookSignature', description: 'For the scheme `hmac`: where the signature is, and how it is made' },
);

const deliveryId = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'What identifies a delivery, so that it acts once: `header:<name>`, `body:<member.member>`, or `hash` for the hash of the body. Default: the id that the scheme has. Required for `hmac`',
});

const createProcess = Type.Object(
  {
    fields: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'FEEL that gives a context of fields, beginning with `=`' }),
    ),
    stageKey: optionalText(`Key of the stage; ${feel}. Default: the default stage`),
    priority: optionalText(`Priority; ${feel}. Default: the default priority`),
  },
  { title: 'HookProcess', description: 'Creates a process' },
);

const publishMessage = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1024, description: `Message name; ${feel}` }),
    correlationKey: optionalText(`Correlation key; ${feel}`),
    processId: optionalText(
      `Id of the process of a run that the message starts; ${feel}. Default: the process that createProcess makes`,
    ),
    variables: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'FEEL that gives a context of variables, beginning with `=`' }),
    ),
    timeToLive: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_592_000_000, description: 'Milliseconds to keep the message' }),
    ),
  },
  { title: 'HookMessage', description: 'Publishes a message, after createProcess if both are there' },
);

const when = Type.String({
  maxLength: 10_000,
  description: 'FEEL over `body`, `headers` and `deliveryId`: deliveries for which it is not true are ignored',
});

/** What a hook is made of. */
export const hookMembers = { scheme, signature, deliveryId, when, createProcess, publishMessage };

export const hookName = Type.String({ minLength: 1, maxLength: 100, description: 'Name for people' });

export const inboundHookSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the hook' }),
    name: hookName,
    url: Type.String({ description: 'Where the sender sends its deliveries' }),
    scheme,
    signature: Type.Optional(signature),
    deliveryId: Type.Optional(deliveryId),
    when: Type.Optional(when),
    createProcess: Type.Optional(createProcess),
    publishMessage: Type.Optional(publishMessage),
    actAs: describedAs(userReferenceSchema, 'The user whose roles apply'),
    declaredAs: Type.Union([Type.String(), Type.Null()], {
      description:
        'Its key under `hooks` in the configuration document, which alone changes it; null: made by a request',
    }),
    enabled: Type.Boolean({ description: 'false: every delivery is refused' }),
    secrets: Type.Array(
      Type.Object(
        {
          createdTs: timestamp('When it was set'),
          expiresTs: Type.Union([Type.String(), Type.Null()], {
            description: 'When it is no longer accepted; null for the current one',
          }),
        },
        { title: 'HookSecret', description: 'A secret of a hook, without its value' },
      ),
      { description: 'The secrets that are accepted, without their values' },
    ),
    createdTs: timestamp('When the hook was created'),
    updatedTs: timestamp('When it was changed'),
  },
  { title: 'InboundHook', description: 'An address where another service delivers events' },
);

export const inboundReceiptSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the receipt' }),
    receivedTs: timestamp('When the delivery came'),
    deliveryId: Type.Union([Type.String(), Type.Null()], { description: 'Id that the sender gave the delivery' }),
    outcome: Type.String({
      description:
        'accepted: it acted; ignored: `when` was not true; failed: signed, but it could not act; refused: not signed for this hook',
    }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it did not act' }),
    duplicates: Type.Integer({ description: 'How often it came again and changed nothing' }),
    processId: Type.Union([Type.String(), Type.Null()], { description: 'Id of the process that it created' }),
    message: Type.Union([Type.String(), Type.Null()], {
      description: 'What became of the message: correlated, started, buffered or discarded',
    }),
    runId: Type.Union([Type.String(), Type.Null()], { description: 'Run that the message reached or started' }),
  },
  { title: 'InboundReceipt', description: 'What became of a delivery' },
);

export const exampleHookDefinition = {
  name: 'GitHub issues',
  scheme: 'github',
  when: '=headers.`x-github-event` = "issues" and body.action = "opened"',
  createProcess: { fields: '={supplier: body.issue.user.login, notes: body.issue.title}' },
};

export const exampleHook = {
  id: '01971f2e-6c00-7a11-8000-000000000161',
  url: 'https://millrace.example.com/hooks/AZAAAAAAcACAAAAAAAAAAQGXHy5sAHoRgAAAAAAAAWE',
  ...exampleHookDefinition,
  actAs: { id: ids.userId, name: 'GitHub' },
  declaredAs: null,
  enabled: true,
  secrets: [{ createdTs: time, expiresTs: null }],
  createdTs: time,
  updatedTs: time,
};

export const hookSecretAnswerSchema = Type.Object(
  { hook: inboundHookSchema, secret: Type.String({ description: 'The secret; it is not shown again' }) },
  { title: 'HookSecretResponse', description: 'A hook and its new secret' },
);
