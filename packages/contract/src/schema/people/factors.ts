import { flag, jsonObject, model, orNull, text, timestamp } from '../common.js';
import { Type } from '../type.js';

/** A passkey as its person and the administrator see it. */
export const passkeySchema = model('Passkey', 'A passkey of a person', {
  id: text('Id of the passkey: its credential id, base64url'),
  name: text('Name that the person gave it'),
  synced: flag('Whether it can be copied to other devices, for example by a password manager'),
  createdTs: timestamp('When it was registered'),
  usedTs: orNull(Type.String({ format: 'date-time' }), 'When it was used last; null before its first use'),
});

/** A browser's answer to a challenge. */
export const passkeyAnswer = jsonObject(
  'What the browser answered: `toJSON()` of the PublicKeyCredential (WebAuthn Level 3)',
);

/** Members of a request that prove who one is, beside a password. */
export const code = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'The six digits that the authenticator app shows' }),
);
export const recoveryCode = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'One of the recovery codes. It is used up' }),
);

/** What an installation asks of people who sign in. */
export const signInPolicySchema = model('SignInPolicy', 'Who must have a second factor', {
  secondFactor: Type.Enum(['optional', 'required'], {
    type: 'string',
    description: 'required: people need a second factor, a passkey or single sign-on. Default optional',
  }),
});
