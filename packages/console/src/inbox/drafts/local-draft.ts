import type { Entered } from '../../form/schema/entered.js';
import type { Locale } from '../../messages/locale.js';

/** What a person has begun to write about a task. */
export interface Draft {
  readonly entered?: Entered;
  readonly comment?: string;
  /** Numbers are kept as they were typed: "1,5" in German. */
  readonly locale?: Locale;
}

/** A draft as this browser keeps it: there before any answer, and when there is no connection. */
export interface KeptDraft extends Draft {
  /** Version of the server's draft that it continues. */
  readonly version?: string;
  /** False: the server does not have it yet. */
  readonly isSaved?: boolean;
}

export interface DraftStore {
  read(): KeptDraft;
  write(draft: KeptDraft): void;
}

/** A browser may have several people. Each has drafts of their own. */
const nameOf = (userId: string, taskId: string): string => `millrace.draft.${userId}.${taskId}`;

export const localDraft = (userId: string, taskId: string): DraftStore => ({
  read() {
    try {
      return JSON.parse(localStorage.getItem(nameOf(userId, taskId)) ?? '{}') as KeptDraft;
    } catch {
      return {};
    }
  },
  write: (draft) => localStorage.setItem(nameOf(userId, taskId), JSON.stringify(draft)),
});

export const removeDraft = (userId: string, taskId: string): void => localStorage.removeItem(nameOf(userId, taskId));
