import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSubProject } from '../frame/sub-project.js';
import { useNow } from '../ui/text/when.js';
import { tasksOf } from './decide/decision.js';
import { useDecisions } from './decide/decisions.js';
import { inboxRoute } from './routes.js';
import { type InboxSearch, refOf, refText, requestFor, viewOf } from './search/inbox-search.js';
import { type InboxTask, useInbox } from './tasks/inbox-query.js';

const STEADY_MS = 5 * 60_000;
const isWide = () => matchMedia('(min-width: 768px)').matches;

export type SearchChange = Partial<Record<keyof InboxSearch, string | undefined>>;

/** What the inbox lists, which task is open, and how to get to others. */
export function useInboxPage() {
  const search = inboxRoute.useSearch();
  const navigate = inboxRoute.useNavigate();
  const chosen = useSubProject()?.id;
  // Part of the request, and so of the key of its answer: it changes every few minutes only.
  const now = Math.floor(useNow().getTime() / STEADY_MS) * STEADY_MS;
  const request = useMemo(() => requestFor(search, chosen, new Date(now)), [search, chosen, now]);
  const inbox = useInbox(request);
  const deciding = useDecisions();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const undecided = deciding.filter(({ state }) => state !== 'refused').flatMap(tasksOf);
  const hidden = new Set(undecided.map(({ taskId }) => taskId));
  const all = inbox.data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  const items = viewOf(search) === 'done' ? all : all.filter(({ task }) => !hidden.has(task.id));
  const open = refOf(search.task);
  const index = items.findIndex(({ task }) => task.id === open?.taskId);

  const change = useCallback(
    (changes: SearchChange, isReplace = true) =>
      void navigate({ search: (before) => ({ ...before, ...changes }) as InboxSearch, replace: isReplace }),
    [navigate],
  );
  const show = useCallback(
    (item: InboxTask | undefined, isReplace = true) =>
      change({ task: item === undefined ? undefined : refOfItem(item) }, isReplace),
    [change],
  );
  const onOpen = useCallback((item: InboxTask) => show(item, isWide()), [show]);
  const onSelect = useCallback((item: InboxTask) => select((before) => toggled(before, item.task.id)), []);

  const first = items[0];
  const isReady = inbox.data !== undefined;
  const nothingOpen = search.task === undefined;
  useEffect(() => {
    if (isReady && nothingOpen && first !== undefined && isWide()) show(first);
  }, [isReady, nothingOpen, first, show]);

  return {
    ...{ search, inbox, items, open, index, change, show, onOpen, onSelect, selected, select, deciding },
    counts: inbox.data?.pages[0]?.counts,
    step(by: 1 | -1) {
      const next = items[index === -1 ? (by === 1 ? 0 : items.length - 1) : index + by];
      if (next !== undefined) show(next);
    },
    /** Shows the task after the open one. @returns how to come back */
    goOn() {
      const before = search.task;
      show(items[index + 1] ?? items[index - 1]);
      return () => change({ task: before });
    },
  };
}

export const refOfItem = ({ subProject, task }: InboxTask): string =>
  refText({ subProjectId: subProject.id, taskId: task.id });

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  return next;
}
