import type { QueryClient } from '@tanstack/react-query';
import { NoAnswerError } from '../api/problem.js';
import { setConnectionState } from './connection.js';
import { changingReads, LATE, readsOf } from './event-reads.js';
import { createRefresher } from './refresher.js';
import { refreshLive } from './refreshing.js';
import { canJoinTabs, joinTabs } from './tabs.js';

/** Milliseconds between two questions where no events come. */
const POLL = 5000;
/** A stream that was cut is usually back within this time; until then the page does not call itself anything else. */
const GRACE = 4000;

export interface Live {
  /** The sub-projects whose changes are shown, and those of them whose events the person may read. */
  show(shown: readonly string[], readable: readonly string[]): void;
  stop(): void;
}

/** Keeps what is shown up to date: by events where they come, else by asking. */
export function startLive(queries: QueryClient): Live {
  let shown: readonly string[] = [];
  let covered: readonly string[] = [];
  let answers = true;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const isVisible = (): boolean => document.visibilityState === 'visible';
  const isLive = (): boolean => shown.length > 0 && shown.every((id) => covered.includes(id));

  const tellState = (): void => {
    clearTimeout(grace);
    if (!navigator.onLine || !answers) setConnectionState('offline');
    else if (isLive()) setConnectionState('live');
    else grace = setTimeout(() => setConnectionState('polling'), GRACE);
  };
  const refresher = createRefresher({
    refresh: (reads) =>
      refreshLive(() => {
        void queries.invalidateQueries({ predicate: ({ queryKey: [read] }) => reads.has(String(read)) });
      }),
    isVisible,
    now: () => performance.now(),
    after: (milliseconds, task) => {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  const tabs = canJoinTabs()
    ? joinTabs({
        onEvent(type) {
          const reads: Iterable<string> = Object.hasOwn(readsOf, type)
            ? readsOf[type as keyof typeof readsOf]
            : changingReads;
          refresher.touch(reads);
          late ??= setTimeout(() => {
            late = undefined;
            refresher.touch(LATE.reads);
          }, LATE.afterMs);
        },
        onCovered(ids) {
          covered = ids;
          tellState();
        },
      })
    : undefined;

  const poll = setInterval(() => {
    if (isVisible() && navigator.onLine && !isLive()) refresher.touch(changingReads);
  }, POLL);
  // Whether the server answers is seen by what the page asks anyway.
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || (event.action.type !== 'success' && event.action.type !== 'error')) return;
    const next = event.action.type === 'success' || !(event.action.error instanceof NoAnswerError);
    if (next === answers) return;
    answers = next;
    tellState();
  });
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('visibilitychange', refresher.wake, { signal });
  addEventListener('offline', tellState, { signal });
  addEventListener(
    'online',
    () => {
      tellState();
      refresher.touch(changingReads);
    },
    { signal },
  );

  return {
    show(nextShown, readable) {
      shown = nextShown;
      tabs?.want(readable);
      tellState();
    },
    stop() {
      clearInterval(poll);
      clearTimeout(grace);
      clearTimeout(late);
      unsubscribe();
      listening.abort();
      refresher.stop();
      tabs?.leave();
    },
  };
}
