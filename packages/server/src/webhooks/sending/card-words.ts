import type { Event } from '@millrace/contract';

/** What a card says of an event. */
export interface CardFacts {
  readonly type: Event['type'];
  /** Name of who made the change. */
  readonly by: string;
  readonly task: string | undefined;
  readonly approved: boolean | undefined;
  /** Names of what changed. */
  readonly changed: readonly string[];
}

/** The words of cards in one language. */
export interface CardWords {
  sentence(facts: CardFacts): string;
  test(subscription: string): string;
  readonly openTask: string;
  readonly openProcess: string;
}

const english: CardWords = {
  sentence({ type, by, task: name, approved, changed }) {
    const task = name === undefined ? 'a task' : `the task “${name}”`;
    switch (type) {
      case 'task.opened':
        return name === undefined ? 'A task waits.' : `The task “${name}” waits.`;
      case 'task.assigned':
      case 'task.claimed':
        return `${by} changed who has ${task}.`;
      case 'task.completed':
        return `${by} ${approved === undefined ? 'completed' : approved ? 'approved' : 'rejected'} ${task}.`;
      case 'incident.opened':
        return 'A failure has stopped a run.';
      case 'comment.added':
        return `${by} commented.`;
      case 'process.created':
        return `${by} created a process.`;
      case 'process.updated':
        return changed.length === 0 ? `${by} changed the process.` : `${by} changed ${changed.join(', ')}.`;
      default:
        return `${by}: ${type}`;
    }
  },
  test: (subscription) => `Millrace reaches this channel: “${subscription}”.`,
  openTask: 'Open the task',
  openProcess: 'Open the process',
};

const german: CardWords = {
  sentence({ type, by, task: name, approved, changed }) {
    const task = name === undefined ? 'eine Aufgabe' : `die Aufgabe „${name}“`;
    switch (type) {
      case 'task.opened':
        return name === undefined ? 'Eine Aufgabe wartet.' : `Die Aufgabe „${name}“ wartet.`;
      case 'task.assigned':
      case 'task.claimed':
        return `${by} hat geändert, wer ${task} hat.`;
      case 'task.completed':
        return `${by} hat ${task} ${approved === undefined ? 'erledigt' : approved ? 'genehmigt' : 'abgelehnt'}.`;
      case 'incident.opened':
        return 'Ein Fehler hat einen Ablauf angehalten.';
      case 'comment.added':
        return `${by} hat kommentiert.`;
      case 'process.created':
        return `${by} hat einen Vorgang angelegt.`;
      case 'process.updated':
        return changed.length === 0 ? `${by} hat den Vorgang geändert.` : `${by} hat ${changed.join(', ')} geändert.`;
      default:
        return `${by}: ${type}`;
    }
  },
  test: (subscription) => `Millrace erreicht diesen Kanal: „${subscription}“.`,
  openTask: 'Aufgabe öffnen',
  openProcess: 'Vorgang öffnen',
};

export const cardWords: { readonly en: CardWords; readonly de: CardWords } = { en: english, de: german };
