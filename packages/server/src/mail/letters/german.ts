import type { Letters, LetterWords } from './letter.js';
import type { FactorChange, LetterLink } from './templates.js';

const moment = (time: Date): string => {
  const options = { timeZone: 'UTC' } as const;
  const day = time.toLocaleDateString('de-DE', { ...options, dateStyle: 'long' });
  return `${day} um ${time.toLocaleTimeString('de-DE', { ...options, timeStyle: 'short' })} Uhr UTC`;
};

const once = ({ expiresTs }: LetterLink): string => `Der Link funktioniert einmal, bis zum ${moment(expiresTs)}.`;

const letters: Letters = {
  invitation: ({ invitedBy, places }, link) => ({
    subject: `${invitedBy} lädt Sie zu Millrace ein`,
    heading: 'Sie sind eingeladen',
    paragraphs: [
      `${invitedBy} lädt Sie zur Arbeit in Millrace ein${places.length === 0 ? '' : `: ${places.join(', ')}`}.`,
      'Öffnen Sie den Link, um Ihren Namen und Ihr Passwort zu wählen.',
    ],
    button: { label: 'Einladung annehmen', url: link.url },
    notes: [
      once(link),
      'Wenn Sie diese Einladung nicht erwartet haben, lassen Sie diese E-Mail unbeachtet. Dann geschieht nichts.',
    ],
  }),
  passwordReset: (_data, link) => ({
    subject: 'Neues Passwort für Millrace',
    heading: 'Neues Passwort setzen',
    paragraphs: ['Jemand möchte für Ihr Millrace-Konto ein neues Passwort setzen.'],
    button: { label: 'Neues Passwort setzen', url: link.url },
    notes: [
      once(link),
      'Wenn Sie das nicht waren, lassen Sie diese E-Mail unbeachtet. Ihr Passwort bleibt dann, wie es ist.',
    ],
  }),
  noPassword: () => ({
    subject: 'Ihr Millrace-Konto hat kein Passwort',
    heading: 'Ihr Konto hat kein Passwort',
    paragraphs: [
      'Jemand möchte für Ihr Millrace-Konto ein neues Passwort setzen. Sie melden sich mit einem Passkey oder mit Single Sign-on an, deshalb gibt es keines.',
      'Melden Sie sich an wie immer. Wenn das nicht mehr geht, wenden Sie sich an Ihre Administratorin oder Ihren Administrator.',
    ],
    notes: ['Wenn Sie das nicht waren, lassen Sie diese E-Mail unbeachtet. Es hat sich nichts geändert.'],
  }),
  emailChange: (_data, link) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    heading: 'E-Mail-Adresse bestätigen',
    paragraphs: [
      'Jemand möchte diese Adresse für ein Millrace-Konto verwenden. Öffnen Sie den Link, um zu bestätigen, dass sie Ihnen gehört.',
    ],
    button: { label: 'Adresse bestätigen', url: link.url },
    notes: [
      once(link),
      'Wenn Sie das nicht waren, lassen Sie diese E-Mail unbeachtet. Die Adresse wird dann nicht verwendet.',
    ],
  }),
  emailChangeNotice: ({ newEmail }) => ({
    subject: 'Ihre E-Mail-Adresse für Millrace soll geändert werden',
    heading: 'Ihre E-Mail-Adresse soll geändert werden',
    paragraphs: [
      `Jemand, der unter Ihrem Namen angemeldet ist, möchte Ihre E-Mail-Adresse in ${newEmail} ändern.`,
      'Die Änderung gilt, sobald die neue Adresse bestätigt ist.',
    ],
    notes: [
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort und sagen Sie es Ihrer Administratorin oder Ihrem Administrator.',
    ],
  }),
  passwordChanged: ({ changedTs }) => ({
    subject: 'Ihr Passwort für Millrace wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Ihr Passwort wurde am ${moment(new Date(changedTs))} geändert.`,
      'Alle anderen Anmeldungen wurden beendet.',
    ],
    notes: [
      'Wenn Sie das nicht waren, fordern Sie jetzt ein neues Passwort an und sagen Sie es Ihrer Administratorin oder Ihrem Administrator.',
    ],
  }),
  factorChanged: ({ change, name, changedTs }) => ({
    subject: 'Ihre Anmeldung bei Millrace hat sich geändert',
    heading: 'Ihre Anmeldung hat sich geändert',
    paragraphs: [`${factorChanges[change](name)} (am ${moment(new Date(changedTs))}).`],
    notes: [
      'Wenn das weder Sie noch Ihre Administratorin oder Ihr Administrator waren, ändern Sie jetzt Ihr Passwort und sagen Sie Bescheid.',
    ],
  }),
};

const factorChanges: { readonly [Change in FactorChange]: (name: string) => string } = {
  passkeyAdded: (name) => `Der Passkey „${name}“ wurde zu Ihrem Konto hinzugefügt`,
  passkeyRemoved: (name) => `Der Passkey „${name}“ wurde aus Ihrem Konto entfernt`,
  appAdded: () => 'Eine Authenticator-App wurde zu Ihrem Konto hinzugefügt',
  appReplaced: () => 'Die Authenticator-App Ihres Kontos wurde durch eine andere ersetzt',
  appRemoved: () => 'Die Authenticator-App wurde aus Ihrem Konto entfernt',
  codesCreated: () =>
    'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt, die bisherigen funktionieren nicht mehr',
  allRemoved: () =>
    'Eine Administratorin oder ein Administrator hat die Passkeys, die Authenticator-App und die Wiederherstellungscodes Ihres Kontos entfernt',
};

export const german: LetterWords = {
  language: 'de',
  letters,
  copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  footer: 'Diese E-Mail hat Millrace verschickt. Antworten werden nicht gelesen.',
};
