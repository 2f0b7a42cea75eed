import type { Letters, LetterWords } from './letter.js';
import type { FactorChange, LetterLink } from './templates.js';

const moment = (time: Date): string =>
  `${time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const once = ({ expiresTs }: LetterLink): string => `The link works once, until ${moment(expiresTs)}.`;

const letters: Letters = {
  invitation: ({ invitedBy, places }, link) => ({
    subject: `${invitedBy} invites you to Millrace`,
    heading: 'You are invited',
    paragraphs: [
      `${invitedBy} invites you to work in Millrace${places.length === 0 ? '' : `: ${places.join(', ')}`}.`,
      'Open the link to choose your name and your password.',
    ],
    button: { label: 'Accept the invitation', url: link.url },
    notes: [once(link), 'If you did not expect this invitation, ignore this e-mail. Nothing happens then.'],
  }),
  passwordReset: (_data, link) => ({
    subject: 'Set a new password for Millrace',
    heading: 'Set a new password',
    paragraphs: ['Somebody asked to set a new password for your Millrace account.'],
    button: { label: 'Set a new password', url: link.url },
    notes: [once(link), 'If it was not you, ignore this e-mail. Your password stays as it is.'],
  }),
  noPassword: () => ({
    subject: 'Your Millrace account has no password',
    heading: 'Your account has no password',
    paragraphs: [
      'Somebody asked to set a new password for your Millrace account. You sign in with a passkey or with single sign-on, so there is none to set.',
      'Sign in as always. If you cannot any more, ask your administrator.',
    ],
    notes: ['If it was not you, ignore this e-mail. Nothing has changed.'],
  }),
  emailChange: (_data, link) => ({
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody asked to use this address for a Millrace account. Open the link to confirm that it is yours.',
    ],
    button: { label: 'Confirm this address', url: link.url },
    notes: [once(link), 'If it was not you, ignore this e-mail. The address is then not used.'],
  }),
  emailChangeNotice: ({ newEmail }) => ({
    subject: 'Your e-mail address for Millrace is being changed',
    heading: 'Your e-mail address is being changed',
    paragraphs: [
      `Somebody who is signed in as you asked to change your e-mail address to ${newEmail}.`,
      'The change takes effect when the new address is confirmed.',
    ],
    notes: ['If it was not you, change your password now and tell your administrator.'],
  }),
  passwordChanged: ({ changedTs }) => ({
    subject: 'Your password for Millrace was changed',
    heading: 'Your password was changed',
    paragraphs: [`Your password was changed on ${moment(new Date(changedTs))}.`, 'All other sign-ins were ended.'],
    notes: ['If it was not you, ask for a new password now and tell your administrator.'],
  }),
  factorChanged: ({ change, name, changedTs }) => ({
    subject: 'How you sign in to Millrace has changed',
    heading: 'How you sign in has changed',
    paragraphs: [`${factorChanges[change](name)} on ${moment(new Date(changedTs))}.`],
    notes: ['If it was neither you nor your administrator, change your password now and tell your administrator.'],
  }),
};

const factorChanges: { readonly [Change in FactorChange]: (name: string) => string } = {
  passkeyAdded: (name) => `The passkey “${name}” was added to your account`,
  passkeyRemoved: (name) => `The passkey “${name}” was removed from your account`,
  appAdded: () => 'An authenticator app was added to your account',
  appReplaced: () => 'The authenticator app of your account was replaced by another one',
  appRemoved: () => 'The authenticator app was removed from your account',
  codesCreated: () => 'New recovery codes were created for your account, and those before no longer work',
  allRemoved: () =>
    'An administrator removed the passkeys, the authenticator app and the recovery codes of your account',
};

export const english: LetterWords = {
  language: 'en',
  letters,
  copyLink: 'If the button does not work, copy this address into your browser:',
  footer: 'This e-mail was sent by Millrace. Replies are not read.',
};
