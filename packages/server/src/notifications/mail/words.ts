import type { NotificationReason } from '@millrace/contract';
import type { Language } from '../../mail/letters/letter.js';

/** What happened for one reason. */
export interface Happened {
  readonly reason: NotificationReason;
  /** How often since the person last read it. */
  readonly count: number;
  /** Name of who did it last; undefined: the service. */
  readonly by: string | undefined;
  readonly task: string | undefined;
  readonly approved: boolean | undefined;
}

/** The words of e-mails about notifications in one language. */
export interface NoticeWords {
  happened(what: Happened): string;
  /** On the button of an e-mail about one process. */
  readonly open: string;
  readonly openTask: string;
  /** On the button of an e-mail with a link to decide. */
  readonly decide: string;
  /** Below that button. */
  readonly onlyForYou: string;
  digestSubject(processes: number): string;
  readonly digestHeading: string;
  digestIntroduction(processes: number): string;
  /** On the button of a digest. */
  readonly openAll: string;
  more(processes: number): string;
  readonly stop: string;
  readonly stopDigest: string;
  readonly settings: string;
}

const quoted = (open: string, task: string | undefined, close: string, otherwise: string): string =>
  task === undefined ? otherwise : `${open}${task}${close}`;

const englishWords: NoticeWords = {
  happened({ reason, count, by, task: name, approved }) {
    const task = quoted('the task “', name, '”', 'a task');
    switch (reason) {
      case 'assigned':
        return count > 1
          ? `${count} tasks were assigned to you, the last one is ${task}.`
          : `${by ?? 'Millrace'} assigned ${task} to you.`;
      case 'mentioned':
        return count > 1
          ? `You were mentioned ${count} times, the last time by ${by ?? 'Millrace'}.`
          : `${by ?? 'Somebody'} mentioned you in a comment.`;
      case 'candidate':
        return count > 1
          ? `${count} tasks wait for somebody, and you may claim them. The last one is ${task}.`
          : `You may claim ${task}: it waits for somebody.`;
      case 'due':
        return count > 1
          ? `${count} tasks are overdue, the last one is ${task}.`
          : `The due date of ${task} has passed.`;
      case 'breached':
        return count > 1 ? `Time limits were reached ${count} times.` : 'A time limit is close, or has passed.';
      case 'incident':
        return count > 1 ? `Failures have stopped runs ${count} times.` : 'A failure has stopped a run.';
      case 'decided': {
        const outcome = approved === undefined ? 'decided' : approved ? 'approved' : 'rejected';
        return count > 1
          ? `${count} tasks were decided. The last: ${by ?? 'Millrace'} ${outcome} ${task}.`
          : `${by ?? 'Millrace'} ${outcome} ${task}.`;
      }
      case 'commented':
        return count > 1
          ? `There are ${count} new comments, the last one by ${by ?? 'somebody'}.`
          : `${by ?? 'Somebody'} commented.`;
    }
  },
  open: 'Open the process',
  openTask: 'Open the task',
  decide: 'Look at it and decide',
  onlyForYou: 'The link is for you alone, until the task is decided. Forward this e-mail to nobody.',
  digestSubject: (count) => (count === 1 ? 'News on one process' : `News on ${count} processes`),
  digestHeading: 'What you have not read yet',
  digestIntroduction: (count) =>
    count === 1 ? 'Something has happened on one process.' : `Something has happened on ${count} processes.`,
  openAll: 'Open all notifications',
  more: (count) => (count === 1 ? 'And one more.' : `And ${count} more.`),
  stop: 'Stop e-mails like this one',
  stopDigest: 'Stop this daily e-mail',
  settings: 'Choose what you get',
};

const germanWords: NoticeWords = {
  happened({ reason, count, by, task: name, approved }) {
    const task = quoted('die Aufgabe „', name, '“', 'eine Aufgabe');
    switch (reason) {
      case 'assigned':
        return count > 1
          ? `Ihnen wurden ${count} Aufgaben zugewiesen, zuletzt ${task}.`
          : `${by ?? 'Millrace'} hat Ihnen ${task} zugewiesen.`;
      case 'mentioned':
        return count > 1
          ? `Sie wurden ${count}-mal erwähnt, zuletzt von ${by ?? 'Millrace'}.`
          : `${by ?? 'Jemand'} hat Sie in einem Kommentar erwähnt.`;
      case 'candidate':
        return count > 1
          ? `${count} Aufgaben warten, die Sie übernehmen können, zuletzt ${task}.`
          : `Sie können ${task} übernehmen: Sie wartet auf jemanden.`;
      case 'due':
        return count > 1
          ? `${count} Aufgaben sind überfällig, zuletzt ${task}.`
          : `Die Frist ist abgelaufen für ${task}.`;
      case 'breached':
        return count > 1 ? `Fristen wurden ${count}-mal erreicht.` : 'Eine Frist läuft ab oder ist abgelaufen.';
      case 'incident':
        return count > 1
          ? `Fehler haben ${count}-mal einen Ablauf angehalten.`
          : 'Ein Fehler hat einen Ablauf angehalten.';
      case 'decided': {
        const outcome = approved === undefined ? 'entschieden' : approved ? 'genehmigt' : 'abgelehnt';
        const last = `${by ?? 'Millrace'} hat ${task} ${outcome}.`;
        return count > 1 ? `${count} Aufgaben wurden entschieden. Zuletzt: ${last}` : last;
      }
      case 'commented':
        return count > 1
          ? `Es gibt ${count} neue Kommentare, zuletzt von ${by ?? 'jemandem'}.`
          : `${by ?? 'Jemand'} hat kommentiert.`;
    }
  },
  open: 'Vorgang öffnen',
  openTask: 'Aufgabe öffnen',
  decide: 'Ansehen und entscheiden',
  onlyForYou: 'Der Link ist nur für Sie, bis die Aufgabe entschieden ist. Leiten Sie diese E-Mail an niemanden weiter.',
  digestSubject: (count) => (count === 1 ? 'Neues zu einem Vorgang' : `Neues zu ${count} Vorgängen`),
  digestHeading: 'Was Sie noch nicht gelesen haben',
  digestIntroduction: (count) =>
    count === 1 ? 'Zu einem Vorgang ist etwas geschehen.' : `Zu ${count} Vorgängen ist etwas geschehen.`,
  openAll: 'Alle Mitteilungen öffnen',
  more: (count) => (count === 1 ? 'Und ein weiterer.' : `Und ${count} weitere.`),
  stop: 'Solche E-Mails nicht mehr senden',
  stopDigest: 'Diese tägliche E-Mail nicht mehr senden',
  settings: 'Auswählen, was Sie bekommen',
};

/** The words by language. */
export const noticeWords: Readonly<Record<Language, NoticeWords>> = { en: englishWords, de: germanWords };
