import type { Operations, ResponseOf } from '@millrace/contract';

/** A task as getTask shows it. */
export type TaskDetail = Omit<ResponseOf<Operations['getTask']>, 'names'> & {
  readonly names: Readonly<Record<string, string>>;
};

/** What a person can say on the page. */
export type Outcome = 'approve' | 'reject' | 'requestChanges';

export type PageLanguage = 'en' | 'de';

/** Who did something: the reader, or somebody with a name. */
export type Doer = { readonly isReader: true } | { readonly isReader: false; readonly name: string };

const english = {
  for: (person: string) => `For ${person}`,
  onBehalfOf: (person: string) => `You decide for ${person}, who is away.`,
  files: 'Files',
  votes: 'Votes',
  earlier: 'Decided before',
  progress: (approvals: number, quorum: number) =>
    `${approvals} of ${quorum} ${quorum === 1 ? 'approval' : 'approvals'}`,
  due: 'Due',
  yes: 'Yes',
  no: 'No',
  none: '–',
  choose: 'Choose',
  comment: 'Comment',
  commentNeeded: 'Comment (required)',
  reason: { never: 'Comment', onReject: 'Reason (required to reject)', always: 'Reason (required)' },
  changesHint: 'To request changes, say what has to change.',
  approve: 'Approve',
  reject: 'Reject',
  requestChanges: 'Request changes',
  once: 'The link is for you alone, and works until the task is decided.',
  open: 'Open in Millrace',
  changed: 'The process has changed since you opened this page. Look at it again, then decide.',
  textNeeded: 'Write a reason, then press the button again.',
  pressButton: 'Press one of the buttons.',
  wholeForm: 'This task asks for more than this page can show. Open it in Millrace to decide.',
  signIn: 'Sign in to decide',
  signInTitle: 'Sign in',
  mustSignIn: 'Your account needs more than your mailbox to sign in, so this link alone decides nothing.',
  taskAsks: 'This task asks you to sign in, so this link alone decides nothing.',
  signed: 'Each decision on this task is signed with your passkey, which this page cannot do.',
  otherPerson: (signedIn: string, person: string) =>
    `This browser is signed in as ${signedIn}. The link is for ${person}: sign out first, or use another browser.`,
  dead: 'The link cannot be used',
  unknown: 'There is no such link. Take the whole link from the e-mail.',
  expired: 'The link has expired. You find the task in Millrace.',
  notYours: 'You cannot see this task any more.',
  notAllowed: 'You cannot decide this task now: it was given to somebody else, or a rule excludes you.',
  voted: 'You have voted',
  waits: 'The task waits for more votes.',
  decided: 'The task is decided',
  withdrawn: 'The task was withdrawn. Nobody decides it any more.',
  did: (who: Doer, outcome: Outcome | 'complete', when: string, forWhom: string | undefined) =>
    `${who.isReader ? 'You' : who.name} ${
      { approve: 'approved', reject: 'rejected', requestChanges: 'requested changes', complete: 'completed this' }[
        outcome
      ]
    }${forWhom === undefined ? '' : ` for ${forWhom}`}${when === '' ? '' : ` on ${when}`}.`,
  result: { approved: 'Approved', rejected: 'Rejected', done: 'Done' },
  somebody: 'Somebody',
  service: 'Millrace',
  language: 'en-GB',
};

/** The words of the page in one language. */
export type DecideWords = typeof english;

const german: DecideWords = {
  for: (person) => `Für ${person}`,
  onBehalfOf: (person) => `Sie entscheiden in Vertretung für ${person}.`,
  files: 'Dateien',
  votes: 'Stimmen',
  earlier: 'Zuvor entschieden',
  progress: (approvals, quorum) => `${approvals} von ${quorum} ${quorum === 1 ? 'Genehmigung' : 'Genehmigungen'}`,
  due: 'Fällig',
  yes: 'Ja',
  no: 'Nein',
  none: '–',
  choose: 'Auswählen',
  comment: 'Kommentar',
  commentNeeded: 'Kommentar (nötig)',
  reason: { never: 'Kommentar', onReject: 'Begründung (zum Ablehnen nötig)', always: 'Begründung (nötig)' },
  changesHint: 'Wenn Sie Änderungen anfordern, schreiben Sie, was sich ändern muss.',
  approve: 'Genehmigen',
  reject: 'Ablehnen',
  requestChanges: 'Änderungen anfordern',
  once: 'Der Link ist nur für Sie und gilt, bis die Aufgabe entschieden ist.',
  open: 'In Millrace öffnen',
  changed:
    'Der Vorgang hat sich geändert, seit Sie diese Seite geöffnet haben. Sehen Sie ihn noch einmal an und entscheiden Sie dann.',
  textNeeded: 'Schreiben Sie eine Begründung und drücken Sie die Schaltfläche noch einmal.',
  pressButton: 'Drücken Sie eine der Schaltflächen.',
  wholeForm:
    'Diese Aufgabe fragt nach mehr, als diese Seite zeigen kann. Öffnen Sie sie in Millrace, um zu entscheiden.',
  signIn: 'Anmelden und entscheiden',
  signInTitle: 'Anmelden',
  mustSignIn: 'Für Ihr Konto reicht Ihr Postfach zum Anmelden nicht aus. Darum entscheidet dieser Link allein nichts.',
  taskAsks: 'Für diese Aufgabe müssen Sie sich anmelden. Darum entscheidet dieser Link allein nichts.',
  signed: 'Jede Entscheidung über diese Aufgabe wird mit Ihrem Passkey unterschrieben. Das kann diese Seite nicht.',
  otherPerson: (signedIn, person) =>
    `In diesem Browser ist ${signedIn} angemeldet. Der Link ist für ${person}: Melden Sie sich zuerst ab, oder nehmen Sie einen anderen Browser.`,
  dead: 'Der Link ist nicht verwendbar',
  unknown: 'Diesen Link gibt es nicht. Nehmen Sie den ganzen Link aus der E-Mail.',
  expired: 'Der Link ist abgelaufen. Sie finden die Aufgabe in Millrace.',
  notYours: 'Sie können diese Aufgabe nicht mehr sehen.',
  notAllowed:
    'Sie können diese Aufgabe jetzt nicht entscheiden: Jemand anderes hat sie bekommen, oder eine Regel schließt Sie aus.',
  voted: 'Sie haben abgestimmt',
  waits: 'Die Aufgabe wartet auf weitere Stimmen.',
  decided: 'Die Aufgabe ist entschieden',
  withdrawn: 'Die Aufgabe wurde zurückgezogen. Niemand entscheidet sie mehr.',
  did: (who, outcome, when, forWhom) =>
    `${who.isReader ? 'Sie haben' : `${who.name} hat`}${when === '' ? '' : ` am ${when}`}${
      forWhom === undefined ? '' : ` für ${forWhom}`
    } ${
      {
        approve: 'genehmigt',
        reject: 'abgelehnt',
        requestChanges: 'Änderungen angefordert',
        complete: 'die Aufgabe erledigt',
      }[outcome]
    }.`,
  result: { approved: 'Genehmigt', rejected: 'Abgelehnt', done: 'Erledigt' },
  somebody: 'Jemand',
  service: 'Millrace',
  language: 'de-DE',
};

export const decideWords: Readonly<Record<PageLanguage, DecideWords>> = { en: english, de: german };

/** @param locale that the person has chosen; null: none */
export function pageLanguage(locale: string | null, otherwise: PageLanguage): PageLanguage {
  const [first] = (locale ?? '').toLowerCase().split('-');
  return first === 'en' || first === 'de' ? first : otherwise;
}
